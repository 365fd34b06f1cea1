import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import { documentWrites } from '../../test/lost-commits/document-writes.ts'
import { otherWrites } from '../../test/lost-commits/other-writes.ts'
import { webhookWrites } from '../../test/lost-commits/webhook-writes.ts'
import { Caller, loseCommit, type Write } from '../../test/lost-commits/write.ts'
import { type Fault, type PostgresProxy, startPostgresProxy } from '../../test/postgres-proxy.ts'
import type { Cluster } from '../clusters.ts'
import { createKey, createOrganization, install } from '../installation.ts'
import { command } from '../trial.ts'
import { countBroken } from './broken-invariants.ts'

/** Seconds per request on the slowest machine seen. */
const secondsPerRequest = 3
const workedOffWithinMs = 300_000

/**
 * Loses the answer to one commit after the other, or the commit itself, on every route that writes. The client
 * retries; then rows, files and answers must agree, and every document must be processed to its end.
 */
export const lostCommits = command({
  options: { requests: 200 },
  deadlineSeconds: ({ requests }) => 400 + requests * secondsPerRequest,
  async run(trial, { requests }) {
    const cluster = await trial.clusters.create('a')
    const settings = await install(trial, [cluster])
    await createOrganization(trial, settings, 'lost')
    const key = await createKey(trial, settings, 'lost')
    const proxy = await startPostgresProxy(cluster.url)
    try {
      const api = await trial.processes.start('serve', 'api', { ...settings, DATABASE_URL: proxy.url })
      const lost = await loseMany(new Caller(api.url, key), proxy, requests)
      Object.assign(trial.figures, lost)
      await trial.processes.start('worker', 'worker', settings)
      const read = await readToTheEnd(cluster)
      const invariantsBroken = await countBroken(cluster)
      Object.assign(trial.figures, read, { invariantsBroken, crashes: trial.processes.crashes })
      if (invariantsBroken > 0) return false
      return lost.disagreeing === 0 && lost.cut >= requests && read.failed === 0 && read.waiting === 0
    } finally {
      await proxy.close()
    }
  },
})

type Lost = {
  /** Commits whose answer was cut off. */
  cut: number
  answersLost: number
  refused: number
  disagreeing: number
  byWrite: Record<string, number>
}

/** Each write in turn, each of its commits in turn, until enough were lost. */
async function loseMany(caller: Caller, proxy: PostgresProxy, requests: number): Promise<Lost> {
  const figures: Lost = { cut: 0, answersLost: 0, refused: 0, disagreeing: 0, byWrite: {} }
  const turns = [...documentWrites, ...otherWrites, ...webhookWrites].map(write => ({
    write,
    skip: 0,
    fault: 'after' as Fault,
  }))
  for (let n = 0; figures.cut < requests; n++) {
    const turn = turns[n % turns.length]!
    const { write, skip, fault } = turn
    const trial = await loseCommit({ caller, proxy }, write, `lost-${n}`, { fault, skip })
    if (trial.problem) {
      figures.disagreeing++
      say(`${write.name}, commit ${skip} cut ${fault}: ${trial.problem}`)
    }
    if (trial.isCut) count(figures, write, fault, trial.firstStatus)
    // Starts over after the last commit. Seven of eight answers are lost after the commit succeeded.
    turn.skip = trial.isCut ? skip + 1 : 0
    if (!trial.isCut) turn.fault = fault === 'after' && n % 8 === 7 ? 'before' : 'after'
    if (n % 100 === 99) say(`${figures.cut} commits lost, ${figures.disagreeing} disagreements`)
  }
  return figures
}

function count(figures: Lost, { name }: Write, fault: Fault, firstStatus: number): void {
  figures.cut++
  if (fault === 'after') figures.answersLost++
  if (firstStatus === 503) figures.refused++
  figures.byWrite[name] = (figures.byWrite[name] ?? 0) + 1
}

async function readToTheEnd(
  cluster: Cluster,
): Promise<{ documents: number; failed: number; waiting: number }> {
  const deadline = Date.now() + workedOffWithinMs
  for (;;) {
    const [found] = await cluster.query<{ documents: number; failed: number; waiting: number }>(
      `select count(*)::int as documents, count(*) filter (where status = 'failed')::int as failed,
              count(*) filter (where status not in ('done', 'failed'))::int as waiting
         from cell.documents where tombstoned_at is null`,
    )
    if (found!.waiting === 0 || Date.now() > deadline) return found!
    await sleep(250)
  }
}
