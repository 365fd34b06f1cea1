import type { Readable } from 'node:stream'

export type BlobMeta = { contentType: string; maxBytes: number }
export type StoredBlob = { bytes: number; sha256: string }
export type ListedBlob = { key: string; putAt: Date }
export type FoundBlob = { body: Readable; bytes: number; contentType: string }

/**
 * Keeps files under keys of ours (`blob-key.ts`). Bodies stream in both directions and are never in memory as a
 * whole. A key shows its old blob or its new one, never a part of either. Implementations pass `contract-suite.ts`.
 */
export interface BlobStore {
  /**
   * Resolves once the blob would survive a crash. Throws `BlobTooLarge` above `maxBytes`, `BlobStoreFull` when there is no
   * room, `BlobUnavailable` when the store fails, or what the body threw; then the key is as it was and nothing of the body
   * is kept.
   *
   * A body that is not read to its end is closed, and a stream thereby destroyed. To answer on the connection
   * it comes from, pass `stream.iterator({ destroyOnReturn: false })`.
   */
  put(key: string, body: AsyncIterable<Uint8Array>, meta: BlobMeta): Promise<StoredBlob>
  /** Whether the blob is there, without opening it. */
  has(key: string): Promise<boolean>
  /** The caller reads the body to its end or destroys it: it holds a file or a connection. */
  get(key: string): Promise<FoundBlob | undefined>
  /** The same for a key that is not there. */
  delete(key: string): Promise<void>
  /**
   * Every blob of an organization and when it was put, in no order, a few at a time: there may be millions. Blobs
   * that come or go meanwhile may be left out.
   */
  list(organization: string): AsyncIterable<ListedBlob[]>
  /** Removes what puts that ended without a word have begun before this moment, and says how much that was. */
  sweep(before: Date): Promise<number>
  /** Deletes everything below an organization, container or document (`a/b/`), and says how many blobs that was. */
  deletePrefix(prefix: string): Promise<number>
  close(): Promise<void>
}

export class BlobTooLarge extends Error {
  readonly code = 'blob.too_large'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`)
    this.name = 'BlobTooLarge'
    this.maxBytes = maxBytes
  }
}

/** The disk or the S3 server failed; `cause` says how. Worth another try later. */
export class BlobUnavailable extends Error {
  readonly code = 'blob.unavailable'

  constructor(cause: unknown) {
    super(`The blob store failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'BlobUnavailable'
  }
}

/** There is no room left. A kind of failure, which passes when somebody makes room. */
export class BlobStoreFull extends BlobUnavailable {
  constructor(cause: unknown) {
    super(cause)
    this.name = 'BlobStoreFull'
  }
}

/**
 * A type is echoed in headers, to S3 and to whoever downloads: what is not plain, printable and short (RFC 6838 ends
 * at 127 characters for type and subtype) becomes the type of unknown bytes.
 */
export function plainContentType(contentType: string): string {
  return /^[\x21-\x7e][\x20-\x7e]{0,126}$/.test(contentType) ? contentType : 'application/octet-stream'
}
