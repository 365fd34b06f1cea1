import { encodeId } from '../../platform/lib/ids.ts'
import { EventsReply } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { attemptsExample, chunksExample, eventExample, retryExample } from './examples.ts'
import { getDocument } from './get-document.ts'
import { listAttemptsOf } from './list-attempts.ts'
import { listChunksOf } from './list-chunks.ts'
import { listAttemptsResponse, listChunksResponse } from './part-schema.ts'
import { presentAccepted, presentAttempts } from './present.ts'
import { retryDocument } from './retry-document.ts'
import { acceptedResponse, documentEventJson, documentParams, documentQuery, namingErrors } from './schema.ts'
import type { FilesApp } from './upload-file.ts'
import { watchDocument } from './watch-document.ts'

const tag = 'Documents'

/** Routes for the parts of a document: its events, attempts, retry and chunks. */
export function partRoutes(app: FilesApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/documents/:id/events',
      access: 'scoped',
      tag,
      summary: 'Watch a document being processed',
      description:
        'Streams server-sent events named `document`: the current state at once, then every change. The stream ends when dreaming is finished, or when the document `failed` or is deleted. It also ends when the key is disabled or expires, and after an hour at most. A key may have 20 open streams; more get 429 `stream.limited`. Use it instead of polling.',
      example: eventExample,
      operation: 'get',
      params: documentParams,
      query: documentQuery,
      events: documentEventJson,
      errors: [...namingErrors, 'stream.limited'],
      async handle({ principal, params, query, signal }) {
        const document = await getDocument(app.cells, principal, { ...params, ...query })
        const again = () => getDocument(app.cells, principal, { id: encodeId(document.id) })
        return new EventsReply(watchDocument(app.cells, document, signal, again))
      },
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/attempts',
      access: 'scoped',
      tag,
      summary: 'List processing attempts',
      description:
        'Returns every attempt to process the document, newest first, with the stage it reached and its error. `llmCalls` shows the tokens and the cost of each language model call. Use it to find out why a document failed or was slow.',
      example: attemptsExample,
      operation: 'get',
      params: documentParams,
      query: documentQuery,
      response: listAttemptsResponse,
      errors: namingErrors,
      handle: async ({ principal, params, query }) =>
        presentAttempts(await listAttemptsOf(app.cells, principal, { ...params, ...query })),
    }),
    route({
      method: 'POST',
      path: '/v3/documents/:id/retry',
      access: 'scoped',
      tag,
      summary: 'Retry a failed document',
      description:
        'Queues a failed document again and resets its attempts. If only dreaming failed, only dreaming runs again. For any other document the response is 409.',
      example: retryExample,
      operation: 'update',
      params: documentParams,
      query: documentQuery,
      status: 202,
      response: acceptedResponse,
      errors: [...namingErrors, 'request.conflict'],
      handle: async ({ principal, params, query }) =>
        presentAccepted(await retryDocument(app, principal, { ...params, ...query })),
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/chunks',
      access: 'scoped',
      tag,
      summary: 'List the chunks of a document',
      description:
        'Returns the chunks that search compares with a query, in reading order. Use it to check how a file was read and split.',
      example: chunksExample,
      operation: 'get',
      params: documentParams,
      query: documentQuery,
      response: listChunksResponse,
      errors: namingErrors,
      handle: ({ principal, params, query }) => listChunksOf(app.cells, principal, { ...params, ...query }),
    }),
  ]
}
