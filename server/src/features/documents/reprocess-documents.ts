import { checkTags, type Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { decodeId, encodeId } from '../../platform/lib/ids.ts'
import { settingsCacheMs } from '../../platform/lib/settings-cache-ms.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { DocumentsApp } from './add-document.ts'
import type { ReprocessBody } from './collection-schema.ts'
import { getDocument } from './get-document.ts'
import { type ItemError, itemError } from './item-error.ts'
import { listIds, type Selection } from './list-store.ts'
import { requeueForDreaming, requeueForProcessing } from './retry-store.ts'
import { inEachCell } from './select-documents.ts'

type App = Pick<DocumentsApp, 'cells' | 'wakes'>
type DocumentKey = ContainerKey & { id: string }

export type ReprocessResult = { count: number; after: string | null; errors: ItemError[] }

/** The most documents per call and per transaction, so that neither blocks others for long. */
const perCall = 10_000
const perStep = 500

/**
 * Queues documents for processing again after settings have changed. A document that is queued already is not counted,
 * so repeating the call changes nothing. If there are more documents, `after` names the last one of this call.
 */
export async function reprocessDocuments(
  app: App,
  principal: Principal,
  body: ReprocessBody,
): Promise<ReprocessResult> {
  const { keys, after, errors } = body.ids
    ? await selectByIds(app, principal, body.ids, tagsOf(body))
    : await selectByTags(app, principal, body)
  let count = 0
  for (const documents of Map.groupBy(keys, ({ container }) => container).values())
    for (let at = 0; at < documents.length; at += perStep)
      count += await requeue(app, documents.slice(at, at + perStep), body.from)
  return { count, after, errors }
}

type DocumentSelection = { keys: DocumentKey[]; after: string | null; errors: ReprocessResult['errors'] }

async function selectByIds(
  app: App,
  principal: Principal,
  ids: string[],
  tags: string[],
): Promise<DocumentSelection> {
  checkTags(principal, tags)
  const carrying = tags.length > 0 ? tags : undefined
  const selection: DocumentSelection = { keys: [], after: null, errors: [] }
  for (const id of new Set(ids)) {
    try {
      selection.keys.push(await getDocument(app.cells, principal, { id, carrying }))
    } catch (error) {
      selection.errors.push(itemError(id, error))
    }
  }
  return selection
}

async function selectByTags(
  { cells }: App,
  principal: Principal,
  body: ReprocessBody,
): Promise<DocumentSelection> {
  const tags = tagsOf(body)
  // Without a tag this would reprocess the whole organization, with the language model costs of all its documents.
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
  const keys = all.slice(0, perCall)
  return { keys, after: all.length > perCall ? encodeId(keys.at(-1)!.id) : null, errors: [] }
}

async function requeue(
  { cells, wakes }: App,
  documents: DocumentKey[],
  from: ReprocessBody['from'],
): Promise<number> {
  const { shard, org, container } = documents[0]!
  const key = { shard, org, container }
  const ids = documents.map(({ id }) => id)
  const queue = wakes.of(shard)
  return inScope(cells.of(shard), key, async db => {
    if (from === 'dreaming') {
      const count = await requeueForDreaming(db, key, ids)
      if (count > 0) await wakeDreams(db, queue, key, 0)
      return count
    }
    const again = await requeueForProcessing(db, key, ids, settingsCacheMs)
    const notBefore = new Date(Date.now() + settingsCacheMs)
    for (const kind of again.lanes as LaneKind[]) await queue.wake(db, { ...key, kind }, { notBefore })
    return again.count
  })
}
