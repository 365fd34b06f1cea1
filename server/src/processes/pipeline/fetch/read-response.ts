import type { Readable } from 'node:stream'
import { plainContentType } from '../../../platform/blobs/blob-store.ts'
import { parseRetryAfter } from '../../../platform/providers/retry-after.ts'
import { FetchError } from './fetch-error.ts'
import { fileNameOf } from './file-name.ts'
import { readBody, tooLarge } from './read-body.ts'
import { readTarget } from './read-target.ts'

export type HttpAnswer = {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

/** The content behind an address. */
export type FetchedContent = {
  /** The final address, after redirects. */
  url: string
  body: Buffer
  /** As the server gives it, with its charset. */
  contentType: string
  fileName: string
  etag: string | null
  lastModified: string | null
}

export type FetchResult =
  | { kind: 'found'; found: FetchedContent }
  | { kind: 'unchanged' }
  | { kind: 'moved'; to: URL }

const movedStatus = new Set([301, 302, 303, 307, 308])
const goneStatus = new Set([404, 410])
/** Too early, too slow, too many: the same request may succeed later. */
const passingStatus = new Set([408, 425, 429])
/** A longer ETag is not stored or sent back. */
const maxTagChars = 1_000

/** Maps the status of a foreign server to an error or its content. */
export async function readResponse(
  { statusCode: status, headers, body }: HttpAnswer,
  { url, maxBytes, isConditional }: { url: URL; maxBytes: number; isConditional: boolean },
): Promise<FetchResult> {
  const header = (name: string) => [headers[name] ?? ''].flat()[0] ?? ''
  if (movedStatus.has(status)) return { kind: 'moved', to: readLocation(header('location'), url) }
  if (status === 304 && isConditional) return { kind: 'unchanged' }
  if (status < 200 || status > 299) throw refusal(status, header('retry-after'))
  if (Number(header('content-length')) > maxBytes) throw tooLarge(maxBytes)
  const tagOf = (name: string) => (header(name).length > maxTagChars ? null : header(name) || null)
  return {
    kind: 'found',
    found: {
      url: url.href,
      body: await readBody(body, { encoding: [headers['content-encoding'] ?? ''].flat().join(), maxBytes }),
      contentType: plainContentType(header('content-type') || 'application/octet-stream'),
      fileName: fileNameOf(header('content-disposition'), url),
      etag: tagOf('etag'),
      lastModified: tagOf('last-modified'),
    },
  }
}

function readLocation(location: string, from: URL): URL {
  if (location === '')
    throw new FetchError('fetch.http_error', 'The server answered with a redirect that has no target')
  return readTarget(location, from)
}

function refusal(status: number, retryAfter: string): FetchError {
  const message = `The server answered ${status}`
  const isPassing = status >= 500 || passingStatus.has(status)
  return new FetchError(goneStatus.has(status) ? 'fetch.not_found' : 'fetch.http_error', message, {
    isPassing,
    isRefusal: status >= 400 && !isPassing,
    retryAfterMs: parseRetryAfter(retryAfter || null),
  })
}
