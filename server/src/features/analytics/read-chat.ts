import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import type { AnalyticsCells } from './name-keys.ts'
import { chatWindows, type weekdays } from './period.ts'
import { sumWindows, type WindowSums } from './store.ts'

export type ChatReport = { sums: Map<string, WindowSums>; weekday: (typeof weekdays)[number] }

/** Reads tokens and durations over every window of the answer, in one statement. */
export async function readChat(
  cells: Pick<AnalyticsCells, 'of'>,
  organization: Organization,
): Promise<ChatReport> {
  const owner = { shard: organization.homeShard, org: organization.id }
  const { windows, weekday } = chatWindows()
  const sums = await inScope(cells.of(owner.shard), { org: owner.org }, db => sumWindows(db, owner, windows))
  return { sums, weekday }
}
