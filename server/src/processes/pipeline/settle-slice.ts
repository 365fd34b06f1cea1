import type { Cell } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { untilStored } from '../../platform/db/until-stored.ts'
import { waitAtGate } from '../../platform/lanes/gate-store.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import type { Draft, StageName } from './draft.ts'
import { databaseLost, type Outcome } from './outcome.ts'
import type { Pipeline } from './pipeline.ts'
import { closeSuperseded, type Ending, endAttempts, findLossy, returnAttempts } from './store.ts'

type BlockedOutcome = Extract<Outcome<never>, { kind: 'blocked' }>

/** Stores how a stage ended for the documents that do not go on, and wakes their lane when they are due again. */
export async function settle(
  app: Pipeline,
  cell: Cell,
  stage: StageName,
  drafts: Draft[],
  outcomes: Outcome<Draft>[],
): Promise<void> {
  const done = drafts.filter((_, i) => outcomes[i]!.kind === 'done').map(({ document }) => document)
  if (done.length > 0) app.onOutcome('done', done.length)
  if (done.length > 0) app.onDone?.(done)
  const lost = drafts.filter((_, i) => outcomes[i]!.kind === 'superseded').map(({ document }) => document)
  const endings = outcomes.flatMap((outcome, i) => toEnding(app, stage, drafts[i]!.document, outcome))
  if (lost.length === 0 && endings.length === 0) return
  const { org } = drafts[0]!.document
  await untilStored(app.stopping, () =>
    inScope(cell, { org }, async db => {
      if (lost.length > 0) await closeSuperseded(db, lost)
      if (endings.length > 0) await storeEndings(app, db, cell, endings, outcomes)
    }),
  )
  if (outcomes.some(({ kind }) => kind === 'blocked')) app.gates?.forget(cell)
  for (const ending of endings) {
    app.onOutcome(ending.outcome, 1)
    app.onEnding?.(ending)
  }
}

/** More often than this, no document is in flight by chance when Postgres is lost. */
const mostLosses = 10

/**
 * Leaves out the documents that were in flight so often when the database was lost that they may be the reason. They are
 * treated like those whose worker died: the attempt counts, and the next one is made with the document alone.
 */
async function withoutSuspects(db: Db, endings: readonly Ending[]): Promise<readonly Ending[]> {
  const losses = endings.filter(({ message }) => message === databaseLost)
  if (losses.length === 0) return endings
  const suspects = await findLossy(db, losses, mostLosses)
  return endings.filter(({ document }) => !suspects.has(document.id))
}

async function storeEndings(
  app: Pipeline,
  db: Db,
  cell: Cell,
  all: readonly Ending[],
  outcomes: readonly Outcome<Draft>[],
): Promise<void> {
  const endings = await withoutSuspects(db, all)
  if (endings.length === 0) return
  const { shard, org, container, lane: kind } = endings[0]!.document
  const lane = { shard, org, container, kind }
  await endAttempts(db, endings)
  // Another worker may have taken a document over while the ending could not be stored.
  const uncounted = endings.filter(({ attempts, document }) => attempts < document.attempts)
  if (uncounted.length > 0) await returnAttempts(db, uncounted)
  const isWaiting = await shutGates(app, db, lane, outcomes)
  const waits = endings
    .filter(({ outcome, afterMs }) => outcome === 'retry' && !(isWaiting && afterMs === 0))
    .map(({ afterMs }) => afterMs)
  if (waits.length === 0) return
  const notBefore = new Date(Date.now() + Math.min(...waits))
  await app.queueOf(cell).wake(db, lane, { notBefore })
}

/** Shuts the gates that documents were blocked at. True when the whole lane now waits at one of them. */
async function shutGates(
  { gates }: Pipeline,
  db: Db,
  lane: Lane,
  outcomes: readonly Outcome<Draft>[],
): Promise<boolean> {
  const blocked = outcomes.filter((outcome): outcome is BlockedOutcome => outcome.kind === 'blocked')
  if (!gates || blocked.length === 0) return false
  // In one order, so that two workers do not wait for each other.
  const byName = new Map(blocked.map(each => [each.gate, each]))
  for (const [name, { code, message }] of [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await gates.shut(db, { name, code, reason: message })
  const ofLane = blocked.filter(({ afterMs }) => afterMs === undefined).map(({ gate }) => gate)
  return ofLane.length > 0 && waitAtGate(db, ofLane, lane)
}

/** Where there are no gates. Otherwise blocked documents are due at once: their lane gets no wake before the gate opens. */
const withoutGatesMs = 5_000

function toEnding(
  app: Pipeline,
  stage: StageName,
  document: ClaimedDocument,
  outcome: Outcome<Draft>,
): Ending[] {
  if (outcome.kind === 'next' || outcome.kind === 'done' || outcome.kind === 'superseded') return []
  const { code, message } = outcome
  const ended = { document, stage, code, message }
  if (outcome.kind === 'failed')
    return [{ ...ended, outcome: 'failed', afterMs: 0, attempts: document.attempts }]
  if (outcome.kind === 'blocked') {
    const { afterMs = app.gates ? 0 : withoutGatesMs } = outcome
    return [{ ...ended, outcome: 'retry', afterMs, attempts: document.attempts - 1 }]
  }
  const attempts = outcome.countsAsAttempt ? document.attempts : document.attempts - 1
  const exhausted = attempts >= app.maxAttempts
  return [{ ...ended, outcome: exhausted ? 'failed' : 'retry', afterMs: outcome.afterMs, attempts }]
}
