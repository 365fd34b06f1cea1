import { openLogins } from '../../../app/open-logins.ts'
import type { Config } from '../../../platform/config.ts'
import { type Source, unscoped } from '../../../platform/db/tx.ts'
import { backlogCeiling, countBacklog, type DueCount } from '../../../platform/lanes/count-backlog.ts'
import { countWorkers, type WorkerCount } from '../../worker/store.ts'
import { withDirectory, withMaintenance } from '../directory.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** A text takes about a second. If a document waits longer than this, documents arrive faster than they are processed. */
const lateSeconds = 300

/** Checks that a worker is alive, and counts the waiting documents. An unreachable database is reported by `checkCells`. */
export async function checkWork(config: Config): Promise<Finding[]> {
  const workers = await readWorkers(config).catch(() => undefined)
  const backlog = await readBacklog(config).catch(() => undefined)
  if (!workers || !backlog) return []
  return [describeWorkers(workers, backlog), describeBacklog(backlog)]
}

function describeWorkers({ alive, lastSeenSeconds }: WorkerCount, { due }: DueCount): Finding {
  const subject = 'workers'
  if (alive > 0) return ok(subject, alive === 1 ? '1 alive' : `${alive} alive`)
  const seen = lastSeenSeconds === null ? '' : `, the last was seen ${toSpan(lastSeenSeconds)} ago`
  const todo = 'Start one: "reverie start" runs API and worker, "reverie worker" a worker alone.'
  // Without waiting documents, a missing worker only means that the server was stopped.
  return (due > 0 ? failure : warning)(subject, `none alive${seen}`, todo)
}

function describeBacklog({ due, oldestSeconds }: DueCount): Finding {
  const subject = 'backlog'
  if (due === 0) return ok(subject, 'no document waits')
  const count = due >= backlogCeiling ? `${due} or more` : due
  const found = `${count} ${due === 1 ? 'document waits' : 'documents wait'}, the oldest for ${toSpan(oldestSeconds)}`
  if (oldestSeconds < lateSeconds) return ok(subject, found)
  return warning(
    subject,
    found,
    'Run more workers ("reverie worker"), or raise WORKER_SLOTS on a machine with free cores.',
  )
}

function readWorkers(config: Config): Promise<WorkerCount> {
  return withDirectory(config, directory => unscoped(directory, countWorkers))
}

async function readBacklog(config: Config): Promise<DueCount> {
  const total = { due: 0, oldestSeconds: 0 }
  for (const address of (await openLogins(config)).cells) {
    const count = (cell: Source) => unscoped(cell, countBacklog)
    const { due, oldestSeconds } = await withMaintenance(address, 'reverie doctor', count)
    total.due += due
    total.oldestSeconds = Math.max(total.oldestSeconds, oldestSeconds)
  }
  return total
}

function toSpan(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`
}
