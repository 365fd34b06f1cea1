import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { splitKey, splitPrefix } from './blob-key.ts'
import {
  type BlobMeta,
  type BlobStore,
  BlobUnavailable,
  type FoundBlob,
  plainContentType,
  type StoredBlob,
} from './blob-store.ts'
import { MeteredBody } from './metered-body.ts'
import { createS3Client, type S3ClientOptions } from './s3-client.ts'

export type S3BlobsOptions = S3ClientOptions & {
  bucket: string
  /** Keys listed, and deleted, per request. S3 allows 1,000. */
  pageSize?: number
}

/**
 * The smallest part S3 takes, one at a time, because many may be uploading: one upload holds about three parts, being
 * filled, joined and sent (14 to 21 MB, measured).
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
      // We abort ourselves: the library does not when completing fails, and its error would hide the reason.
      leavePartsOnError: true,
    })
    try {
      await upload.done()
    } catch (error) {
      await this.#abort(key, upload.uploadId)
      throw metered.failure ?? new BlobUnavailable(error)
    }
    return metered.measured()
  }

  async get(key: string): Promise<FoundBlob | undefined> {
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

  async deletePrefix(prefix: string): Promise<number> {
    const under = { Bucket: this.#bucket, Prefix: `${splitPrefix(prefix).join('/')}/` }
    let deleted = 0
    try {
      for await (const page of paginateListObjectsV2(
        { client: this.#client, pageSize: this.#pageSize },
        under,
      )) {
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

  async #deleteAll(keys: string[]): Promise<void> {
    const Delete = { Objects: keys.map(Key => ({ Key })), Quiet: true }
    const { Errors } = await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete }))
    const [first] = Errors ?? []
    if (first) throw new Error(`${Errors!.length} objects were not deleted; ${first.Key}: ${first.Message}`)
  }

  /** Parts cost money until somebody removes them. If this fails too, the bucket's lifecycle rule is left. */
  async #abort(key: string, uploadId: string | undefined): Promise<void> {
    if (uploadId === undefined) return
    const upload = { ...this.#object(key), UploadId: uploadId }
    await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: splitKey(key).join('/') }
  }
}

function fail(error: unknown): never {
  throw new BlobUnavailable(error)
}
