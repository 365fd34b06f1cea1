import { z } from 'zod'
import { encodeId } from '../../platform/lib/ids.ts'
import { tokensOfLength } from '../../platform/lib/tokens.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { toIdempotentRequest } from '../idempotency/answer-once.ts'
import { fileUrlExample, uploadExample } from './examples.ts'
import { uploadFields } from './file-schema.ts'
import { instantDreams } from './instant-dreams.ts'
import { presentAccepted, presentFileUrl } from './present.ts'
import { acceptedResponse, addHeaders, documentParams, documentQuery, namingErrors } from './schema.ts'
import {
  addFile,
  discardFile,
  type FilesApp,
  openFile,
  signFileUrl,
  storeUploadedFile,
} from './upload-file.ts'

const tag = 'Documents'

/** Routes that upload files, sign links to them and download them. */
export function fileRoutes(app: FilesApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/documents/file',
      access: 'scoped',
      tag,
      summary: 'Add a file',
      description:
        'Accepts a form with a `file` and responds at once; the file is read in the background. Text, Markdown, HTML, PDF, office documents, mail, tables, code, images and recordings become text. The content decides the file type, not the file name. A file may have 50 MB unless the operator sets another limit. The extracted text is `raw`. A file that cannot be read ends `failed` with an `errorCode`.',
      example: uploadExample,
      requestHeaders: addHeaders,
      operation: 'add',
      body: uploadFields,
      upload: {
        store: (principal, file) => storeUploadedFile(app, principal, file),
        discard: file => discardFile(app, file),
      },
      response: acceptedResponse,
      errors: ['quota.exceeded', 'auth.container_mismatch', 'request.conflict', 'storage.full'],
      async handle({ principal, body, file, source = 'upload', idempotencyKey, usage }) {
        const { sha256, bytes } = file!
        const idempotent = toIdempotentRequest(principal, {
          route: 'file',
          idempotencyKey,
          body: [sha256, body],
        })
        const accepted = await addFile(app, principal, file!, body, { source, idempotent })
        usage.documentId = encodeId(accepted.id)
        if (!accepted.isRepeated) {
          usage.tokensIn += tokensOfLength(bytes)
          usage.dreams = instantDreams([body])
        }
        return presentAccepted(accepted)
      },
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/file-url',
      access: 'scoped',
      tag,
      summary: 'Get a link to the file',
      description:
        'Returns a signed address from which anyone can download the file for 24 hours, without a key. For a document added by its address, the link leads to the fetched content. A document without a file is 404.',
      example: fileUrlExample,
      operation: 'get',
      params: documentParams,
      query: documentQuery,
      response: z.object({ url: z.string().describe('Address of the file, valid for 24 hours.') }),
      errors: namingErrors,
      handle: async ({ principal, params, query, origin }) =>
        presentFileUrl(origin, await signFileUrl(app, principal, { ...params, ...query })),
    }),
    route({
      method: 'GET',
      path: '/v3/files/:token',
      access: 'anonymous',
      tag,
      summary: 'Download a file by its link',
      description:
        'Returns the file behind a link of `GET /v3/documents/{id}/file-url`, as an attachment. It needs no key: the token grants access. The response is 404 when the link was altered or has expired, or the document was deleted.',
      operation: 'get',
      params: z.object({
        token: z.string().min(1).max(1024).describe('Signed token, the last part of the link.'),
      }),
      download: true,
      errors: ['document.not_found'],
      handle: ({ params }) => openFile(app, params.token),
    }),
  ]
}
