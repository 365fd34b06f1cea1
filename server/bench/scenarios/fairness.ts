import { setTimeout as sleep } from 'node:timers/promises'
import type { Spread } from '../../measure/percentile.ts'
import { say } from '../../measure/report.ts'
import type { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { createClient, install } from '../installation.ts'
import type { Settings } from '../supervised.ts'
import { shortText } from '../texts.ts'
import { command, type Trial, verdict } from '../trial.ts'
import { clear, type Flood, fill } from './flood.ts'
import { addNowAndThen, everyMs, limitOf } from './now-and-then.ts'
import { besideSlowLinks } from './slow-links.ts'

type Place = {
  trial: Trial
  settings: Settings
  cluster: Cluster
  url: string
  quiet: Client
  limitMs: number
  seconds: number
}

/** What was seen beside one flood: times to `done` of another organization's documents. */
type Seen = { samples: number; p50Ms: number; maxMs: number; left: number; sameOrganizationP50Ms?: number }

/**
 * First with links to a server that does not answer (`slow-links.ts`). Then one organization floods one worker process, in
 * one container and in many, in the interactive and in the bulk lane, and another organization adds a document now and
 * then. Beside a flood in one container, the same is measured for another container of that organization. Time is shared
 * between organizations, so nothing is promised there, and the figure is for information. Beside many, it waits for a slice
 * of each.
 *
 * `--documents 60000 --containers 1,100,60000 --seconds 60` is the full size.
 */
export const fairness = command({
  options: { documents: 6_000, containers: '1,100,6000', lanes: 'interactive,bulk', seconds: 15, links: 1 },
  deadlineSeconds: ({ documents, containers, lanes, seconds }) =>
    240 + (containers.split(',').length * lanes.split(',').length + 2) * (seconds * 3 + documents / 400 + 60),
  async run(trial, { documents, containers, lanes, seconds, links }) {
    const cluster = await trial.clusters.create('a')
    const settings = await install(trial, [cluster], { FETCH_ALLOW: '127.0.0.1' })
    const api = await trial.processes.start('serve', 'api', settings)
    const quiet = await createClient(trial, settings, 'quiet', api.url)
    const first = await trial.processes.start('worker', 'worker', settings)
    await quiet.timeToDone({ content: shortText(0), containerTag: 'notes' })
    const idle = await addNowAndThen(note(quiet, 1), Math.min(10, seconds / 2) * everyMs)
    const limitMs = limitOf(idle.p50)
    Object.assign(trial.figures, { idleP50Ms: idle.p50, idleMaxMs: idle.max, limitMs, documents })
    const isFairToLinks = links === 0 || (await besideLinks(trial, settings, quiet, idle, seconds, api.url))
    await first.end()
    const place = { trial, settings, cluster, url: api.url, quiet, limitMs, seconds }
    const seen: Seen[] = []
    for (const count of containers.split(',').map(Number))
      for (const lane of lanes.split(',')) {
        const flood = { documents: Math.max(documents, count), containers: count, lane }
        seen.push(await beside(place, flood))
        trial.figures.floods = { ...(trial.figures.floods as object), [`${count} ${lane}`]: seen.at(-1) }
      }
    trial.figures.maxMs = Math.max(...seen.map(({ maxMs }) => maxMs))
    // A flood that ran out earlier would have proved nothing.
    return verdict(
      seen.every(({ left }) => left > 0),
      isFairToLinks && seen.every(({ maxMs }) => maxMs <= limitMs),
    )
  },
})

let notes = 0

const note =
  (client: Client, from = 0) =>
  (n: number) =>
    client.timeToDone({ content: shortText(from + n), containerTag: 'notes' })

async function besideLinks(
  trial: Trial,
  settings: Settings,
  texts: Client,
  idle: Spread,
  seconds: number,
  url: string,
): Promise<boolean> {
  const busy = await createClient(trial, settings, 'busy', url)
  const links = await createClient(trial, settings, 'links', url)
  return besideSlowLinks(trial, { busy, texts, links }, idle, seconds * 1000)
}

async function beside(place: Place, flood: Flood): Promise<Seen> {
  const { trial, settings, cluster, url, quiet, limitMs, seconds } = place
  const { documents, containers, lane } = flood
  const busy = await createClient(trial, settings, `flood-${containers}-${lane}`, url)
  await fill(busy, cluster, flood)
  const worker = await trial.processes.start('worker', `worker-${containers}-${lane}`, settings)
  while ((await busy.countPending()) === documents) await sleep(50)
  notes += 10_000
  const other = await addNowAndThen(note(quiet, notes), seconds * 1000)
  // Counted before the second half, which is for information.
  const left = (await busy.countPending()) ?? 0
  say(
    `${containers} containers, ${lane}: another organization ${other.p50} ms (p50), ${other.max} ms at most (limit ${limitMs}); ${left} left`,
  )
  const seen: Seen = { samples: other.count, p50Ms: other.p50, maxMs: other.max, left }
  if (containers === 1) {
    const same = await addNowAndThen(note(busy, notes + 5_000), Math.min(5, seconds / 2) * everyMs)
    seen.sameOrganizationP50Ms = same.p50
    say(`another container of the same organization: ${same.p50} ms (p50)`)
  }
  await worker.end()
  await clear(cluster)
  return seen
}
