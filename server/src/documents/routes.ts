import { z } from 'zod'
import { inScope } from '../db/tx.ts'
import { estimateTokens, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { type AddDocuments, addDocument } from './add-document.ts'
import { deleteDocument } from './delete-document.ts'
import { getDocument } from './get-document.ts'
import { listDocumentsPage } from './list-documents.ts'
import { listProcessing } from './list-processing.ts'
import { presentAttempt, presentDocument } from './present.ts'
import {
  acceptedResponse,
  addDocumentBody,
  attemptJson,
  documentJson,
  documentParams,
  listDocumentsBody,
  listDocumentsResponse,
  listProcessingQuery,
  listProcessingResponse,
} from './schema.ts'
import { listAttempts } from './store.ts'

const tag = 'Documents'

export function documentRoutes(app: AddDocuments): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/documents',
      access: 'scoped',
      tag,
      summary: 'Add a document',
      operation: 'add',
      body: addDocumentBody,
      response: acceptedResponse,
      errors: [403, 413],
      async handle({ principal, body, source, timing, usage }) {
        const { id, status } = await timing.measure('add', () =>
          addDocument(app, principal, body, { source: source ?? 'api' }),
        )
        usage.tokensIn += estimateTokens(body.content)
        return { id: encodeId(id), status }
      },
    }),
    route({
      method: 'POST',
      path: '/v3/documents/list',
      access: 'scoped',
      tag,
      summary: 'List documents',
      operation: 'list',
      body: listDocumentsBody,
      response: listDocumentsResponse,
      errors: [403],
      handle: ({ principal, body }) => listDocumentsPage(app.cells, principal, body),
    }),
    route({
      method: 'GET',
      path: '/v3/documents/processing',
      access: 'scoped',
      tag,
      summary: 'List documents that are being processed',
      operation: 'list',
      query: listProcessingQuery,
      response: listProcessingResponse,
      errors: [403],
      handle: ({ principal, query }) => listProcessing(app.cells, principal, query),
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id',
      access: 'scoped',
      tag,
      summary: 'Get a document',
      operation: 'get',
      params: documentParams,
      response: documentJson,
      errors: [404],
      handle: async ({ principal, params }) =>
        presentDocument(await getDocument(app.cells, principal, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/v3/documents/:id',
      access: 'scoped',
      tag,
      summary: 'Delete a document',
      operation: 'delete',
      params: documentParams,
      status: 204,
      errors: [404],
      handle: ({ principal, params }) => deleteDocument(app, principal, params.id),
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/attempts',
      access: 'scoped',
      tag,
      summary: 'List the attempts at processing a document, newest first',
      operation: 'get',
      params: documentParams,
      response: z.object({ attempts: z.array(attemptJson) }),
      errors: [404],
      async handle({ principal, params }) {
        const document = await getDocument(app.cells, principal, params.id)
        const rows = await inScope(app.cells.of(document.shard), { org: document.org }, db =>
          listAttempts(db, document, document.id),
        )
        return { attempts: rows.map(presentAttempt) }
      },
    }),
  ]
}
