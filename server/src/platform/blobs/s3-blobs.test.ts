import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { neverCompleted, noRoom, type S3Server, startS3Server } from '../../../test/s3-server.ts'
import { describeBlobContract } from './contract-suite.ts'
import { inChunks, megabyte } from './contract-trial.ts'
import { openS3Blobs, type S3BlobsOptions } from './s3-blobs.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

const open = (options: Partial<S3BlobsOptions> = {}) => {
  const { endpoint, region, bucket, credentials } = server
  // Small pages, so that a prefix takes several.
  return openS3Blobs({
    endpoint,
    region,
    bucket,
    credentials,
    forcePathStyle: true,
    pageSize: 10,
    ...options,
  })
}

describeBlobContract('S3', {
  open: async () => open(),
  leftovers: () => server.pendingUploads(),
  manyKeys: 45,
})

describe('the blob store on S3', () => {
  const meta = { contentType: 'text/plain', maxBytes: 20 * megabyte }
  const key = 'org/container/document/1'
  const body = () => inChunks(Buffer.alloc(12 * megabyte))

  it('refuses every request with a wrong secret', async () => {
    const store = open({ credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'guessed' } })
    const refused = { code: 'blob.unavailable', cause: { name: 'SignatureDoesNotMatch' } }
    await expect(store.put(key, body(), meta)).rejects.toMatchObject(refused)
    await expect(store.put(key, inChunks(Buffer.from('x')), meta)).rejects.toMatchObject(refused)
    await expect(store.get(key)).rejects.toMatchObject(refused)
    await expect(store.delete(key)).rejects.toMatchObject(refused)
    await expect(store.deletePrefix('org/')).rejects.toMatchObject(refused)
    await store.close()
  })

  it('refuses a request without a signature', async () => {
    const response = await fetch(`${server.endpoint}/${server.bucket}/${key}`)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('AccessDenied')
  })

  it('does not mistake a missing bucket for a missing key', async () => {
    const store = open({ bucket: 'elsewhere' })
    const missing = { code: 'blob.unavailable', cause: { name: 'NoSuchBucket' } }
    await expect(store.get(key)).rejects.toMatchObject(missing)
    await expect(store.put(key, body(), meta)).rejects.toMatchObject(missing)
    await store.close()
  })

  it('aborts an upload that cannot be completed', async () => {
    const store = open()
    const putting = store.put(`org/container/document/${neverCompleted}`, body(), meta)
    await expect(putting).rejects.toMatchObject({ cause: { name: 'InvalidPart' } })
    expect(await server.pendingUploads()).toEqual([])
    await store.close()
  })

  it('throws BlobStoreFull when the server has no room', async () => {
    const store = open()
    const putting = store.put(`org/container/document/${noRoom}`, inChunks(Buffer.from('x')), meta)
    await expect(putting).rejects.toMatchObject({ name: 'BlobStoreFull', code: 'blob.unavailable' })
    await store.close()
  })

  it('throws BlobUnavailable if the server does not answer', async () => {
    const store = open({ endpoint: 'http://127.0.0.1:1' })
    await expect(store.get(key)).rejects.toMatchObject({ code: 'blob.unavailable' })
    await expect(store.put(key, body(), meta)).rejects.toMatchObject({ code: 'blob.unavailable' })
    await store.close()
  })
})
