import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../lib/durations.ts'
import { plainContentType } from './blob-store.ts'

/** The content of a download link. It is signed but not secret: anyone with the link can read it. */
export type BlobGrant = {
  key: string
  expiresAt: Date
  contentType: string
  filename: string
  /** Public id of the document that owns the file; links signed before this field existed lack it. */
  document?: string | undefined
}

export const blobUrlLifetimeMs = dayMs

/** Anyone who can guess the secret can read every file. */
const minSecretLength = 32

/**
 * The router accepts 1,024 characters as one path segment: the longest key (259), the longest content type (127,
 * twice that if all of it needs escaping), the document's id and this much of a name, as JSON and then in base64.
 */
const maxFilenameBytes = 150

/** Part of the signed text, so that tokens signed with the same secret for another purpose do not pass. */
const purpose = 'reverie.blob-url.1'

/** The token of a link: letters, digits, `-`, `_` and one dot, so it needs no escaping in a path. */
export function signBlobUrl(secret: string, grant: BlobGrant): string {
  const { key, expiresAt, contentType, filename, document } = grant
  const claims = [
    key,
    expiresAt.getTime(),
    plainContentType(contentType),
    shortenFilename(filename),
    document,
  ]
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${seal(secret, payload)}`
}

type Claims = [
  key: string,
  expiresAt: number,
  contentType: string,
  filename: string,
  document?: string | null,
]

/** Nothing in a token is read before its signature has been checked. `old` secrets signed before a rotation. */
export function verifyBlobUrl(
  secret: string,
  token: string,
  now: Date,
  old: readonly string[] = [],
): BlobGrant | 'expired' | 'invalid' {
  const [payload = '', signature = '', ...rest] = token.split('.')
  const isSigned = [secret, ...old].some(each => isSame(signature, seal(each, payload)))
  if (rest.length > 0 || !isSigned) return 'invalid'
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  const [key, expiresAt, contentType, filename, document] = claims
  if (now.getTime() >= expiresAt) return 'expired'
  return { key, expiresAt: new Date(expiresAt), contentType, filename, ...(document && { document }) }
}

function seal(secret: string, payload: string): string {
  if (secret.length < minSecretLength)
    throw new RangeError(`A secret has at least ${minSecretLength} characters`)
  return createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest('base64url')
}

/** Compares in constant time; otherwise a forger could guess one letter after the other. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Keeps the extension, by which computers choose a program for the file. */
function shortenFilename(filename: string): string {
  const letters = [...filename]
  const dot = letters.lastIndexOf('.')
  const ending = dot > letters.length - 16 ? letters.splice(dot) : []
  letters.splice(maxFilenameBytes)
  const joined = () => [...letters, ...ending].join('')
  while (letters.length > 0 && Buffer.byteLength(JSON.stringify(joined())) > maxFilenameBytes) letters.pop()
  return joined()
}
