import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startS3Server } from '../../../test/s3-server.ts'
import { inChunks } from './contract-trial.ts'
import { type BlobConfig, openBlobs } from './registry.ts'

const config: BlobConfig = {
  BLOBS: 'disk',
  BLOB_DIR: '',
  S3_BUCKET: '',
  S3_REGION: 'us-east-1',
  S3_ENDPOINT: '',
  S3_FORCE_PATH_STYLE: true,
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
}

async function roundTrip(chosen: BlobConfig): Promise<string> {
  const store = await openBlobs(chosen)
  const key = 'org/container/document/1'
  await store.put(key, inChunks(Buffer.from('kept')), { contentType: 'text/plain', maxBytes: 10 })
  const found = await store.get(key)
  const content = await buffer(found!.body)
  await store.close()
  return content.toString()
}

describe('the setting BLOBS', () => {
  it('opens a directory and creates it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'reverie-blobs-'))
    expect(await roundTrip({ ...config, BLOB_DIR: join(dir, 'not', 'yet') })).toBe('kept')
    await rm(dir, { recursive: true })
  })

  it('opens a bucket with its endpoint and credentials', async () => {
    const server = await startS3Server()
    const { accessKeyId, secretAccessKey } = server.credentials
    const chosen = { BLOBS: 's3', S3_BUCKET: server.bucket, S3_ENDPOINT: server.endpoint } as const
    const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
    expect(await roundTrip({ ...config, ...chosen, ...keys })).toBe('kept')
    await server.close()
  })
})
