import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'

export type S3ClientOptions = {
  region: string
  /** A server other than Amazon's, for example `http://127.0.0.1:9000`. */
  endpoint?: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`, as most other servers need it. */
  forcePathStyle?: boolean
  /** Without credentials the SDK looks in its usual places: environment, profile, the role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** Without timeouts a silent server would block an upload, and its client, for ever. */
const connectionTimeoutMs = 5_000
const socketTimeoutMs = 60_000

export function createS3Client({ forcePathStyle = false, ...options }: S3ClientOptions): S3Client {
  const client = new S3Client({
    ...options,
    forcePathStyle,
    // By default the SDK adds CRC32 headers, which Backblaze B2, R2 of early 2025, old MinIO and others refuse
    // (aws/aws-sdk-js-v3#6810). The signature covers the payload's SHA-256 anyway, so a damaged body does not pass.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: socketTimeoutMs },
  })
  signDeletionsWithMd5(client)
  return client
}

/**
 * Deleting many objects is the one call that requires a checksum. All servers accept Content-MD5, Amazon's included;
 * many refuse the CRC32 that the SDK sends instead (`MissingContentMD5`, aws/aws-sdk-js-v3#6920).
 */
function signDeletionsWithMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async args => {
      if (context.commandName === 'DeleteObjectsCommand') useMd5(args.request as XmlRequest)
      return next(args)
    },
    // After the checksum of the SDK (build, normal), before the signature (finalizeRequest).
    { step: 'build', priority: 'low', name: 'signDeletionsWithMd5' },
  )
}

type XmlRequest = { headers: Record<string, string>; body: string | Uint8Array }

function useMd5(request: XmlRequest): void {
  for (const name of Object.keys(request.headers)) {
    if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete request.headers[name]
  }
  request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64')
}
