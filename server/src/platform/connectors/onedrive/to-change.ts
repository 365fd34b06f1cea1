import { decodeText } from '../../extraction/decode-text.ts'
import {
  type Change,
  type Content,
  type Item,
  ItemError,
  type ItemErrorCode,
  type Metadata,
  SourceError,
  type SourceResponse,
} from '../connector.ts'
import { toNote } from '../folder/read-file.ts'
import { shortHash } from '../short-hash.ts'
import type { Entry } from './entry.ts'
import type { GraphApi } from './graph.ts'
import type { OneDriveSource } from './settings.ts'
import type { Drive } from './targets.ts'

/** Ids are unique within a drive only. */
export const externalIdOf = (drive: string, id: string): string => `${drive}/${id}`

/** Nothing for ids of another kind, such as those of chosen resources. */
export function readExternalId(externalId: string): { drive?: string | undefined; id?: string | undefined } {
  const [, drive, id] = /^([^/:]+)\/([^/]+)$/.exec(externalId) ?? []
  return { drive, id }
}

export const pathOfItem = (drive: string, id: string): string =>
  `/drives/${encodeURIComponent(drive)}/items/${encodeURIComponent(id)}`

export type Place = { source: OneDriveSource; api: GraphApi; drive: Drive; folder: string }

/** A file, in the folder with this path. */
export function toChange({ source, api, drive, folder }: Place, entry: Entry): Change {
  const externalId = externalIdOf(drive.id, entry.id)
  const name = entry.name ?? entry.id
  const failed = (code: ItemErrorCode, message: string): Change => ({
    ...{ kind: 'failed', externalId, code, message },
  })
  const { maxFileBytes } = source.limits
  if (entry.malware) return failed('item_forbidden', `${name}: Microsoft has found malware in the file.`)
  if ((entry.size ?? 0) > maxFileBytes)
    return failed('item_too_large', `${name} is larger than ${maxFileBytes} bytes.`)
  const path = folder === '' ? name : `${folder}/${name}`
  const item: Item = {
    externalId,
    // Renaming a folder changes the path of its files, and not their eTags.
    version: shortHash(entry.eTag ?? `${entry.lastModifiedDateTime} ${entry.size}`, path),
    title: name,
    ...(entry.webUrl && { url: entry.webUrl }),
    ...dateOf('createdAt', entry.createdDateTime),
    ...dateOf('updatedAt', entry.lastModifiedDateTime),
    metadata: metadataOf(drive, entry, { path, folder }),
    read: () => readFile(api, drive, entry, name),
  }
  return { kind: 'upsert', item }
}

/** A notebook is a package of files that only OneNote reads. */
export function toNotebook(drive: Drive, { id, name, package: kind }: Entry): Change {
  return {
    kind: 'failed',
    externalId: externalIdOf(drive.id, id),
    code: 'item_unsupported',
    message: `${name} is a notebook or another package (${kind?.type ?? 'unknown'}). Export it as a file to have it read.`,
  }
}

function metadataOf(
  drive: Drive,
  entry: Entry,
  { path, folder }: { path: string; folder: string },
): Metadata {
  const author = entry.createdBy?.user?.displayName
  const editor = entry.lastModifiedBy?.user?.displayName
  return {
    path,
    ...(folder !== '' && { folder }),
    ...(drive.name !== '' && { drive: drive.name }),
    ...(drive.site !== undefined && { site: drive.site }),
    ...(author && { author }),
    ...(editor && { editor }),
    ...(typeof entry.size === 'number' && { size: entry.size }),
  }
}

function dateOf<Name extends string>(name: Name, text: string | null | undefined): { [key in Name]?: Date } {
  const date = new Date(text ?? '')
  // SharePoint writes a time that it does not know as the year 1.
  return date.getFullYear() > 1970 ? ({ [name]: date } as { [key in Name]?: Date }) : {}
}

async function readFile(api: GraphApi, drive: Drive, entry: Entry, name: string): Promise<Content> {
  const answer = await download(api, pathOfItem(drive.id, entry.id))
  const bytes = await answer.bytes()
  if (/\.(md|mdx|markdown)$/i.test(name)) return toNote(decodeText(bytes), name)
  const mimeType = entry.file?.mimeType
  return { kind: 'file', bytes, fileName: name, ...(mimeType && { mimeType }) }
}

/** A server that fails ends the run. If it fails with one file only, as with broken ones, the run must go on. */
async function download(api: GraphApi, item: string): Promise<SourceResponse> {
  try {
    return await api.download(`${item}/content`)
  } catch (cause) {
    const isFailing = cause instanceof SourceError && cause.code === 'provider_unavailable'
    if (!isFailing || cause.retryAfterMs !== undefined) throw cause
    await api.ask(`${item}?$select=id`)
    throw new ItemError('item_unreadable', 'Graph fails to send this file, and answers otherwise.', { cause })
  }
}
