import { hash } from 'node:crypto'
import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { type LaneKind, lanes, readingLane } from '../../platform/lanes/lane.ts'
import { newId, timeOf } from '../../platform/lib/ids.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { readWebAddress } from '../../platform/lib/web-address.ts'
import { defaultContainerTag, placeContainer } from '../containers/place-container.ts'
import type { ContainerResolver } from '../containers/resolve-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { TokenQuotas } from '../containers/token-quotas.ts'
import type { AddDocumentBody } from './schema.ts'
import type { NewDocument, StoredFile } from './store.ts'

export type Receiving = {
  containers: ContainerResolver
  maxTextBytes: number
  /** Absent: nobody is held to a quota. */
  quotas?: TokenQuotas
}

export type From = { source: string; lane?: LaneKind; file?: StoredFile; turns?: readonly Turn[] }

/** Makes the document of a request, if the caller may write to the container and the text is not too long. */
export async function receiveDocument(
  app: Receiving,
  principal: Principal,
  body: AddDocumentBody,
  from: From,
): Promise<{ key: ContainerKey; document: NewDocument }> {
  checkLength(body.content, app.maxTextBytes)
  const tags = allowedTags(principal, tagsOf(body))
  const key = await app.containers.resolve(principal.organization, tags[0] ?? defaultContainerTag)
  const containerTags = tags.length > 0 ? tags : [defaultContainerTag]
  return { key, document: toNewDocument(key, containerTags, body, from) }
}

/** Refuses a text that is too long, or that the organization has no room for. */
export async function takeText(app: Receiving, { organization }: Principal, content: string): Promise<void> {
  checkLength(content, app.maxTextBytes)
  await app.quotas?.take(organization, estimateTokens(content))
}

export function checkLength(content: string, maxTextBytes: number): void {
  if (Buffer.byteLength(content) > maxTextBytes)
    throw new AppError('request.too_large', {
      message: `content: must be at most ${maxTextBytes} bytes`,
      details: `content: the server setting MAX_TEXT_BYTES allows at most ${maxTextBytes} bytes of text`,
    })
}

/** Postgres has no place for U+0000, which extractors leave in texts. Replaced, not removed: offsets stay as they were. */
export const storable = (content: string) => content.replaceAll('\0', '\ufffd')

export const hashOf = (content: string) => hash('sha256', content, 'buffer')

/** Assumed size of a page before it is fetched. Keeps slices of links small, so one slow host delays few documents. */
const fetchedChars = 4_000

/** Type, address, size and lane of a content, which is a text or an address; `lane` is that of a text. */
export function kindOf(
  content: string,
  lane: LaneKind = lanes.interactive,
): Pick<NewDocument, 'type' | 'url' | 'size' | 'lane'> {
  const url = readWebAddress(content)
  return url === undefined
    ? { type: 'text', url: null, size: content.length, lane }
    : { type: 'webpage', url, size: fetchedChars, lane: readingLane(lane) }
}

function toNewDocument(
  key: ContainerKey,
  containerTags: string[],
  body: AddDocumentBody,
  { source, lane, file, turns }: From,
): NewDocument {
  const id = newId(key.shard)
  const content = storable(body.content)
  return {
    id,
    customId: body.customId ?? null,
    containerTags,
    taskType: body.taskType ?? 'memory',
    source: source.slice(0, 255),
    filepath: body.filepath ?? null,
    metadata: body.metadata ?? null,
    entityContext: body.entityContext ?? null,
    filterByMetadata: body.filterByMetadata ?? null,
    dreaming: body.dreaming ?? 'dynamic',
    documentDate: body.documentDate ?? null,
    createdAt: timeOf(id),
    content,
    turns: turns ?? null,
    contentHash: file ? Buffer.from(file.sha256, 'hex') : hashOf(content),
    ...(file
      ? { type: file.type, url: null, size: file.bytes, lane: readingLane(lane) }
      : kindOf(content, lane)),
    file: file ?? null,
  }
}

/** The shard of the container that a request names. */
export function shardFor(principal: Principal, body: AddDocumentBody): number {
  const [tag = defaultContainerTag] = allowedTags(principal, tagsOf(body))
  return placeContainer(principal.organization, tag)
}
