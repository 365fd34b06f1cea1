import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Principal } from '../../platform/access/principal.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { checkInput } from '../../platform/lib/check-input.ts'
import { defaultContainerTag, placeContainer } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import { findEarlierAnswers } from '../idempotency/answer-once.ts'
import type { IdempotentRequest } from '../idempotency/store.ts'
import { type AcceptedDocument, addDocument, type DocumentsApp, isOverQuota } from './add-document.ts'
import { addMany } from './add-many.ts'
import type { AddBatchBody } from './collection-schema.ts'
import { shardFor } from './receive-document.ts'
import { type AddDocumentBody, addDocumentBody } from './schema.ts'

/** A batch with more documents than this is an import: it waits behind documents that people add one by one. */
const bulkAbove = 10

/**
 * Checking 600 items with 100 metadata keys each takes 150 ms. Other requests run between two groups of this many
 * items.
 */
const itemsPerTurn = 50

/** The most error lines for one invalid item, so that 600 invalid items still give a small answer. */
const maxLines = 5

/** The result of a failed item repeats its address or customId only up to the lengths that are allowed for them. */
const maxUrlLength = 2_048
const maxCustomIdLength = 255

type Item = { index: number; body: AddDocumentBody }
type FailedItem = {
  failure: string
  code?: string
  details?: string | undefined
  customId?: string
  url?: string
  /** The same item may succeed later. */
  retryable?: true
}
export type BatchResult = AcceptedDocument | FailedItem

/**
 * Adds each document or reports why it was refused. Documents of one shard are added together, whatever their
 * containers. Results keep the order of the items.
 */
export async function addBatch(
  app: DocumentsApp,
  principal: Principal,
  batch: AddBatchBody,
  options: { source: string; idempotent?: IdempotentRequest | undefined },
): Promise<BatchResult[]> {
  // If the quota is used up, the whole batch is refused, unless it is a retry: the first try may have filled the quota.
  // If there is some room, only the items that exceed it fail.
  if (batch.documents.length > bulkAbove) await app.imports?.check(principal.organization)
  const full = await checkRoom(app, principal)
  if (full && !options.idempotent) throw full
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
  for (const group of groupByShard(principal, items)) {
    const outcomes = full
      ? await findEarlierGroup(app, principal, group, options.idempotent!, full)
      : await addGroup(app, principal, group, { ...options, lane })
    group.forEach(({ index }, i) => {
      results[index] = outcomes[i]!
    })
  }
  if (full && !results.some(result => 'id' in result)) throw full
  return results
}

async function checkRoom(
  { quotas }: DocumentsApp,
  { organization }: Principal,
): Promise<AppError | undefined> {
  try {
    await quotas?.checkRoom(organization)
  } catch (error) {
    if (isOverQuota(error)) return error as AppError
    throw error
  }
}

/** Returns the earlier answers to items that a previous try has added, and refuses the others. */
async function findEarlierGroup(
  { cells }: DocumentsApp,
  principal: Principal,
  group: Item[],
  idempotent: IdempotentRequest,
  full: AppError,
): Promise<BatchResult[]> {
  const items = group.map(({ index }) => index)
  const known = await findEarlierAnswers(cells, idempotent, shardFor(principal, group[0]!.body), items)
  const byItem = new Map(known.map(({ item, response }) => [item, response as AcceptedDocument]))
  return group.map(({ body, index }) => {
    const answer = byItem.get(index)
    return answer ? { ...answer, isRepeated: true } : refuse(body, full)
  })
}

export const isRetryable = (result: BatchResult) => 'failure' in result && result.retryable === true

