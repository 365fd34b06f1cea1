import { hash } from 'node:crypto'
import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { type LaneKind, lanes, readLaneFor } from '../../platform/lanes/lane.ts'
import { newId, timeOf } from '../../platform/lib/ids.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { readWebAddress } from '../../platform/lib/web-address.ts'
import { currentOrigin } from '../../platform/telemetry/work.ts'
import { defaultContainerTag, placeContainer } from '../containers/place-container.ts'
import type { ContainerResolver } from '../containers/resolve-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { TokenQuotas } from '../containers/token-quotas.ts'
import type { ImportBacklogs } from './import-backlogs.ts'
import type { AddDocumentBody } from './schema.ts'
import type { DocumentType } from './status.ts'
import type { NewDocument, StoredFile } from './store.ts'

export type ReceivingApp = {
  containers: ContainerResolver
  maxTextBytes: number
  /** Whether an append to a conversation is stored as its tail. Versions without migration 0051 cannot read it. */
  revisionTails?: boolean
  /** Absent when no quotas are enforced. */
  quotas?: TokenQuotas
  /** Absent when imports are never refused. */
  imports?: ImportBacklogs
}

export type IngestOptions = {
  source: string
  lane?: LaneKind
  file?: StoredFile
  turns?: readonly Turn[]
  /** The connection that the document comes from. Its text is never taken for an address to fetch. */
  connection?: { id: string; type?: DocumentType | undefined }
}

/** `sourceUrl`: the address of the document in the source of a connection. No request can set it. */
export type IngestBody = AddDocumentBody & { sourceUrl?: string | undefined }

/** Builds the document of a request. Refuses a container that the key may not use, and a text that is too long. */
export async function receiveDocument(
  app: ReceivingApp,
  principal: Principal,
  body: IngestBody,
  options: IngestOptions,
): Promise<{ key: ContainerKey; document: NewDocument }> {
  checkLength(body.content, app.maxTextBytes)
  const tags = allowedTags(principal, tagsOf(body))
  const key = await app.containers.resolve(principal.organization, tags[0] ?? defaultContainerTag)
  const containerTags = tags.length > 0 ? tags : [defaultContainerTag]
  return { key, document: toNewDocument(key, containerTags, body, options) }
}

/** The container tags of documents, each once. */
export function tagsUsed(principal: Principal, bodies: readonly AddDocumentBody[]): string[] {
  return [...new Set(bodies.map(body => allowedTags(principal, tagsOf(body))[0] ?? defaultContainerTag))]
}

/** Refuses a text that is too long or exceeds the organization's token quota. */
export async function admitText(
  app: ReceivingApp,
  { organization }: Principal,
  content: string,
): Promise<void> {
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

/**
 * Postgres cannot store U+0000, which extractors leave in texts. It is replaced, not removed, so that offsets stay
 * valid.
 */
export const storable = (content: string) => content.replaceAll('\0', '\ufffd')

export const hashOf = (content: string) => hash('sha256', content, 'buffer')

/** Assumed size of a page before it is fetched. Keeps slices of links small, so one slow host delays few documents. */
const fetchedChars = 4_000

/** Type, address, size and lane of content that is a text or an address. `lane` is the lane for a text. */
export function describeContent(
  content: string,
  lane: LaneKind = lanes.interactive,
): Pick<NewDocument, 'type' | 'url' | 'size' | 'lane'> {
  const url = readWebAddress(content)
  return url === undefined
    ? { type: 'text', url: null, size: content.length, lane }
    : { type: 'webpage', url, size: fetchedChars, lane: readLaneFor(lane) }
}

function toNewDocument(
  key: ContainerKey,
  containerTags: string[],
  body: IngestBody,
  { source, lane = lanes.interactive, file, turns, connection }: IngestOptions,
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
      ? { type: file.type, url: null, size: file.bytes, lane: readLaneFor(lane) }
      : connection
        ? { type: connection.type ?? 'text', url: null, size: content.length, lane }
        : describeContent(content, lane)),
    file: file ?? null,
    ...(connection && { connection: { id: connection.id, url: body.sourceUrl ?? null } }),
    origin: currentOrigin(),
  }
}

/** The shard of the container that a request names. */
export function shardFor(principal: Principal, body: AddDocumentBody): number {
  const [tag = defaultContainerTag] = allowedTags(principal, tagsOf(body))
  return placeContainer(principal.organization, tag)
}
