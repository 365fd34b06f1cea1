import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { ItemError, SourceError, type SourceHttp } from '../connector.ts'
import type { S3Source } from './settings.ts'

export type S3Object = {
  key: string
  etag: string
  size: number
  modifiedAt: Date | undefined
  storageClass: string
}

const maxListBytes = 16_000_000
/** Answers that the SDK turns into errors by their code. */
const answers = [301, 307, 400, 403, 404, 405, 409, 412, 416, 501]

/** A bucket, asked through the SDK: it signs requests and reads XML, but the network is the connector's guarded one. */
export class Bucket {
  readonly #source: S3Source
  #client: S3Client

  private constructor(source: S3Source, client: S3Client) {
    this.#source = source
    this.#client = client
  }

  static async open(source: S3Source): Promise<Bucket> {
    const bucket = new Bucket(source, createClient(source, await findRegion(source)))
    await bucket.#settleRegion()
    return bucket
  }

  /** Objects behind a key, in pages of up to 1,000, by key. */
  async *list(after: string | undefined): AsyncGenerator<S3Object[]> {
    for (let startAfter = after; ; ) {
      const page = await this.#listPage(startAfter, 1_000)
      const objects = (page.Contents ?? []).map(({ Key, ETag, Size, LastModified, StorageClass }) => ({
        key: Key ?? '',
        etag: (ETag ?? '').replaceAll('"', ''),
        size: Size ?? 0,
        modifiedAt: LastModified,
        storageClass: StorageClass ?? 'STANDARD',
      }))
      yield objects
      const last = objects.at(-1)?.key
      if (!page.IsTruncated) return
      // By key and not by token: a token may have expired when a killed run continues.
      if (last === undefined || last === startAfter)
        throw new SourceError('provider_unavailable', 'The server lists the same objects again.')
      startAfter = last
    }
  }

  /** Whether there is any object. With `everywhere`, the prefix does not count. Returns its key. */
  async findAny({ everywhere = false } = {}): Promise<string | undefined> {
    const { Contents = [] } = await this.#listPage(undefined, 1, everywhere ? '' : undefined)
    return Contents[0]?.Key
  }

  /** One object without its content. Undefined: there is none. */
  async find(key: string): Promise<S3Object | undefined> {
    const { Contents = [] } = await this.#send(() =>
      this.#client.send(new ListObjectsV2Command({ Bucket: this.#name, Prefix: key, MaxKeys: 1 })),
    )
    const [first] = Contents
    if (first?.Key !== key) return undefined
    return {
      key,
      etag: (first.ETag ?? '').replaceAll('"', ''),
      size: first.Size ?? 0,
      modifiedAt: first.LastModified,
      storageClass: first.StorageClass ?? 'STANDARD',
    }
  }

  async read(key: string): Promise<{ bytes: Uint8Array; contentType: string | undefined }> {
    const object = await this.#send(() =>
      this.#client.send(new GetObjectCommand({ Bucket: this.#name, Key: key })),
    )
    const bytes = await object.Body!.transformToByteArray()
    if (object.ContentEncoding === 'gzip')
      return { bytes: inflate(bytes, this.#source.limits.maxFileBytes), contentType: object.ContentType }
    if (object.ContentLength !== undefined && bytes.length !== object.ContentLength)
      throw new ItemError('item_unreadable', 'The object broke off.')
    return { bytes, contentType: object.ContentType }
  }

  close(): void {
    this.#client.destroy()
  }

  get #name(): string {
    return this.#source.settings.bucket
  }

  #listPage(startAfter: string | undefined, maxKeys: number, prefix = this.#source.settings.prefix) {
    return this.#send(() =>
      this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#name,
          MaxKeys: maxKeys,
          ...(prefix && { Prefix: prefix }),
          ...(startAfter !== undefined && { StartAfter: startAfter }),
        }),
      ),
    )
  }

  /** A server other than AWS names its region when it is asked with another one. */
  async #settleRegion(): Promise<void> {
    try {
      await this.#listPage(undefined, 1)
    } catch (error) {
      const named =
        error instanceof SourceError ? (error.cause as { Region?: string } | undefined)?.Region : undefined
      if (named === undefined || this.#source.settings.region !== 'auto') throw error
      this.#client = createClient(this.#source, named)
      await this.#listPage(undefined, 1)
    }
  }

  async #send<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      if (nameOf(error) !== 'RequestTimeTooSkewed') throw explain(error)
    }
    // The SDK has noted by how much our clock differs.
    return send().catch(error => {
      throw explain(error)
    })
  }
}

