import type { Cell } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { UnsealError } from '../../platform/lib/seal.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryEnding,
  type DueEndpoint,
  dropPending,
  endPending,
  releaseDeliveries,
  settleDeliveries,
} from './claim-store.ts'
import { type DisabledReason, type EndpointRow, findEndpoint, noteHealth } from './endpoint-store.ts'
import { messageBody, messageId } from './message.ts'
import { isDelivered, isGone } from './read-answer.ts'
import { endpointPause, isGivenUp, pauseAfter } from './retry-policy.ts'
import { openSecret, type SealApp } from './secret.ts'
import { signMessage } from './sign.ts'

/** A server that events are sent to. */
export type Target = {
  post(
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; retryAfterMs: number | undefined }>
  close(): Promise<void>
}

export type DeliveryApp = SealApp & {
  /** Opens connections to an address by the rules for foreign addresses. Throws an error with a stable `code`. */
  openTarget(url: string, connections: number): Promise<Target>
  /** The longest time that one attempt may take. */
  timeoutMs: number
  /** An endpoint that has failed for this long is switched off. */
  offAfterHours: number
  /** Switches the endpoint off, in every cell. */
  switchOff(org: string, endpoint: string, reason: DisabledReason): Promise<void>
  onAttempt?(outcome: 'delivered' | 'failed', seconds: number): void
}

const perRun = 32
const connections = 4
/** No event is begun after this time, so that a slow endpoint leaves its slot to others. */
const runMs = 10_000
/** After this many failures the rest of the run is given back. */
const mostFailures = 3
const slowMs = 2_000
const perStep = 1_000

type Place = Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>

/**
 * Sends due events of one endpoint: claims them for longer than the run can take, sends with no transaction open, and then
 * stores how it went. A worker that dies in between sends them again when the lease ends, under the same id. Returns how
 * many were sent.
 */
export async function deliverEvents(
  app: DeliveryApp,
  cell: Cell,
  at: Place,
  stopping: AbortSignal,
): Promise<number> {
  const scope = { org: at.org }
  const leaseMs = runMs + 2 * app.timeoutMs + 10_000
  const { endpoint, claimed } = await inScope(cell, scope, async db => {
    const found = await findEndpoint(db, at.org, at.endpoint)
    if (!found || found.disabledAt !== null || stopping.aborted) return { endpoint: found, claimed: [] }
    return { endpoint: found, claimed: await claimDeliveries(db, at, { most: perRun, leaseMs }) }
  })
  if (!endpoint || endpoint.disabledAt !== null) {
    // What was noted while the endpoint was removed or switched off.
    await inScope(cell, scope, db => (endpoint ? endPending(db, at, perStep) : dropPending(db, at, perStep)))
    return 0
  }
  if (claimed.length === 0) return 0
  const run = await sendAll(app, endpoint, claimed, stopping)
  await inScope(cell, scope, async db => {
    await settleDeliveries(db, at, run.endings)
    await releaseDeliveries(db, at, run.unsent)
    await noteHealth(db, at.org, at.endpoint, healthAfter(endpoint, run))
  })
  const reason = reasonToSwitchOff(app, endpoint, run)
  if (reason) {
    await app.switchOff(at.org, at.endpoint, reason)
    await inScope(cell, scope, db => endPending(db, at, perStep))
  }
  return run.endings.length
}

type Run = { endings: DeliveryEnding[]; unsent: ClaimedDelivery[]; failuresInRow: number; isGone: boolean }

async function sendAll(
  app: DeliveryApp,
  endpoint: EndpointRow,
  claimed: readonly ClaimedDelivery[],
  stopping: AbortSignal,
): Promise<Run> {
  const run: Run = { endings: [], unsent: [], failuresInRow: 0, isGone: false }
  const waiting = [...claimed]
  const until = performance.now() + runMs
  const sender = openSender(app, endpoint)
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const isOver =
        run.failuresInRow >= mostFailures || run.isGone || performance.now() > until || stopping.aborted
      if (isOver) {
        run.unsent.push(next)
        continue
      }
      note(app, run, next, await sender.send(next))
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, sendNext))
  } finally {
    await sender.close()
  }
  return run
}

