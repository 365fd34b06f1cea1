import { z } from 'zod'
import { inScope } from '../db/tx.ts'
import { EventsReply, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { getDocument } from './get-document.ts'
import { listAttempts, listChunks, listLlmCalls } from './parts-store.ts'
import { presentAttempt, presentChunk, presentLlmCall } from './present.ts'
import { retryDocument } from './retry-document.ts'
import {
  acceptedResponse,
  attemptJson,
  documentEventJson,
  documentParams,
  listChunksResponse,
  llmCallJson,
} from './schema.ts'
import type { FilesApp } from './upload-file.ts'
import { watchDocument } from './watch-document.ts'

const tag = 'Documents'

/** What belongs to a document: how it is getting on, what was tried, what it is searched by. */
export function partRoutes(app: FilesApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/documents/:id/events',
      access: 'scoped',
      tag,
      summary:
        'Watch a document being processed, as server-sent events, until its memories are formed or it has failed',
      operation: 'get',
      params: documentParams,
      events: documentEventJson,
      errors: [404],
      async handle({ principal, params, signal }) {
        const document = await getDocument(app.cells, principal, params.id)
        return new EventsReply(watchDocument(app.cells, document, signal))
      },
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/attempts',
      access: 'scoped',
      tag,
      summary:
        'List the attempts at processing a document, and what language models read of it, newest first',
      operation: 'get',
      params: documentParams,
      response: z.object({ attempts: z.array(attemptJson), llmCalls: z.array(llmCallJson) }),
      errors: [404],
      async handle({ principal, params }) {
        const document = await getDocument(app.cells, principal, params.id)
        return inScope(app.cells.of(document.shard), { org: document.org }, async db => ({
          attempts: (await listAttempts(db, document, document.id)).map(presentAttempt),
          llmCalls: (await listLlmCalls(db, document, document.id)).map(presentLlmCall),
        }))
      },
    }),
    route({
      method: 'POST',
      path: '/v3/documents/:id/retry',
      access: 'scoped',
      tag,
      summary: 'Start a failed document, or its failed dreaming, again',
      operation: 'update',
      params: documentParams,
      status: 202,
      response: acceptedResponse,
      errors: [404, 409],
      async handle({ principal, params }) {
        const { id, status } = await retryDocument(app, principal, params.id)
        return { id: encodeId(id), status }
      },
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/chunks',
      access: 'scoped',
      tag,
      summary: 'List the chunks a document is searched by, in order',
      operation: 'get',
      params: documentParams,
      response: listChunksResponse,
      errors: [404],
      async handle({ principal, params }) {
        const document = await getDocument(app.cells, principal, params.id)
        const rows = await inScope(app.cells.of(document.shard), { org: document.org }, db =>
          listChunks(db, document, document.id),
        )
        return { documentId: encodeId(document.id), total: rows.length, chunks: rows.map(presentChunk) }
      },
    }),
  ]
}
