import { basename } from 'node:path/posix'
import { z } from 'zod'
import { decodeText } from '../extraction/decode-text.ts'
import { kindByName } from '../extraction/sniffing/name-kind.ts'
import { type Change, type Connector, type Content, ItemError, SourceError } from './connector.ts'
import { toNote } from './folder/read-file.ts'
import { Bucket, type S3Object } from './s3/bucket.ts'
import { compileContainerTags, type TagOf } from './s3/container-tags.ts'
import {
  type S3Credentials,
  type S3Settings,
  type S3Source,
  s3Credentials,
  s3Settings,
} from './s3/settings.ts'

const checkpoint = z.object({ after: z.string().optional().describe('Last key of an unfinished run.') })
type S3Checkpoint = z.infer<typeof checkpoint>

const batchSize = 100

/** A bucket has no feed of changes: each run lists it, and reads only objects with an unknown etag. */
export const s3: Connector<S3Settings, S3Credentials, S3Checkpoint> = {
  describe: {
    provider: 's3',
    title: 'S3 bucket',
    summary: 'Files in a bucket of AWS S3, MinIO, R2, Backblaze B2 or another compatible server.',
    settings: s3Settings,
    credentials: { kind: 'secret', fields: s3Credentials },
    checkpoint,
    everyMinutes: 240,
    hasCheapFetch: true,
  },

  async check(source) {
    compileContainerTags(source.settings.containerTagRegex)([`${'a'.repeat(1_000)}!`])
    const bucket = await Bucket.open(source)
    try {
      await checkPrefix(bucket, source.settings)
    } finally {
      bucket.close()
    }
    return { account: source.settings.bucket }
  },

  async *pull(source, from) {
    const tagsOf = compileContainerTags(source.settings.containerTagRegex)
    const bucket = await Bucket.open(source)
    let seen = 0
    try {
      for await (const page of bucket.list(from?.after))
        for (let at = 0; at < page.length; at += batchSize) {
          const some = page.slice(at, at + batchSize)
          seen += some.length
          const changes = toChanges(source, bucket, tagsOf, some.filter(isWanted))
          yield { changes, checkpoint: { after: some.at(-1)!.key }, progress: { seen } }
        }
      yield { changes: [], checkpoint: {}, progress: { seen }, isLast: true }
    } finally {
      bucket.close()
    }
  },

  async *fetch(source, externalIds) {
    const tagsOf = compileContainerTags(source.settings.containerTagRegex)
    const bucket = await Bucket.open(source)
    try {
      for (const key of externalIds) {
        const object = key.startsWith(source.settings.prefix) ? await bucket.find(key) : undefined
        if (object && isWanted(object)) yield* toChanges(source, bucket, tagsOf, [object])
        else yield { kind: 'deleted', externalId: key }
      }
    } finally {
      bucket.close()
    }
  },

  async *ids(source) {
    const bucket = await Bucket.open(source)
    try {
      for await (const page of bucket.list(undefined)) yield page.filter(isWanted).map(({ key }) => key)
    } finally {
      bucket.close()
    }
  },
}

/** A prefix that no key has is a mistake, such as a slash at its beginning. An empty bucket is none: it may be filled later. */
async function checkPrefix(bucket: Bucket, { prefix }: S3Settings): Promise<void> {
  if (prefix === '' || (await bucket.findAny()) !== undefined) return
  const other = await bucket.findAny({ everywhere: true }).catch(() => undefined)
  if (other === undefined) return
  throw new SourceError(
    'settings_invalid',
    `No key in the bucket begins with "${prefix}". The first one is "${other.slice(0, 200)}".`,
  )
}

/** Keys that end with a slash stand for folders. */
const isWanted = ({ key, size }: S3Object): boolean => size > 0 && !key.endsWith('/')

function toChanges(source: S3Source, bucket: Bucket, tagsOf: TagOf, objects: readonly S3Object[]): Change[] {
  const tags = tagsOf(objects.map(({ key }) => key))
  return objects.map((object, i): Change => {
    const fault = findFault(source, object, tags[i])
    if (fault) return { kind: 'failed', externalId: object.key, code: fault.code, message: fault.message }
    return toUpsert(source, bucket, object, tags[i] as string | undefined)
  })
}

function findFault(
  { limits }: S3Source,
  { size, storageClass }: S3Object,
  tag: ReturnType<TagOf>[number],
): ItemError | undefined {
  if (tag instanceof ItemError) return tag
  if (size > limits.maxFileBytes)
    return new ItemError('item_too_large', `The object is larger than ${limits.maxFileBytes} bytes.`)
  if (/^(GLACIER|DEEP_ARCHIVE)$/.test(storageClass))
    return new ItemError('item_unsupported', 'The object is archived: restore it to read it.')
  return undefined
}

function toUpsert(
  source: S3Source,
  bucket: Bucket,
  object: S3Object,
  containerTag: string | undefined,
): Change {
  const { key, etag, size, modifiedAt } = object
  const { settings, limits } = source
  // With the container: another pattern moves the document, and nothing is taken over from another container.
  const version = [etag, size, ...(containerTag === undefined ? [] : [containerTag])].join('-')
  return {
    kind: 'upsert',
    item: {
      externalId: key,
      version,
      contentKey: version,
      title: basename(key),
      ...(modifiedAt && { updatedAt: modifiedAt }),
      metadata: { path: key, bucket: settings.bucket, size },
      ...(containerTag !== undefined && { containerTag }),
      read: () => readObject(bucket, object, limits.maxTextBytes),
    },
  }
}

async function readObject(bucket: Bucket, { key, size }: S3Object, maxTextBytes: number): Promise<Content> {
  const { bytes, contentType } = await bucket.read(key)
  const fileName = basename(key)
  if (kindByName(fileName) === 'markdown' && size <= maxTextBytes) return toNote(decodeText(bytes), fileName)
  return { kind: 'file', bytes, fileName, ...(contentType && { mimeType: contentType }) }
}