/** Objects may be stored compressed. The network may have inflated them already. */
function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new ItemError('item_unreadable', 'The object is damaged, or too large when it is inflated.', {
      cause: error,
    })
  }
}

/** AWS says for every bucket in which region it is, to everybody. */
async function findRegion({ settings: { region, endpoint, bucket }, http }: S3Source): Promise<string> {
  if (region !== 'auto') return region
  if (endpoint) return new URL(endpoint).hostname.endsWith('.r2.cloudflarestorage.com') ? 'auto' : 'us-east-1'
  const { headers, status } = await http.request(`https://s3.us-east-1.amazonaws.com/${bucket}`, {
    method: 'HEAD',
    allow: answers,
  })
  const found = headers.get('x-amz-bucket-region')
  if (found) return found
  throw new SourceError(
    status === 404 ? 'source_gone' : 'settings_invalid',
    status === 404 ? `There is no bucket ${bucket}.` : 'The region of the bucket is not known. Enter it.',
  )
}

function createClient(
  { settings: { endpoint, bucket }, credentials, http, limits, now }: S3Source,
  region: string,
): S3Client {
  return new S3Client({
    region,
    // Always named: the SDK would take one from the environment, which is the operator's.
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    forcePathStyle: endpoint !== undefined || bucket.includes('.'),
    // A copy: the SDK adds fields of its own.
    credentials: { ...credentials },
    // The guarded network repeats requests by itself.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    systemClockOffset: now().getTime() - Date.now(),
    requestHandler: handlerOf(http, limits.maxFileBytes),
  })
}

type Handler = Extract<NonNullable<S3ClientConfig['requestHandler']>, { handle: unknown }>
type HttpRequest = Parameters<Handler['handle']>[0]

function handlerOf(http: SourceHttp, maxFileBytes: number): Handler {
  return {
    async handle(request: HttpRequest) {
      const isList = request.query?.['list-type'] !== undefined
      const { host: _, ...headers } = request.headers
      const answer = await http.request(addressOf(request), {
        method: request.method,
        headers,
        maxBytes: isList ? maxListBytes : maxFileBytes,
        allow: answers,
      })
      const bytes = await answer.bytes()
      if (isList && answer.status === 200) checkWhole(bytes)
      const body = Readable.from([bytes], { objectMode: false })
      return { response: { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body } }
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  } as unknown as Handler
}

/** The SDK reads a list that breaks off as a shorter one, and what is not in it would be taken for deleted. */
function checkWhole(bytes: Uint8Array): void {
  const end = Buffer.from(bytes.subarray(-64)).toString('latin1').trimEnd()
  if (!end.endsWith('</ListBucketResult>'))
    throw new SourceError('provider_unavailable', 'The list of objects broke off.')
}

/** As the SDK has signed it. */
function addressOf({ protocol, hostname, port, path, query }: HttpRequest): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value]
      .flat()
      .map(one =>
        one === null || one === undefined ? encode(name) : `${encode(name)}=${encode(String(one))}`,
      ),
  )
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** The server may say in which region the bucket is, in the answer or in a header. */
function inAnotherRegion(error: unknown): string {
  const { Region, $response } = error as { Region?: string; $response?: { headers?: Record<string, string> } }
  const region = Region ?? $response?.headers?.['x-amz-bucket-region']
  return region && /^[a-z0-9-]{1,40}$/.test(region)
    ? `The bucket is in the region ${region}. Enter it, or auto.`
    : 'The bucket is in another region. Enter its region.'
}

const refusals =
  /^(AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AccountProblem|AllAccessDisabled|Forbidden)$/

function explain(error: unknown): Error {
  if (error instanceof SourceError || error instanceof ItemError) return error
  const name = nameOf(error)
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  const options = { cause: error }
  if (name === 'NoSuchKey') return new ItemError('item_gone', 'The object is gone.', options)
  if (name === 'InvalidObjectState')
    return new ItemError('item_unsupported', 'The object is archived.', options)
  if (name === 'NoSuchBucket') return new SourceError('source_gone', 'There is no such bucket.', options)
  if (refusals.test(name) || status === 403)
    return new SourceError('auth_expired', `The server refuses the access key (${name}).`, options)
  if (/^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/.test(name))
    return new SourceError('settings_invalid', inAnotherRegion(error), options)
  return new SourceError('provider_unavailable', `The server answered ${name || 'with an error'}.`, options)
}
