import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Principal } from '../../platform/access/principal.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { checkInput } from '../../platform/lib/check-input.ts'
import { tagsOf } from '../containers/schema.ts'
import { recallAnswers } from '../idempotency/answer-once.ts'
import type { Keyed } from '../idempotency/store.ts'
import { type Accepted, type AddDocuments, addDocument, isOverQuota } from './add-document.ts'
import { addMany } from './add-many.ts'
import type { AddBatchBody } from './collection-schema.ts'
import { shardFor } from './receive-document.ts'
import { type AddDocumentBody, addDocumentBody } from './schema.ts'

/** So many documents at once are an import: they wait behind what people do by hand. */
const bulkAbove = 10

/** 600 items with 100 keys of metadata each take 150 ms to check: others have their turn in between. */
const itemsPerTurn = 50

/** Lines about one bad item: 600 of them must still be a small answer. */
const mostLines = 5

/** A failed item is named by its address or customId only as long as those may be. */
const longestUrl = 2_048
const longestCustomId = 255

type Item = { index: number; body: AddDocumentBody }
type Failed = {
  failure: string
  code?: string
  details?: string | undefined
  customId?: string
  url?: string
  /** The same item may be added at another time. */
  retryable?: true
}
export type BatchResult = Accepted | Failed

/**
 * Adds each document or says why not; the documents of one container are added together. Answers in the order given. When
 * none was added and some might be at another time, the whole is refused, as clients know to send that again.
 */
export async function addBatch(
  app: AddDocuments,
  principal: Principal,
  batch: AddBatchBody,
  from: { source: string; keyed?: Keyed | undefined },
): Promise<BatchResult[]> {
  // Where nothing fits any more the whole is refused, unless this is sent again and has filled it. Else what does not fit
  // fails by itself.
  const full = await checkRoom(app, principal)
  if (full && !from.keyed) throw full
  const results: BatchResult[] = []
  const items: Item[] = []
  for (const [index, given] of batch.documents.entries()) {
    const merged = withShared(batch, typeof given === 'string' ? { content: given } : given)
    const checked = checkInput(addDocumentBody, merged, 'document', { misspelt: false })
    if ('data' in checked) items.push({ index, body: checked.data })
    else results[index] = refuseInput(merged, checked.faults)
    if (index % itemsPerTurn === itemsPerTurn - 1) await nextTurn()
  }
  const lane = items.length > bulkAbove ? lanes.bulk : lanes.interactive
  for (const group of groupByContainer(items)) {
    const outcomes = full
      ? await recallGroup(app, principal, group, from.keyed!, full)
      : await addGroup(app, principal, group, { ...from, lane })
    group.forEach(({ index }, i) => {
      results[index] = outcomes[i]!
    })
  }
  if (full && !results.some(result => 'id' in result)) throw full
  return results
}

async function checkRoom(
  { quotas }: AddDocuments,
  { organization }: Principal,
): Promise<AppError | undefined> {
  try {
    await quotas?.checkRoom(organization)
  } catch (error) {
    if (isOverQuota(error)) return error as AppError
    throw error
  }
}

/** Items that an earlier request has added. */
async function recallGroup(
  { cells }: AddDocuments,
  principal: Principal,
  group: Item[],
  keyed: Keyed,
  full: AppError,
): Promise<BatchResult[]> {
  const items = group.map(({ index }) => index)
  const known = await recallAnswers(cells, keyed, shardFor(principal, group[0]!.body), items)
  const byItem = new Map(known.map(({ item, response }) => [item, response as Accepted]))
  return group.map(({ body, index }) => {
    const answer = byItem.get(index)
    return answer ? { ...answer, isRepeated: true } : refuse(body, full)
  })
}

export const isRetryable = (result: BatchResult) => 'failure' in result && result.retryable === true

