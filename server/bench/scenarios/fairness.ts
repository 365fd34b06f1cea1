import { setTimeout as sleep } from 'node:timers/promises'
import { say, sayEvery } from '../../measure/report.ts'
import { type Client, concurrently } from '../client.ts'
import { createClient, install } from '../installation.ts'
import { shortText } from '../texts.ts'
import { command } from '../trial.ts'
import { addNowAndThen, everyMs, limitOf } from './now-and-then.ts'
import { besideSlowLinks } from './slow-links.ts'

const backlogTag = 'backlog'

/**
 * First with links to a server that does not answer (`slow-links.ts`). Then one container has a large backlog and one
 * worker process, and another organization adds a document now and then. The same is measured for another container
 * of the backlog's own organization: time is shared between organizations, so nothing is promised there, and the
 * figure is for information.
 */
export const fairness = command({
  options: { documents: 20_000, seconds: 60 },
  deadlineSeconds: ({ documents, seconds }) => 180 + documents / 40 + seconds * 4,
  async run(trial, { documents, seconds }) {
    const settings = await install(trial, [await trial.clusters.create('a')], { FETCH_ALLOW: '127.0.0.1' })
    const api = await trial.processes.start('serve', 'api', settings)
    const busy = await createClient(trial, settings, 'busy', api.url)
    const quiet = await createClient(trial, settings, 'quiet', api.url)
    const links = await createClient(trial, settings, 'links', api.url)
    const note = (client: Client, from: number) => (n: number) =>
      client.timeToDone({ content: shortText(from + n), containerTag: 'notes' })

    const first = await trial.processes.start('worker', 'worker', settings)
    await quiet.timeToDone({ content: shortText(0), containerTag: 'notes' })
    const idle = await addNowAndThen(note(quiet, 1), Math.min(10, seconds / 2) * everyMs)
    Object.assign(trial.figures, { idleP50Ms: idle.p50, idleMaxMs: idle.max })
    if (!(await besideSlowLinks(trial, { busy, texts: quiet, links }, idle, seconds * 1000))) return false
    await first.end()

    await fill(busy, documents)
    await trial.processes.start('worker', 'worker', settings)
    await untilWorking(busy, documents)
    const other = await addNowAndThen(note(quiet, 2_000), seconds * 1000)
    const limitMs = limitOf(idle.p50)
    Object.assign(trial.figures, { samples: other.count, p50Ms: other.p50, maxMs: other.max, limitMs })
    say(`another organization: ${other.p50} ms (p50), ${other.max} ms at most; idle ${idle.p50} ms`)
    // Counted before the second half, which is for information: a backlog that ran out earlier would have proved
    // nothing.
    const left = (await busy.countPending(backlogTag)) ?? 0
    const same = await addNowAndThen(note(busy, 3_000), seconds * 1000)
    Object.assign(trial.figures, { sameOrganizationP50Ms: same.p50, sameOrganizationMaxMs: same.max })
    say(`another container of the same organization: ${same.p50} ms (p50), ${same.max} ms at most`)
    Object.assign(trial.figures, { documents, backlogLeft: left })
    return left > 0 && other.max <= limitMs
  },
})

async function fill(client: Client, documents: number): Promise<void> {
  let added = 0
  const progress = sayEvery(5, () => `filling the backlog: ${added} of ${documents}`)
  await concurrently(documents, 16, async n => {
    await client.mustAdd({ content: shortText(n), containerTag: backlogTag, taskType: 'rag' })
    added++
  })
  progress.stop()
}

async function untilWorking(client: Client, documents: number): Promise<void> {
  while ((await client.countPending(backlogTag)) === documents) await sleep(50)
}