type Answer = { status: number | null; error: string | null; ms: number; retryAfterMs?: number | undefined }

/** Opens the target at the first event. An address that cannot be reached fails each event in the same way. */
function openSender(app: DeliveryApp, endpoint: EndpointRow) {
  let target: Promise<Target> | undefined
  const post = async (delivery: ClaimedDelivery) => {
    target ??= app.openTarget(endpoint.url, connections)
    const body = messageBody(delivery)
    const message = { id: messageId(delivery.event), at: new Date(), body }
    const headers = {
      ...signMessage(message, validSecrets(app, endpoint)),
      'content-type': 'application/json',
    }
    return (await target).post(headers, body)
  }
  return {
    async send(delivery: ClaimedDelivery): Promise<Answer> {
      const started = performance.now()
      const ms = () => Math.round(performance.now() - started)
      try {
        const { status, retryAfterMs } = await post(delivery)
        return { status, error: null, ms: ms(), retryAfterMs }
      } catch (error) {
        const code = codeOf(error)
        if (code === undefined) throw error
        return { status: null, error: code, ms: ms() }
      }
    },
    async close(): Promise<void> {
      await (await target?.catch(() => undefined))?.close()
    },
  }
}

/** The old secret signs too for a while after a rotation. */
function validSecrets(
  app: SealApp,
  { org, endpoint, secret, previousSecret, previousUntil }: EndpointRow,
): Buffer[] {
  const isValid = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > Date.now()
  return [secret, ...(isValid ? [previousSecret] : [])].map(each => openSecret(app, org, endpoint, each))
}

/** Undefined: the failure is ours and not the endpoint's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof UnsealError) return 'webhook.secret_unreadable'
  const { name, code } = error as { name?: string; code?: unknown }
  return name === 'FetchError' && typeof code === 'string' ? code : undefined
}

function note(app: DeliveryApp, run: Run, { event, attempts }: ClaimedDelivery, answer: Answer): void {
  const { status, error, ms, retryAfterMs } = answer
  const isDone = isDelivered(status)
  const afterMs = isDone ? undefined : pauseAfter(attempts, retryAfterMs)
  run.failuresInRow = isDone ? 0 : run.failuresInRow + 1
  run.isGone ||= isGone(status)
  run.endings.push({
    event,
    attempts,
    state: isDone ? 'delivered' : afterMs === undefined ? 'failed' : 'pending',
    afterMs: afterMs ?? null,
    entry: { at: new Date().toISOString(), status, ms, error },
  })
  app.onAttempt?.(isDone ? 'delivered' : 'failed', ms / 1000)
}

function healthAfter({ failures, failingSince }: EndpointRow, { endings, failuresInRow }: Run) {
  const isSlow = endings.some(({ entry }) => entry.ms >= slowMs)
  if (failuresInRow === 0) return { failures: 0, failingSince: null, pausedUntil: null, isSlow }
  const hasSucceeded = endings.some(({ state }) => state === 'delivered')
  const inRow = hasSucceeded ? failuresInRow : failures + failuresInRow
  const pauseMs = endpointPause(inRow)
  return {
    failures: inRow,
    failingSince: (hasSucceeded ? null : failingSince) ?? new Date(),
    pausedUntil: pauseMs > 0 ? new Date(Date.now() + pauseMs) : null,
    isSlow,
  }
}

function reasonToSwitchOff(
  { offAfterHours }: DeliveryApp,
  { failingSince }: EndpointRow,
  { endings, failuresInRow, isGone }: Run,
): DisabledReason | undefined {
  if (isGone) return 'gone'
  const isFailing = failuresInRow > 0 && !endings.some(({ state }) => state === 'delivered')
  return isFailing && failingSince !== null && isGivenUp(failingSince, offAfterHours) ? 'failing' : undefined
}
