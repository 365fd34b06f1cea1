import { setTimeout as sleep } from 'node:timers/promises'
import { listUnsettled, toLines } from '../../test/invariants/check-invariants.ts'
import { Violated } from './caller.ts'
import type { StormOrganization, World } from './world.ts'

const settledWithinMs = 60_000
const lookEveryMs = 150
const skipEveryMs = 1_500

/** Waits until nothing of the organization waits or runs. */
export async function settle({ ask }: World, { id }: StormOrganization): Promise<void> {
  const started = Date.now()
  let skippedAt = started
  for (let quiet = 0; quiet < 2; ) {
    const left = await listUnsettled({ directory: ask, cells: [ask] }, id)
    quiet = left.length === 0 ? quiet + 1 : 0
    if (Date.now() - started > settledWithinMs)
      throw new Violated([`not settled within ${settledWithinMs / 1000} s`, ...toLines(left)].join('\n    '))
    if (Date.now() - skippedAt > skipEveryMs) {
      skippedAt = Date.now()
      await skipPauses({ ask }, id)
    }
    await sleep(quiet === 1 ? 50 : lookEveryMs)
  }
}

/** Ends the pauses before the next attempt, which last up to hours. An attempt that runs is made once more. */
async function skipPauses({ ask }: Pick<World, 'ask'>, org: string): Promise<void> {
  await ask(
    `update cell.webhook_deliveries set due_at = now() where org = $1 and state = 'pending' and due_at > now()`,
    [org],
  )
  await ask('update work.wakes_later set due_at = now() where org = $1', [org])
  await ask('update cell.webhook_subscriptions set paused_until = null where org = $1', [org])
  await ask(
    `update cell.documents set due_at = now() where org = $1 and due_at > now() + interval '3 seconds'`,
    [org],
  )
}
