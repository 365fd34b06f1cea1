import { checkTags, type Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { rankOf } from '../../platform/lanes/fairness.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { decodeId, encodeId } from '../../platform/lib/ids.ts'
import { settingsCacheMs } from '../../platform/lib/settings-cache-ms.ts'
import { tagsOf } from '../containers/schema.ts'
import type { AddDocuments } from './add-document.ts'
import type { ReprocessBody } from './collection-schema.ts'
import { getDocument } from './get-document.ts'
import { type ItemError, itemError } from './item-error.ts'
import { listIds, type Selection } from './list-store.ts'
import { dreamOnceMore, processOnceMore } from './retry-store.ts'
import { inEachCell } from './select-documents.ts'

type App = Pick<AddDocuments, 'cells' | 'wakes'>
type Place = { shard: number; org: string; container: string; id: string }

export type Reprocessing = { count: number; after: string | null; errors: ItemError[] }

/** One call takes up so many, and one transaction so many of them: nobody waits long for either. */
const perCall = 10_000
const perStep = 500

/**
 * Reads documents again after settings have changed. A document that waits for that already is not counted twice, so the same
 * call again changes nothing. `after` names the last document of the call when there are more.
 */
export async function reprocessDocuments(
  app: App,
  principal: Principal,
  body: ReprocessBody,
): Promise<Reprocessing> {
  const { places, after, errors } = body.ids
    ? await namedBy(app, principal, body.ids, tagsOf(body))
    : await taggedWith(app, principal, body)
  let count = 0
  for (const documents of Map.groupBy(places, ({ container }) => container).values())
    for (let at = 0; at < documents.length; at += perStep)
      count += await requeue(app, documents.slice(at, at + perStep), body.from)
  return { count, after, errors }
}

type Found = { places: Place[]; after: string | null; errors: Reprocessing['errors'] }

async function namedBy(app: App, principal: Principal, ids: string[], tags: string[]): Promise<Found> {
  checkTags(principal, tags)
  const carrying = tags.length > 0 ? tags : undefined
  const found: Found = { places: [], after: null, errors: [] }
  for (const id of new Set(ids)) {
    try {
      found.places.push(await getDocument(app.cells, principal, { id, carrying }))
    } catch (error) {
      found.errors.push(itemError(id, error))
    }
  }
  return found
}

async function taggedWith({ cells }: App, principal: Principal, body: ReprocessBody): Promise<Found> {
  const tags = tagsOf(body)
  // Without a tag it would be everything an organization has, and all that a language model costs for it.
  if (tags.length === 0 && principal.containerTag === undefined)
    throw new AppError('request.invalid', { message: 'Select the documents with ids or containerTags' })
  const first = body.after === undefined ? undefined : decodeId(body.after)
  if (body.after !== undefined && !first)
    throw new AppError('request.invalid', {
      message: 'after: must be the value of `after` in an earlier response',
    })
  const list = (db: Db, selection: Selection) => listIds(db, selection, { after: first, take: perCall + 1 })
  const found = (await inEachCell(cells, principal, { tags }, list)).flat()
  const all = found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const places = all.slice(0, perCall)
  return { places, after: all.length > perCall ? encodeId(places.at(-1)!.id) : null, errors: [] }
}

async function requeue(
  { cells, wakes }: App,
  documents: Place[],
  from: ReprocessBody['from'],
): Promise<number> {
  const { shard, org, container } = documents[0]!
  const key = { shard, org, container }
  const ids = documents.map(({ id }) => id)
  const queue = wakes.of(shard)
  return inScope(cells.of(shard), key, async db => {
    if (from === 'dreaming') {
      const count = await dreamOnceMore(db, key, ids)
      if (count > 0) await wakeDreams(db, queue, key, 0)
      return count
    }
    const again = await processOnceMore(db, key, ids, settingsCacheMs)
    const notBefore = new Date(Date.now() + settingsCacheMs)
    for (const kind of again.lanes as LaneKind[])
      await queue.wake(db, { ...key, kind }, { rank: rankOf(notBefore, kind), notBefore })
    return again.count
  })
}
