import type { z } from 'zod'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { JournalApp } from '../erasures/journal-erasures.ts'
import { toIdempotentRequest } from '../idempotency/answer-once.ts'
import type { DocumentsApp } from './add-document.ts'
import { answerBatch } from './answer-batch.ts'
import {
  addBatchBody,
  addBatchResponse,
  byIdsBody,
  byIdsResponse,
  deleteManyBody,
  deleteManyResponse,
  facetsBody,
  facetsResponse,
  listWithMemoriesBody,
  listWithMemoriesResponse,
  reprocessBody,
  reprocessResponse,
  retryManyBody,
  retryManyResponse,
} from './collection-schema.ts'
import { countDocumentFacets } from './count-facets.ts'
import { deleteMany } from './delete-many.ts'
import {
  batchExample,
  byIdsExample,
  deleteManyExample,
  facetsExample,
  listWithMemoriesExample,
  reprocessExample,
  retryManyExample,
} from './examples.ts'
import { instantDreams } from './instant-dreams.ts'
import { listByIds } from './list-by-ids.ts'
import { listWithMemories } from './list-with-memories.ts'
import { presentDeletions, presentFacets, presentReprocessing } from './present.ts'
import { reprocessDocuments } from './reprocess-documents.ts'
import { retryMany } from './retry-many.ts'
import { addHeaders } from './schema.ts'

const tag = 'Documents'

/**
 * The largest body of a batch: 600 documents of 50,000 bytes, or ten of the maximum length with every character escaped.
 * While a batch is stored, each byte takes about five bytes of memory, and one request may use 200 MB.
 */
const batchBytes = 32 * 1024 * 1024

/**
 * The most JSON values in a batch: 600 documents with 100 keys in `metadata`, 100 in `filterByMetadata`, and other
 * fields.
 */
const batchValues = 600 * 250

