import type { BlobStore } from './blob-store.ts'

/** The settings of `Config` for blobs. */
export type BlobConfig = {
  BLOBS: 'disk' | 's3'
  BLOB_DIR: string
  S3_BUCKET: string
  S3_REGION: string
  S3_ENDPOINT: string
  S3_FORCE_PATH_STYLE: boolean
  S3_ACCESS_KEY_ID: string
  S3_SECRET_ACCESS_KEY: string
}

/** Each implementation is loaded only when chosen: the S3 client is megabytes of modules. */
const openers: Record<BlobConfig['BLOBS'], (config: BlobConfig) => Promise<BlobStore>> = {
  disk: async config => {
    const { openDiskBlobs } = await import('./disk-blobs.ts')
    return openDiskBlobs({ dir: config.BLOB_DIR })
  },
  s3: async config => {
    const { openS3Blobs } = await import('./s3-blobs.ts')
    const accessKeyId = config.S3_ACCESS_KEY_ID
    return openS3Blobs({
      bucket: config.S3_BUCKET,
      region: config.S3_REGION,
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
      ...(config.S3_ENDPOINT && { endpoint: config.S3_ENDPOINT }),
      ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey: config.S3_SECRET_ACCESS_KEY } }),
    })
  },
}

export function openBlobs(config: BlobConfig): Promise<BlobStore> {
  return openers[config.BLOBS](config)
}
