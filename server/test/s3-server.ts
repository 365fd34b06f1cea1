import { fork } from 'node:child_process'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'

/** s3rver knows one account and one region. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const region = 'us-east-1'
const bucket = 'blobs'

/** An object whose last segment is this one can be uploaded in parts, but not completed. */
export const neverCompleted = 'never-completed'

/** There is no space for an object whose last segment is this one. */
export const noRoom = 'no-room'

export type S3Server = {
  endpoint: string
  region: string
  bucket: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Multipart uploads that were begun, and neither completed nor aborted. */
  pendingUploads(): Promise<string[]>
  close(): Promise<void>
}

/**
 * An S3 server: s3rver (3.7.1), with what it lacks. By itself it accepts any version 4 signature, cannot abort an
 * upload, and answers a put before its bytes are in the file. It runs in its own process, so that memory can be
 * measured without it.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'reverie-s3-'))
  // It encrypts continuation tokens with DES, which OpenSSL 3 counts among its legacy algorithms.
  const child = fork(import.meta.filename, [directory], { execArgv: ['--openssl-legacy-provider'] })
  const failed = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The S3 server ended: ${code}`)),
  )
  const [endpoint] = (await Promise.race([once(child, 'message'), failed])) as [string]
  return {
    endpoint,
    region,
    bucket,
    credentials,
    pendingUploads: () => readdir(uploadsOf(directory)).catch(() => []),
    async close() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
      await rm(directory, { recursive: true })
    },
  }
}

const uploadsOf = (directory: string) => join(directory, bucket, '._S3rver_uploads')

async function serve(directory: string): Promise<void> {
  const configureBuckets = [{ name: bucket, configs: [] }]
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets })
  await s3rver.configureBuckets()
  writeWhole((s3rver as unknown as { store: S3Store }).store, directory)
  const answer = s3rver.callback()
  const server = createServer((request, response) => {
    const refusal = refuse(request)
    const [, aborted] = (request.method === 'DELETE' && /[?&]uploadId=(\w+)/.exec(request.url!)) || []
    if (refusal) sendError(request, response, ...refusal)
    else if (aborted) abortUpload(directory, aborted, response)
    else if (request.method === 'GET' && /[?&]uploads(=|&|$)/.test(request.url!))
      listUploads(directory, response)
    else answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.once('disconnect', () => process.exit())
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

function refuse({ method, url = '', headers }: IncomingMessage): [status: number, code: string] | undefined {
  if (!headers.authorization) return [403, 'AccessDenied']
  if (!isSigned(method!, url, headers)) return [403, 'SignatureDoesNotMatch']
  if (method === 'POST' && url.includes(`/${neverCompleted}?uploadId`)) return [400, 'InvalidPart']
  if (method === 'PUT' && url.includes(`/${noRoom}`)) return [507, 'XMinioStorageFull']
  // Like old MinIO, Backblaze B2 and others: newer checksums are refused, the old one is required.
  if (/x-amz-(sdk-)?checksum|x-amz-trailer/.test(String(Object.keys(headers)))) return [501, 'NotImplemented']
  if (/[?&]delete(=|&|$)/.test(url) && !headers['content-md5']) return [400, 'MissingContentMD5']
  return undefined
}

/**
 * Signature version 4, from the request as it arrived:
 * docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function isSigned(method: string, url: string, headers: IncomingHttpHeaders): boolean {
  const [, keyId, scope = '', names = '', given] = authorization.exec(headers.authorization!) ?? []
  const signed = names.split(';')
  const mustSign = Object.keys(headers).filter(name => name === 'host' || name.startsWith('x-amz-'))
  if (keyId !== credentials.accessKeyId || !mustSign.every(name => signed.includes(name))) return false
  const [path, query = ''] = url.split('?')
  const values = signed.map(name => `${name}:${headers[name]}\n`).join('')
  const payload = headers['x-amz-content-sha256']
  const canonical = [method, path, query.split('&').sort().join('&'), values, names, payload].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const secret = Buffer.from(`AWS4${credentials.secretAccessKey}`)
  return hmac(scope.split('/').reduce(hmac, secret), text).toString('hex') === given
}

const authorization = /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function sendError(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

async function abortUpload(directory: string, id: string, response: ServerResponse): Promise<void> {
  await rm(join(uploadsOf(directory), id), { recursive: true, force: true })
  response.writeHead(204).end()
}

/** All on one page, because no test leaves many. */
async function listUploads(directory: string, response: ServerResponse): Promise<void> {
  const root = uploadsOf(directory)
  const ids = await readdir(root).catch((): string[] => [])
  const uploads = ids.map(async id => {
    const key = await readFile(join(root, id, 'key'), 'utf8')
    const { birthtime } = await stat(join(root, id))
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`
  })
  const listed = (await Promise.all(uploads)).join('')
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed}</ListMultipartUploadsResult>`,
  )
}

type StoredContent = { size: number; md5: string }
type S3Store = {
  getResourcePath(bucket: string, key: string | undefined, resource: string): string
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
  putObject(object: {
    bucket: string
    key: string
    content: Readable
    metadata: object
  }): Promise<StoredContent>
  putPart(bucket: string, uploadId: string, partNumber: string, content: Readable): Promise<StoredContent>
}

/** Like S3: an object appears when all of it has been stored, and not at all when its sender leaves. */
function writeWhole(store: S3Store, directory: string): void {
  const write = async (content: Readable, path: string): Promise<StoredContent> => {
    const draft = join(directory, randomUUID())
    const hash = createHash('md5')
    const file = createWriteStream(draft)
    content.on('data', chunk => hash.update(chunk))
    await pipeline(content, file)
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
    return { size: file.bytesWritten, md5: hash.digest('hex') }
  }
  store.putPart = (name, id, part, content) =>
    write(content, join(store.getResourcePath(name, undefined, 'uploads'), id, part))
  store.putObject = async ({ bucket: name, key, content, metadata }) => {
    const written = await write(content, store.getResourcePath(name, key, 'object'))
    await store.putMetadata(name, key, metadata, written.md5)
    return written
  }
}

if (import.meta.main) await serve(process.argv[2]!)