/** Routes that work on many documents at once. */
export function collectionRoutes(app: DocumentsApp & JournalApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/documents/batch',
      access: 'scoped',
      tag,
      summary: 'Add up to 600 documents',
      description:
        'Adds texts, addresses and objects in one request. Fields at the top level apply to every item; fields of an item override them, and `metadata` is merged key by key. Items with a `documentDate` are processed oldest first.\n\nAn invalid item does not fail the request: its result has `status` `error`, and `failed` counts it. Results keep the order of the items.\n\nAn item whose database does not respond has `retryable` true: send the same batch again with the same `Idempotency-Key`, and the server adds only the missing items. When no item could be added for that reason, the response is 503.',
      example: batchExample,
      requestHeaders: addHeaders,
      operation: 'add',
      body: addBatchBody,
      response: addBatchResponse,
      errors: ['quota.exceeded', 'auth.container_mismatch', 'request.conflict', 'backlog.limited'],
      bodyLimit: batchBytes,
      maxValues: batchValues,
      async handle({ principal, body, source = 'api', idempotencyKey, usage }) {
        const idempotent = toIdempotentRequest(principal, { route: 'batch', idempotencyKey, body })
        const { answer, added } = await answerBatch(app, principal, body, { source, idempotent })
        const items = added.map(index => body.documents[index]!)
        for (const item of items)
          usage.tokensIn += estimateTokens(typeof item === 'string' ? item : String(item.content ?? ''))
        usage.dreams = instantDreams(
          items.map(item => (typeof item === 'string' ? body : { ...body, ...item })),
        )
        return answer
      },
    }),
    route({
      method: 'DELETE',
      path: '/v3/documents/bulk',
      access: 'scoped',
      audit: {
        action: 'document.delete',
        facts: ({ body }, answer) => deletionFacts(body as never, answer as never),
      },
      tag,
      summary: 'Delete many documents',
      description:
        'Deletes documents by `ids`, by container tags or by path. Each field you send narrows the selection; at least one is required. Ids that are not found are listed in `errors` and do not fail the request.',
      example: deleteManyExample,
      operation: 'delete',
      body: deleteManyBody,
      response: deleteManyResponse,
      errors: ['auth.container_mismatch', 'storage.unavailable'],
      handle: async ({ principal, body }) => presentDeletions(await deleteMany(app, principal, body), body),
    }),
    route({
      method: 'POST',
      path: '/v3/documents/reprocess',
      access: 'scoped',
      tag,
      summary: 'Reprocess documents after a change of settings',
      description:
        'Queues documents for processing again: the documents in `ids`, or all documents of `containerTags`. Searches use the old chunks until the new ones are ready. A call queues at most 10,000 documents. Send its `after` in another call to continue.',
      example: reprocessExample,
      operation: 'update',
      body: reprocessBody,
      status: 202,
      response: reprocessResponse,
      errors: ['auth.container_mismatch'],
      handle: async ({ principal, body }) =>
        presentReprocessing(await reprocessDocuments(app, principal, body)),
    }),
    route({
      method: 'POST',
      path: '/v3/documents/retry',
      access: 'scoped',
      tag,
      summary: 'Retry failed documents',
      description:
        'Queues failed documents again with fresh attempts: those of the organization, or of `containerTags`, selected by `codes` and `since`. If only the dreaming of a document failed, only dreaming runs again. A call queues at most 10,000 documents. Send its `after` in another call to continue.',
      example: retryManyExample,
      operation: 'update',
      body: retryManyBody,
      status: 202,
      response: retryManyResponse,
      errors: ['auth.container_mismatch'],
      handle: ({ principal, body }) => retryMany(app, principal, body),
    }),
    route({
      method: 'POST',
      path: '/v3/documents/documents',
      access: 'scoped',
      role: 'viewer',
      tag,
      summary: 'List documents with their memories',
      description:
        'Returns one page of whole documents, each with its content and the memories extracted from it (`memoryEntries`). Use `POST /v3/documents/list` when you need neither.',
      example: listWithMemoriesExample,
      operation: 'list',
      body: listWithMemoriesBody,
      response: listWithMemoriesResponse,
      errors: ['auth.container_mismatch'],
      handle: ({ principal, body }) => listWithMemories(app.cells, principal, body),
    }),
    route({
      method: 'POST',
      path: '/v3/documents/documents/by-ids',
      access: 'scoped',
      role: 'viewer',
      tag,
      summary: 'Get documents with their memories by their ids',
      description:
        'Returns up to 500 whole documents, each with its content and the memories extracted from it (`memoryEntries`), by id or by `customId`. Ids that name no document do not fail the request.',
      example: byIdsExample,
      operation: 'list',
      body: byIdsBody,
      response: byIdsResponse,
      errors: ['auth.container_mismatch'],
      handle: ({ principal, body }) => listByIds(app.cells, principal, body),
    }),
    route({
      method: 'POST',
      path: '/v3/documents/documents/facets',
      access: 'scoped',
      role: 'viewer',
      tag,
      summary: 'Get the facets of documents',
      description:
        'Counts the documents of the organization, or of `containerTags`, by type, status, source and container. `filters`, `filepath`, `categories`, `statuses` and `sources` narrow the counts as they narrow a list. In each cell, at most 250,000 finished documents are counted and 20,000 others, or 20,000 in all with `filters` or `filepath`. `isComplete` is false when there are more.',
      example: facetsExample,
      operation: 'list',
      body: facetsBody,
      response: facetsResponse,
      errors: ['auth.container_mismatch'],
      handle: async ({ principal, body }) =>
        presentFacets(await countDocumentFacets(app.cells, principal, body)),
    }),
  ]
}

const deletionFacts = (
  { ids, ...selection }: z.output<typeof deleteManyBody>,
  { deletedCount }: { deletedCount: number },
) => ({ details: { ...selection, ...(ids && { ids: ids.length }), deleted: deletedCount } })
