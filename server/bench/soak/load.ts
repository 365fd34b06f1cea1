import { setTimeout as sleep } from 'node:timers/promises'
import { addShot, type SearchTarget, searchShot } from '../growth/requests.ts'
import type { BenchOrganization } from '../growth/scene.ts'
import { type LoadAnswer, type Shooter, shootAt } from '../open-loop.ts'
import { type Minutes, unsentStatus } from './minutes.ts'

export type Load = { forMs: number; minutes: Minutes; signal: AbortSignal }

/** Clients that search one after the other (closed loop), and wait as long as they are told when they are refused. */
export async function searchInTurn(
  shooters: ReadonlyMap<BenchOrganization, Shooter>,
  targets: readonly SearchTarget[],
  { clients, forMs, minutes, signal }: { clients: number } & Load,
): Promise<void> {
  const until = performance.now() + forMs
  const search = async (client: number) => {
    for (let n = client; performance.now() < until && !signal.aborted; n += clients) {
      const target = targets[n % targets.length]!
      const sentAt = performance.now()
      const answer = await shooters.get(target.organization)!.send(searchShot(n, target))
      minutes.add(sentAt, answer)
      if (answer.status !== 200) await sleep(1_000 * (answer.retryAfterSeconds ?? 1))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => search(client)))
}

/** Adds that may be without an answer at once. Beyond it, an add is not sent, and counts as failed. */
const mostOpen = 3_500

const unsent: LoadAnswer = { status: unsentStatus, ms: 0, retryAfterSeconds: undefined }

/** Adds at a rate that does not depend on the answers (open loop). A refused add is not repeated: it counts as refused. */
export async function addAtRate(
  shooters: ReadonlyMap<BenchOrganization, Shooter>,
  targets: readonly SearchTarget[],
  { perSecond, forMs, minutes, signal }: { perSecond: number } & Load,
): Promise<void> {
  // A minute at a time, because each keeps its answers until it ends. The next one does not wait for late answers.
  const running: Promise<unknown>[] = []
  let open = 0
  const started = performance.now()
  for (let from = 0; from < forMs; from += 60_000) {
    await sleep(Math.max(0, started + from - performance.now()))
    if (signal.aborted) break
    const shoot = async (n: number, dueAt: number) => {
      const at = from + n
      const target = targets[at % targets.length]!
      open++
      const answer =
        open <= mostOpen ? await shooters.get(target.organization)!.send(addShot(at, target), dueAt) : unsent
      open--
      minutes.add(dueAt, answer)
      return answer
    }
    running.push(shootAt(perSecond, Math.min(60_000, forMs - from), shoot))
  }
  await Promise.all(running)
}
