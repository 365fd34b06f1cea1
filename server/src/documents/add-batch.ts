import { setImmediate as nextTurn } from 'node:timers/promises'
import { tagsOf } from '../containers/schema.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { lanes } from '../lanes/lane.ts'
import { checkInput } from '../lib/check-input.ts'
import { type Accepted, type AddDocuments, addDocument } from './add-document.ts'
import { addMany } from './add-many.ts'
import type { AddBatchBody } from './collection-schema.ts'
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
export type BatchResult =
  | Accepted
  | { failure: string; code?: string; details?: string | undefined; customId?: string; url?: string }

/** Adds each document or says why not; the documents of one container are added together. Answers in the order given. */
export async function addBatch(
  app: AddDocuments,
  principal: Principal,
  batch: AddBatchBody,
  source: string,
): Promise<BatchResult[]> {
  // Where nothing fits any more the whole is refused; else what does not fit fails by itself.
  await app.quotas?.checkRoom(principal.organization)
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
    const outcomes = await addGroup(app, principal, group, { source, lane })
    group.forEach(({ index }, i) => {
      results[index] = outcomes[i]!
    })
  }
  return results
}

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

type From = Parameters<typeof addMany>[3]

/** All at once when all are new; else those with a customId one by one, oldest first, so that the newest has the last word. */
async function addGroup(
  app: AddDocuments,
  principal: Principal,
  group: Item[],
  from: From,
): Promise<BatchResult[]> {
  try {
    return await addMany(
      app,
      principal,
      group.map(({ body }) => body),
      from,
    )
  } catch (error) {
    const isKnown = (error as { code?: string }).code === '23505'
    if (!isKnown && !(error instanceof AppError)) throw error
  }
  const results = new Map<Item, BatchResult>()
  for (const item of group.toSorted(byDate)) results.set(item, await addOne(app, principal, item.body, from))
  return group.map(item => results.get(item)!)
}

const byDate = (a: Item, b: Item) =>
  (a.body.documentDate?.getTime() ?? Number.POSITIVE_INFINITY) -
    (b.body.documentDate?.getTime() ?? Number.POSITIVE_INFINITY) || a.index - b.index

async function addOne(
  app: AddDocuments,
  principal: Principal,
  body: AddDocumentBody,
  from: From,
): Promise<BatchResult> {
  try {
    return await addDocument(app, principal, body, from)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...refusal(body, error.message, error.details), code: error.code }
  }
}

function refuseInput(item: Record<string, unknown>, lines: string[]): BatchResult {
  const details = lines.slice(0, mostLines)
  if (lines.length > mostLines) details.push(`and ${lines.length - mostLines} more`)
  return { ...refusal(item, lines[0]!, details.join('\n')), code: 'request.invalid' }
}

/** Says of a failed item what it can be recognized by. */
function refusal(
  { content, customId }: { content?: unknown; customId?: unknown },
  failure: string,
  details?: string,
): BatchResult {
  return {
    failure,
    ...(details !== undefined && { details }),
    ...(typeof customId === 'string' && customId.length <= longestCustomId && { customId }),
    ...(typeof content === 'string' && isAddress(content) && { url: content.trim() }),
  }
}

const isAddress = (content: string) => content.length <= longestUrl && /^https?:\/\/\S+$/.test(content.trim())
