import { inScope } from '../db/tx.ts'
import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { estimateTokens, instantDreams, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { listMemoriesOfDocument } from '../memories/source-store.ts'
import { addDocument } from './add-document.ts'
import { answerOnce } from './answer-once.ts'
import { collectionRoutes } from './collection-routes.ts'
import { deleteDocument } from './delete-document.ts'
import { fileRoutes } from './file-routes.ts'
import { getDocument } from './get-document.ts'
import { listDocumentsPage } from './list-documents.ts'
import { listProcessing } from './list-processing.ts'
import { partRoutes } from './part-routes.ts'
import { presentDocument } from './present.ts'
import {
  acceptedResponse,
  addDocumentBody,
  documentJson,
  documentParams,
  listDocumentsBody,
  listDocumentsResponse,
  listProcessingQuery,
  listProcessingResponse,
  updateDocumentBody,
} from './schema.ts'
import { updateDocument } from './update-document.ts'
import type { FilesApp } from './upload-file.ts'

const tag = 'Documents'

/** What existing clients call the same routes. */
const aliases = ['', '/list', '/file', '/:id']

export function documentRoutes(app: FilesApp): Route[] {
  const routes = [...collectionRoutes(app), ...fileRoutes(app), ...singleRoutes(app), ...partRoutes(app)]
  const again = aliases.flatMap(end =>
    routes
      .filter(({ path }) => path === `/v3/documents${end}`)
      .map(each => ({
        ...each,
        path: `/v3/memories${end}`,
        summary: `${each.summary} (as /v3/documents${end})`,
      })),
  )
  return [...routes, ...again]
}

function singleRoutes(app: FilesApp): Route[] {
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
      errors: [402, 403, 409, 413],
      handle: ({ principal, body, source, idempotencyKey, timing, usage }) =>
        answerOnce(app.cells, principal, { route: 'add', idempotencyKey, body }, async () => {
          const { id, status } = await timing.measure('add', () =>
            addDocument(app, principal, body, { source: source ?? 'api' }),
          )
          usage.tokensIn += estimateTokens(body.content)
          usage.dreams = instantDreams([body])
          return { id: encodeId(id), status }
        }),
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
      async handle({ principal, params }) {
        const document = await getDocument(app.cells, principal, params.id)
        const memories = await inScope(app.cells.of(document.shard), { org: document.org }, db =>
          listMemoriesOfDocument(db, document, document.id),
        )
        return presentDocument(document, memories)
      },
    }),
    route({
      method: 'PATCH',
      path: '/v3/documents/:id',
      access: 'scoped',
      tag,
      summary: 'Update a document',
      operation: 'update',
      params: documentParams,
      body: updateDocumentBody,
      response: acceptedResponse,
      errors: [402, 403, 404, 409, 413],
      async handle({ principal, params, body, usage }) {
        const { id, status } = await updateDocument(app, principal, params.id, body)
        usage.tokensIn += estimateTokens(body.content ?? '')
        return { id: encodeId(id), status }
      },
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
      headers: erasureHeaders,
      errors: [404],
      async handle({ principal, params, replyHeaders }) {
        replyHeaders[erasureHeader] = encodeId(await deleteDocument(app, principal, params.id))
      },
    }),
  ]
}
