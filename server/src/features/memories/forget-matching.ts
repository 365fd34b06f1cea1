import type { Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { decodeId, newId } from '../../platform/lib/ids.ts'
import type { ContainerKey } from '../containers/store.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type JournalApp, journalErasures } from '../erasures/journal-erasures.ts'
import { openErasure } from '../erasures/store.ts'
import { type RecallApp, SearchRequest } from '../recall/search-request.ts'
import { findContainerByTag } from './find-container-by-tag.ts'
import type { ForgetMatchingBody } from './schema.ts'
import { searchMemories } from './search-memories.ts'
import { findCurrent, forgetMemories } from './store.ts'

export type ForgetMatch = { id: string; text: string; score: number }

export type ForgetOutcome = { matched: ForgetMatch[]; batch: string | null }

/**
 * Forgets the memories that match a query, or the named ones, as one batch, whose id is also that of its receipt. A dry run
 * only returns them.
 */
export async function forgetMatching(
  app: RecallApp & JournalApp & { wakes: Wakes },
  principal: Principal,
  body: ForgetMatchingBody,
  signal: AbortSignal,
): Promise<ForgetOutcome> {
  const key = await findContainerByTag(app.cells, principal, tagOf(body))
  if (!key) return { matched: [], batch: null }
  const matched = await match(app, principal, key, body, signal)
  if (body.dryRun || matched.length === 0) return { matched, batch: null }
  const batch = newId(key.shard)
  const ids = matched.map(({ id }) => id)
  const forgotten = await inScope(app.cells.of(key.shard), key, async db => {
    await wakeDreams(db, app.wakes.of(key.shard), key, 0)
    const forgotten = await forgetMemories(db, key, ids, { reason: body.reason ?? null, batch })
    const { length: requested } = forgotten
    const receipt = { kind: 'memory', target: null, askedBy: principal.key.id, requested } as const
    if (requested > 0)
      await openErasure(db, key, { ...receipt, id: batch, forgotten: requested, isFinished: true })
    return forgotten
  })
  // Another request may have forgotten them first.
  if (forgotten.length === 0) return { matched: [], batch: null }
  await journalErasures(app, principal.organization.id, [batch])
  return { matched: matched.filter(({ id }) => forgotten.includes(id)), batch }
}

async function match(
  app: RecallApp,
  principal: Principal,
  key: ContainerKey,
  { query, ids, threshold, maxForget, ...body }: ForgetMatchingBody,
  signal: AbortSignal,
): Promise<ForgetMatch[]> {
  if (query !== undefined) {
    const request = new SearchRequest({ app, principal, containerTags: [tagOf(body)], signal })
    const found = await searchMemories(request, {
      ...{ q: query, limit: maxForget, threshold, byLikeness: true },
    })
    return found.map(({ memory, similarity }) => ({ id: memory.id, text: memory.text, score: similarity }))
  }
  const named = (ids ?? []).map(decodeId).filter(id => id !== undefined)
  const rows = await inScope(app.cells.of(key.shard), key, db => findCurrent(db, key, named))
  return rows.slice(0, maxForget).map(({ id, text }) => ({ id, text, score: 1 }))
}
