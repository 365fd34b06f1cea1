import type { Readable } from 'node:stream'

export type BlobMeta = { contentType: string; maxBytes: number }
export type StoredBlob = { bytes: number; sha256: string }
export type ListedBlob = { key: string; putAt: Date }
export type BlobContent = { body: Readable; bytes: number; contentType: string }

/**
 * Keeps files under our own keys (`blob-key.ts`). Bodies stream in both directions and are never in memory as a
 * whole. A key shows its old blob or its new one, never a part of either. Implementations pass `contract-suite.ts`.
 */
export interface BlobStore {
  /**
   * Resolves once the blob would survive a crash. Throws `BlobTooLarge` above `maxBytes`, `BlobStoreFull` when there
   * is no room, `BlobUnavailable` when the store fails, or the error of the body. After an error the key is unchanged
   * and nothing of the body is kept.
   *
   * A body that is not read to its end is closed, which destroys a stream. To answer on the connection it comes from,
   * pass `stream.iterator({ destroyOnReturn: false })`.
   */
  put(key: string, body: AsyncIterable<Uint8Array>, meta: BlobMeta): Promise<StoredBlob>
  /** Whether the blob exists, without opening it. */
  has(key: string): Promise<boolean>
  /** The caller reads the body to its end or destroys it, because it holds a file or a connection. */
  get(key: string): Promise<BlobContent | undefined>
  /** Does nothing when the key does not exist. */
  delete(key: string): Promise<void>
  /**
   * Every blob of an organization with its time, in no order and in pages, because there may be millions. Blobs that
   * are added or deleted meanwhile may be left out.
   */
  list(organization: string): AsyncIterable<ListedBlob[]>
  /** Removes leftovers of puts that were interrupted before this moment, and returns how many there were. */
  sweep(before: Date): Promise<number>
  /** Deletes everything below an organization, container or document (`a/b/`), and returns the number of blobs. */
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

/** The disk or the S3 server failed; `cause` says how. Worth a retry later. */
export class BlobUnavailable extends Error {
  readonly code = 'blob.unavailable'

  constructor(cause: unknown) {
    super(`The blob store failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'BlobUnavailable'
  }
}

/** The store is full. Retryable, because the operator may free space. */
export class BlobStoreFull extends BlobUnavailable {
  constructor(cause: unknown) {
    super(cause)
    this.name = 'BlobStoreFull'
  }
}

/**
 * The type is echoed in headers, to S3 and to clients that download. A type that is not plain, printable and short
 * (RFC 6838 ends at 127 characters for type and subtype) becomes the type of unknown bytes.
 */
export function plainContentType(contentType: string): string {
  return /^[\x21-\x7e][\x20-\x7e]{0,126}$/.test(contentType) ? contentType : 'application/octet-stream'
}
