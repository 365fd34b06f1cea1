import { z } from 'zod'
import { instantDreams, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { answerOnce } from './answer-once.ts'
import { uploadFields } from './file-schema.ts'
import { acceptedResponse, documentParams } from './schema.ts'
import { addFile, type FilesApp, keepFile, openFile, signFileUrl } from './upload-file.ts'

const tag = 'Documents'

/** Files: taken in, pointed to, given out. */
export function fileRoutes(app: FilesApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/documents/file',
      access: 'scoped',
      tag,
      summary: 'Add a file as a document',
      operation: 'add',
      body: uploadFields,
      upload: {
        keep: (principal, file) => keepFile(app, principal, file),
        discard: file => app.blobs.delete(file.blobKey),
      },
      response: acceptedResponse,
      errors: [402, 403, 409, 413],
      async handle({ principal, body, file, source, idempotencyKey, usage }) {
        const { sha256, bytes } = file!
        const request = { route: 'file', idempotencyKey, body: [sha256, body] }
        let isKept = false
        const answer = await answerOnce(app.cells, principal, request, async () => {
          const { id, status } = await addFile(app, principal, file!, body, source ?? 'upload')
          isKept = true
          usage.tokensIn += Math.ceil(bytes / 4)
          usage.dreams = instantDreams([body])
          return { id: encodeId(id), status }
        })
        // Answered from memory: the first request's file is the document's.
        if (!isKept) await app.blobs.delete(file!.blobKey)
        return answer
      },
    }),
    route({
      method: 'GET',
      path: '/v3/documents/:id/file-url',
      access: 'scoped',
      tag,
      summary: 'Get a link to a document’s file, good for 24 hours',
      operation: 'get',
      params: documentParams,
      response: z.object({ url: z.string() }),
      errors: [404],
      handle: async ({ principal, params, origin }) => ({
        url: `${origin}/v3/files/${await signFileUrl(app, principal, params.id)}`,
      }),
    }),
    route({
      method: 'GET',
      path: '/v3/files/:token',
      access: 'anonymous',
      tag,
      summary: 'Download a file by its link',
      operation: 'get',
      params: z.object({ token: z.string().min(1).max(1024) }),
      download: true,
      errors: [404],
      handle: ({ params }) => openFile(app, params.token),
    }),
  ]
}
