import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BlobStoreFull, BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import { UncertainCommit } from '../../platform/db/uncertain-commit.ts'
import { AppError } from '../../platform/errors.ts'
import type { Route, UploadedFile } from '../../platform/routing/route.ts'
import type { Call } from './call.ts'
import { parseInput } from './parse-input.ts'
import { unsupportedType } from './refuse-request.ts'

/** Allowance for form fields and multipart boundaries on top of the file's limit. Fields are small next to the file. */
const fieldBytes = 256 * 1024

export async function acceptMultipart(app: FastifyInstance, maxFileBytes: number): Promise<void> {
  await app.register(multipart, {
    // At the limit the stream ends and is marked as truncated. We read and drop the rest, so the client receives our answer.
    throwFileSizeLimit: false,
    limits: { fileSize: maxFileBytes, files: 1, fields: 50, fieldSize: fieldBytes, parts: 60 },
  })
}

/**
 * Reads an upload. The file is stored as it arrives, whichever fields follow it. If anything fails afterwards, the file
 * is discarded, unless a row may refer to it: a commit whose answer was lost may have succeeded.
 */
export async function handleUpload(
  route: Route,
  request: FastifyRequest,
  maxFileBytes: number,
): Promise<unknown> {
  const { call } = request
  const upload = route.upload!
  if (!request.isMultipart()) throw unsupportedType('multipart/form-data')
  if (Number(request.headers['content-length']) > maxFileBytes + fieldBytes) throw tooLarge(maxFileBytes)
  let file: UploadedFile | undefined
  try {
    const fields: Record<string, unknown> = {}
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else {
        const { filename, mimetype } = part
        file = await upload.store(call.principal, {
          name: filename || 'file',
          contentType: mimetype,
          // If the blob store fails, the rest stays unread. The stream stays open, because the connection must carry our answer.
          body: part.file.iterator({ destroyOnReturn: false }),
        })
        if (part.file.truncated) throw tooLarge(maxFileBytes)
      }
    }
    if (!file)
      throw new AppError('request.invalid', { message: 'file: is required', details: 'file: is required' })
    return await handle(route, call, file, fields)
  } catch (error) {
    if (file && !(error instanceof UncertainCommit)) await upload.discard(file)
    readOn(request)
    throw asUploadRefusal(error)
  }
}

function handle(
  route: Route,
  call: Call,
  file: UploadedFile,
  fields: Record<string, unknown>,
): Promise<unknown> {
  call.body = parseInput(route.body!, fields, 'body')
  call.file = file
  return route.handle(call)
}

function tooLarge(maxFileBytes: number): AppError {
  return new AppError('request.too_large', {
    message: `file: must be at most ${maxFileBytes} bytes`,
    details: `file: the server setting MAX_FILE_BYTES allows at most ${maxFileBytes} bytes`,
  })
}

/** Reads and drops the rest of a refused file, because the next request on the connection comes after it. */
function readOn({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/** Errors of the multipart parser are faults of the request, so they become a 4xx. */
function asUploadRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof BlobStoreFull)
    return new AppError('storage.full', { cause: error, retryAfterSeconds: 60 })
  if (error instanceof BlobUnavailable)
    return new AppError('storage.unavailable', { cause: error, retryAfterSeconds: 5 })
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'FST_FILES_LIMIT')
    return new AppError('request.invalid', { message: 'file: send one file in each request', cause: error })
  if (code?.startsWith('FST_') && code.endsWith('_LIMIT'))
    return new AppError('request.too_large', {
      message: `The form is too large: at most ${fieldBytes} bytes a field, 50 fields and one file`,
      cause: error,
    })
  const isParsers =
    code?.startsWith('FST_') || /multipart|unexpected end of form|malformed part/i.test(message ?? '')
  return isParsers
    ? new AppError('request.malformed', { message: 'The request body is not a valid form', cause: error })
    : error
}