/** Fields of an item override shared fields; metadata is merged key by key. */
function withShared({ documents: _, ...shared }: AddBatchBody, item: Record<string, unknown>) {
  const merged: Record<string, unknown> = { ...shared, ...item }
  // Tags of an item replace both shared tag fields. One field from each would mix two requests.
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

/** An organization has one shard, unless it is spread. */
function groupByShard({ organization }: Principal, items: Item[]): Item[][] {
  const shardOf = ({ body }: Item) => placeContainer(organization, tagsOf(body)[0] ?? defaultContainerTag)
  return [...Map.groupBy(items, shardOf).values()]
}

function groupByContainer(items: Item[]): Item[][] {
  return [...Map.groupBy(items, ({ body }) => tagsOf(body)[0] ?? '').values()]
}

type BatchOptions = Parameters<typeof addMany>[3] & { idempotent?: IdempotentRequest | undefined }

/**
 * Adds all documents in one transaction if all are new, else those of each container in one, else one by one, oldest
 * first, so that the newest content wins.
 */
async function addGroup(
  app: DocumentsApp,
  principal: Principal,
  group: Item[],
  { idempotent, ...options }: BatchOptions,
): Promise<BatchResult[]> {
  const once = idempotent && { idempotent, items: group.map(({ index }) => index) }
  const bodies = group.map(({ body }) => body)
  try {
    return await addMany(app, principal, bodies, options, once)
  } catch (error) {
    // Added one by one, each item would wait for a database that is unreachable.
    if (isUnreachable(error)) return bodies.map(body => refuse(body, error))
    if (!isUniqueViolation(error) && !(error instanceof AppError)) throw error
    if (isRepeat(error)) throw error
  }
  const parts = groupByContainer(group)
  if (parts.length < 2) return addEach(app, principal, group, { idempotent, ...options })
  const results = new Map<Item, BatchResult>()
  for (const part of parts) {
    const outcomes = await addGroup(app, principal, part, { idempotent, ...options })
    part.forEach((item, i) => {
      results.set(item, outcomes[i]!)
    })
  }
  return group.map(item => results.get(item)!)
}

async function addEach(
  app: DocumentsApp,
  principal: Principal,
  group: Item[],
  options: BatchOptions,
): Promise<BatchResult[]> {
  const results = new Map<Item, BatchResult>()
  let unreachable: AppError | undefined
  for (const item of group.toSorted(byDate)) {
    const { body, index } = item
    const added = unreachable ?? (await addOne(app, principal, body, { ...options, item: index }))
    if (isUnreachable(added)) unreachable = added
    results.set(item, added instanceof AppError ? refuse(body, added) : added)
  }
  return group.map(item => results.get(item)!)
}

const isUnreachable = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'cell.unavailable'

/** The same request is still running, or was sent with another body. That concerns the whole batch, not single items. */
const isRepeat = (error: unknown) => error instanceof AppError && error.code === 'request.conflict'

const byDate = (a: Item, b: Item) =>
  (a.body.documentDate?.getTime() ?? Number.POSITIVE_INFINITY) -
    (b.body.documentDate?.getTime() ?? Number.POSITIVE_INFINITY) || a.index - b.index

async function addOne(
  app: DocumentsApp,
  principal: Principal,
  body: AddDocumentBody,
  options: BatchOptions & { item: number },
): Promise<AcceptedDocument | AppError> {
  try {
    return await addDocument(app, principal, body, options)
  } catch (error) {
    if (!(error instanceof AppError) || isRepeat(error)) throw error
    return error
  }
}

function refuse(body: AddDocumentBody, error: AppError): FailedItem {
  const { code, message, details } = error
  return { ...refusal(body, message, details), code, ...(isUnreachable(error) && { retryable: true }) }
}

function refuseInput(item: Record<string, unknown>, lines: string[]): FailedItem {
  const details = lines.slice(0, maxLines)
  if (lines.length > maxLines) details.push(`and ${lines.length - maxLines} more`)
  return {
    ...refusal(item, lines[0]!, details.join('\n')),
    code: 'request.invalid',
  }
}

/** The result of a failed item, with its customId or address so that the caller recognizes it. */
function refusal(
  { content, customId }: { content?: unknown; customId?: unknown },
  failure: string,
  details?: string,
): FailedItem {
  return {
    failure,
    ...(details !== undefined && { details }),
    ...(typeof customId === 'string' && customId.length <= maxCustomIdLength && { customId }),
    ...(typeof content === 'string' && isAddress(content) && { url: content.trim() }),
  }
}

const isAddress = (content: string) =>
  content.length <= maxUrlLength && /^https?:\/\/\S+$/.test(content.trim())