/** What an item says wins over what all share; metadata is merged key by key. */
function withShared({ documents: _, ...shared }: AddBatchBody, item: Record<string, unknown>) {
  const merged: Record<string, unknown> = { ...shared, ...item }
  // Tags of an item replace the shared ones as a whole: one field of each would be a mixture nobody asked for.
  if (item.containerTag !== undefined || item.containerTags !== undefined) {
    merged.containerTag = item.containerTag
    merged.containerTags = item.containerTags
  }
  if (isObject(shared.metadata) && isObject(item.metadata))
    merged.metadata = { ...shared.metadata, ...item.metadata }
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function groupByContainer(items: Item[]): Item[][] {
  return [...Map.groupBy(items, ({ body }) => tagsOf(body)[0] ?? '').values()]
}

type From = Parameters<typeof addMany>[3] & { keyed?: Keyed | undefined }

/** All at once when all are new; else those with a customId one by one, oldest first, so that the newest has the last word. */
async function addGroup(
  app: AddDocuments,
  principal: Principal,
  group: Item[],
  { keyed, ...from }: From,
): Promise<BatchResult[]> {
  const once = keyed && { keyed, items: group.map(({ index }) => index) }
  const bodies = group.map(({ body }) => body)
  try {
    return await addMany(app, principal, bodies, from, once)
  } catch (error) {
    // One by one, each would wait for a database that is away.
    if (isAway(error)) return bodies.map(body => refuse(body, error))
    if (!isUniqueViolation(error) && !(error instanceof AppError)) throw error
    if (isRepeat(error)) throw error
  }
  return addEach(app, principal, group, { keyed, ...from })
}

async function addEach(
  app: AddDocuments,
  principal: Principal,
  group: Item[],
  from: From,
): Promise<BatchResult[]> {
  const results = new Map<Item, BatchResult>()
  let away: AppError | undefined
  for (const item of group.toSorted(byDate)) {
    const { body, index } = item
    const added = away ?? (await addOne(app, principal, body, { ...from, item: index }))
    if (isAway(added)) away = added
    results.set(item, added instanceof AppError ? refuse(body, added) : added)
  }
  return group.map(item => results.get(item)!)
}

const isAway = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'cell.unavailable'

/** The same request is being answered, or was with another body: no matter of single items. */
const isRepeat = (error: unknown) => error instanceof AppError && error.code === 'request.conflict'

const byDate = (a: Item, b: Item) =>
  (a.body.documentDate?.getTime() ?? Number.POSITIVE_INFINITY) -
    (b.body.documentDate?.getTime() ?? Number.POSITIVE_INFINITY) || a.index - b.index

async function addOne(
  app: AddDocuments,
  principal: Principal,
  body: AddDocumentBody,
  from: From & { item: number },
): Promise<Accepted | AppError> {
  try {
    return await addDocument(app, principal, body, from)
  } catch (error) {
    if (!(error instanceof AppError) || isRepeat(error)) throw error
    return error
  }
}

function refuse(body: AddDocumentBody, error: AppError): Failed {
  const { code, message, details } = error
  return { ...refusal(body, message, details), code, ...(isAway(error) && { retryable: true }) }
}

function refuseInput(item: Record<string, unknown>, lines: string[]): Failed {
  const details = lines.slice(0, mostLines)
  if (lines.length > mostLines) details.push(`and ${lines.length - mostLines} more`)
  return {
    ...refusal(item, lines[0]!, details.join('\n')),
    code: 'request.invalid',
  }
}

/** Says of a failed item what it can be recognized by. */
function refusal(
  { content, customId }: { content?: unknown; customId?: unknown },
  failure: string,
  details?: string,
): Failed {
  return {
    failure,
    ...(details !== undefined && { details }),
    ...(typeof customId === 'string' && customId.length <= longestCustomId && { customId }),
    ...(typeof content === 'string' && isAddress(content) && { url: content.trim() }),
  }
}

const isAddress = (content: string) => content.length <= longestUrl && /^https?:\/\/\S+$/.test(content.trim())
