import { encodeId } from '../../platform/lib/ids.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { JournalApp } from '../erasures/journal-erasures.ts'
import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { toIdempotentRequest } from '../idempotency/answer-once.ts'
import { addDocument } from './add-document.ts'
import { captureOptions } from './captured-turns.ts'
import { collectionRoutes } from './collection-routes.ts'
import { deleteDocument } from './delete-document.ts'
import { addExample, getExample, listExample, processingExample, updateExample } from './examples.ts'
import { fileRoutes } from './file-routes.ts'
import { getWithMemories } from './get-with-memories.ts'
import { instantDreams } from './instant-dreams.ts'
import { listDocumentsPage } from './list-documents.ts'
import { listProcessing } from './list-processing.ts'
import { partRoutes } from './part-routes.ts'
import { presentAccepted, presentDocument } from './present.ts'
import {
  acceptedResponse,
  addDocumentBody,
  addHeaders,
  documentJson,
  documentParams,
  documentQuery,
  listDocumentsBody,
  listDocumentsResponse,
  listProcessingQuery,
  listProcessingResponse,
  namingErrors,
  updateDocumentBody,
} from './schema.ts'
import { updateDocument } from './update-document.ts'
import type { FilesApp } from './upload-file.ts'

const tag = 'Documents'

/** Other paths of the same routes, which existing clients use. */
const aliases = ['', '/list', '/file', '/:id']

export function documentRoutes(app: FilesApp & JournalApp): Route[] {
  const routes = [...collectionRoutes(app), ...fileRoutes(app), ...singleRoutes(app), ...partRoutes(app)]
  const again = aliases.flatMap(end =>
    routes
      .filter(({ path }) => path === `/v3/documents${end}`)
      .map(each => ({
        ...each,
        path: `/v3/memories${end}`,
        summary: `${each.summary} (alias)`,
        description: `Alias of \`${each.method} /v3/documents${end.replace(':id', '{id}')}\`, which existing clients use: same request, same response.`,
      })),
  )
  return [...routes, ...again]
}

function singleRoutes(app: FilesApp & JournalApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/documents',
      access: 'scoped',
      tag,
      summary: 'Add a document',
      description:
        "Accepts text, or one http(s) address, and responds at once with the id. Processing runs in the background. Poll `GET /v3/documents/{id}` or watch `GET /v3/documents/{id}/events` until `status` is `done`.\n\nContent that is exactly one address is fetched; anything else is text. Adding a `customId` that already exists in the container updates that document. Identical content changes nothing. Content that begins with the stored text is appended. A turn that a coding agent's plugin captured continues the turns before it. Any other content replaces the stored text. Text may have 1,000,000 bytes unless the operator sets another limit. Use `POST /v3/documents/batch` for many documents and `POST /v3/documents/file` for files.",
      example: addExample,
      requestHeaders: addHeaders,
      operation: 'add',
      body: addDocumentBody,
      response: acceptedResponse,
      errors: ['quota.exceeded', 'auth.container_mismatch', 'request.conflict'],
      async handle({ principal, body, source = 'api', idempotencyKey, timing, usage }) {
        const idempotent = toIdempotentRequest(principal, { route: 'add', idempotencyKey, body })
        const accepted = await timing.measure('add', () =>
          addDocument(app, principal, body, { source, idempotent, ...captureOptions(body.content) }),
        )
        const answer = presentAccepted(accepted)
        usage.documentId = answer.id
        if (!accepted.isRepeated) {
          usage.tokensIn += estimateTokens(body.content)
          usage.dreams = instantDreams([body])
        }
        return answer
      },
    }),
    route({
      method: 'POST',
      path: '/v3/documents/list',
      access: 'scoped',
      role: 'viewer',
      tag,
      summary: 'List documents',
      description:
        'Returns one page of documents, newest first, without their content unless `includeContent` is true. Narrow the list by container tag, path or metadata `filters`; without any of them it covers the whole organization, or the container of a scoped key.',
      example: listExample,
      operation: 'list',
      body: listDocumentsBody,
      response: listDocumentsResponse,
      errors: ['auth.container_mismatch'],
      handle: ({ principal, body }) => listDocumentsPage(app.cells, principal, body),
    }),
    route({
      method: 'GET',
      path: '/v3/documents/processing',
      access: 'scoped',
      tag,
      summary: 'List documents in processing',
      description:
        'Returns documents that are not finished yet, newest first. Use it to show progress after an import, or to find documents that are stuck. A document leaves every view when it is `done`.',
      example: processingExample,
      operation: 'list',
      query: listProcessingQuery,
      response: listProcessingResponse,
      errors: ['auth.container_mismatch'],
      handle: ({ principal, query }) => listProcessing(app.cells, principal, query),
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id',
      access: 'scoped',
      tag,
      summary: 'Get a document',
      description:
        'Returns a document with its status, its extracted text and the memories extracted from it. You can get a document right after adding it. `memories` is absent while there are none.',
      example: getExample,
      operation: 'get',
      params: documentParams,
      query: documentQuery,
      response: documentJson,
      errors: namingErrors,
      async handle({ principal, params, query }) {
        const { document, memories } = await getWithMemories(app.cells, principal, { ...params, ...query })
        return presentDocument(document, memories)
      },
    }),
    route({
      method: 'PATCH',
      path: '/v3/documents/:id',
      access: 'scoped',
      tag,
      summary: 'Update a document',
      description:
        'Changes the fields you send and keeps all others. New `content` replaces the old, raises `latestRevision` and starts processing again; the old text stays searchable until the new text is ready. Metadata, path and tags take effect at once and need no processing. A different first tag moves the document to that container.',
      example: updateExample,
      operation: 'update',
      params: documentParams,
      query: documentQuery,
      body: updateDocumentBody,
      response: acceptedResponse,
      errors: ['quota.exceeded', ...namingErrors, 'request.conflict', 'document.across_cells'],
      async handle({ principal, params, query, body, usage }) {
        const name = { ...params, ...query }
        const accepted = await updateDocument(app, principal, name, body)
        usage.tokensIn += estimateTokens(body.content ?? '')
        return presentAccepted(accepted)
      },
    }),
    route({
      method: 'DELETE',
      path: '/v3/documents/:id',
      access: 'scoped',
      audit: { action: 'document.delete' },
      tag,
      summary: 'Delete a document',
      description:
        'Removes a document from get, list and search at once, and purges its chunks, vectors and file in the background. Memories that cite only this document are forgotten. The header `X-Erasure-Id` names a receipt that shows when the purge is complete.',
      operation: 'delete',
      params: documentParams,
      query: documentQuery,
      status: 204,
      headers: erasureHeaders,
      errors: [...namingErrors, 'storage.unavailable'],
      async handle({ principal, params, query, replyHeaders }) {
        const erasure = await deleteDocument(app, principal, { ...params, ...query })
        replyHeaders[erasureHeader] = encodeId(erasure)
      },
    }),
  ]
}
