import { z } from 'zod'
import { inScope } from '../db/tx.ts'
import { EventsReply, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { getDocument } from './get-document.ts'
import { listAttempts, listChunks, listLlmCalls } from './parts-store.ts'
import { presentAttempt, presentChunk, presentLlmCall } from './present.ts'
import { attemptJson, documentEventJson, documentParams, listChunksResponse, llmCallJson } from './schema.ts'
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
      summary: 'Watch a document being processed, as server-sent events, until it is done or has failed',
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
