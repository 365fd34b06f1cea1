import type { Cell } from '../../platform/db/cells.ts'
import { isPassing } from '../../platform/db/pool.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { rankOf } from '../../platform/lanes/fairness.ts'
import { shutGate, waitAtGate } from '../../platform/lanes/gate-store.ts'
import type { Lane } from '../../platform/lanes/lane.ts'
import { pause } from '../../platform/lanes/run-lanes.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import type { Draft, StageName } from './draft.ts'
import type { Outcome } from './outcome.ts'
import type { Pipeline } from './pipeline.ts'
import { closeSuperseded, type Ending, endAttempts, returnAttempts } from './store.ts'

type BlockedOutcome = Extract<Outcome<never>, { kind: 'blocked' }>

/** Stores how a stage ended for the documents that do not go on, and wakes their lane when they are due again. */
export async function settle(
  app: Pipeline,
  cell: Cell,
  stage: StageName,
  drafts: Draft[],
  outcomes: Outcome<Draft>[],
): Promise<void> {
  const done = outcomes.filter(({ kind }) => kind === 'done').length
  if (done > 0) app.onOutcome('done', done)
  const lost = drafts.filter((_, i) => outcomes[i]!.kind === 'superseded').map(({ document }) => document)
  const endings = outcomes.flatMap((outcome, i) => toEnding(app, stage, drafts[i]!.document, outcome))
  if (lost.length === 0 && endings.length === 0) return
  const { org } = drafts[0]!.document
  await untilStored(app, () =>
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

const storeAgainMs = 1_000

/**
 * An ending that could not be stored, because the database is away, is stored when it is back: the worker has lived, so
 * the attempt must not count against the document as if the document had killed it. The slot can do nothing else in this
 * cell anyway. A worker that is killed meanwhile leaves the attempt counted, as it must.
 */
async function untilStored(app: Pipeline, store: () => Promise<void>): Promise<void> {
  const stopping = app.stopping ?? AbortSignal.abort()
  for (;;) {
    try {
      return await store()
    } catch (error) {
      if (stopping.aborted || !isPassing(error)) throw error
      await pause(storeAgainMs, stopping)
    }
  }
}

async function storeEndings(
  app: Pipeline,
  db: Db,
  cell: Cell,
  endings: readonly Ending[],
  outcomes: readonly Outcome<Draft>[],
): Promise<void> {
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
  await app.queueOf(cell).wake(db, lane, { rank: rankOf(notBefore, kind), notBefore })
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
  for (const { gate, code, message } of new Map(blocked.map(each => [each.gate, each])).values())
    await shutGate(db, { name: gate, code, reason: message }, gates.probeMs)
  const ofLane = blocked.filter(({ afterMs }) => afterMs === undefined).map(({ gate }) => gate)
  return ofLane.length > 0 && waitAtGate(db, ofLane, lane)
}

/** Documents that are blocked are due at once: their lane gets no wake before the gate opens. */
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
