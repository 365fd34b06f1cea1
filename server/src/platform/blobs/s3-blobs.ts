import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { isKey, splitKey, splitPrefix } from './blob-key.ts'
import {
  type BlobContent,
  type BlobMeta,
  type BlobStore,
  BlobStoreFull,
  BlobUnavailable,
  type ListedBlob,
  plainContentType,
  type StoredBlob,
} from './blob-store.ts'
import { MeteredBody } from './metered-body.ts'
import { createS3Client, type S3ClientOptions } from './s3-client.ts'

export type S3BlobsOptions = S3ClientOptions & {
  bucket: string
  /** Keys listed and deleted per request. S3 allows 1,000. */
  pageSize?: number
}

/**
 * The smallest part that S3 accepts, and one part at a time, because many uploads may run at once. An upload holds
 * about three parts, being filled, joined and sent (14 to 21 MB, measured).
 */
const partBytes = 5 * 1024 * 1024
const partsAtOnce = 1

export function openS3Blobs({ bucket, pageSize = 1000, ...client }: S3BlobsOptions): BlobStore {
  return new S3Blobs(createS3Client(client), bucket, pageSize)
}

class S3Blobs implements BlobStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #pageSize: number

  constructor(client: S3Client, bucket: string, pageSize: number) {
    this.#client = client
    this.#bucket = bucket
    this.#pageSize = pageSize
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, meta: BlobMeta): Promise<StoredBlob> {
    const metered = new MeteredBody(body, meta.maxBytes)
    const upload = new Upload({
      client: this.#client,
      params: {
        ...this.#object(key),
        Body: Readable.from(metered, { highWaterMark: 1 }),
        ContentType: plainContentType(meta.contentType),
      },
      partSize: partBytes,
      queueSize: partsAtOnce,
      // We abort the upload ourselves: the library does not when completing fails, and its error would hide the
      // reason.
      leavePartsOnError: true,
    })
    try {
      await upload.done()
    } catch (error) {
      await this.#abort(key, upload.uploadId)
      throw metered.failure ?? (isFull(error) ? new BlobStoreFull(error) : new BlobUnavailable(error))
    }
    return metered.measured()
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#object(key)))
      return true
    } catch (error) {
      // A HEAD response has no body that could distinguish a missing key from a missing bucket.
      if (error instanceof Error && error.name === 'NotFound') return false
      throw new BlobUnavailable(error)
    }
  }

  async get(key: string): Promise<BlobContent | undefined> {
    const object = new GetObjectCommand(this.#object(key))
    try {
      const found = await this.#client.send(object)
      const { Body: body, ContentLength: bytes, ContentType: contentType } = found
      if (!(body instanceof Readable) || bytes === undefined)
        throw new Error('An object without body or length')
      return { body, bytes, contentType: contentType ?? 'application/octet-stream' }
    } catch (error) {
      // Not any 404: a missing bucket is a mistake in the configuration.
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined
      throw new BlobUnavailable(error)
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key))).catch(fail)
  }

  async *list(organization: string): AsyncGenerator<ListedBlob[], void> {
    const pages = this.#pages(`${organization}/`)
    try {
      for await (const { Contents = [] } of pages)
        yield Contents.flatMap(({ Key: key, LastModified: putAt }) =>
          key && putAt && isKey(key) ? { key, putAt } : [],
        )
    } catch (error) {
      throw new BlobUnavailable(error)
    }
  }

  async sweep(before: Date): Promise<number> {
    let removed = 0
    try {
      for await (const uploads of this.#unfinished()) {
        const stale = uploads.filter(
          ({ Initiated: begun, Key = '' }) => begun && begun < before && isKey(Key),
        )
        for (const { Key, UploadId } of stale) await this.#abort(Key!, UploadId)
        removed += stale.length
      }
    } catch (error) {
      throw new BlobUnavailable(error)
    }
    return removed
  }

  async deletePrefix(prefix: string): Promise<number> {
    const pages = this.#pages(prefix)
    let deleted = 0
    try {
      for await (const page of pages) {
        const keys = (page.Contents ?? []).map(({ Key }) => Key!)
        if (keys.length > 0) await this.#deleteAll(keys)
        deleted += keys.length
      }
    } catch (error) {
      throw new BlobUnavailable(error)
    }
    return deleted
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  #pages(prefix: string) {
    const under = { Bucket: this.#bucket, Prefix: `${splitPrefix(prefix).join('/')}/` }
    return paginateListObjectsV2({ client: this.#client, pageSize: this.#pageSize }, under)
  }

  /** Multipart uploads that were neither completed nor aborted. */
  async *#unfinished(): AsyncGenerator<MultipartUpload[], void> {
    for (let from = {}; ; ) {
      const page = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#bucket, MaxUploads: this.#pageSize, ...from }),
      )
      yield page.Uploads ?? []
      if (!page.IsTruncated) return
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  async #deleteAll(keys: string[]): Promise<void> {
    const Delete = { Objects: keys.map(Key => ({ Key })), Quiet: true }
    const { Errors } = await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete }))
    const [first] = Errors ?? []
    if (first) throw new Error(`${Errors!.length} objects were not deleted; ${first.Key}: ${first.Message}`)
  }

  /** Parts cost money until they are removed. If this fails too, the bucket's lifecycle rule remains. */
  async #abort(key: string, uploadId: string | undefined): Promise<void> {
    if (uploadId === undefined) return
    const upload = { ...this.#object(key), UploadId: uploadId }
    await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: splitKey(key).join('/') }
  }
}

/** The status of WebDAV; MinIO and Ceph have error names of their own. */
const insufficientStorage = 507
const fullNames = /StorageFull|InsufficientStorage|QuotaExceeded/

function isFull(error: unknown): boolean {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return fullNames.test(name) || $metadata?.httpStatusCode === insufficientStorage
}

function fail(error: unknown): never {
  throw new BlobUnavailable(error)
}
