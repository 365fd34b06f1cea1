import type { Change, Item, Metadata } from '../connector.ts'
import { shortHash } from '../short-hash.ts'
import type { DriveFile } from './drive-api.ts'
import { formatsOf, readFile, typeOf } from './read-file.ts'
import type { DriveRun } from './state.ts'

/** An item for a file, or why it cannot be read. Undefined: files of this type are not read. */
export function toChange(run: DriveRun, file: DriveFile): Change | undefined {
  if (!typeOf(file)) return undefined
  const { maxFileBytes } = run.source.limits
  if (!formatsOf(file) && (file.size ?? 0) > maxFileBytes)
    return {
      kind: 'failed',
      externalId: file.id,
      code: 'item_too_large',
      message: `The file is larger than ${maxFileBytes} bytes.`,
    }
  return { kind: 'upsert', item: toItem(run, file) }
}

function toItem({ source, api, state }: DriveRun, file: DriveFile): Item {
  const { id, name, md5Checksum, size, webViewLink } = file
  const createdAt = toDate(file.createdTime)
  const updatedAt = toDate(file.modifiedTime)
  const metadata = toMetadata(file, state.table.namesOf(parentOf(state, file)))
  return {
    externalId: id,
    version: shortHash(contentStamp(file), name, webViewLink ?? '', JSON.stringify(metadata)),
    title: name,
    ...(webViewLink !== undefined && { url: webViewLink }),
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
    ...(md5Checksum && { contentKey: `${md5Checksum}:${size ?? ''}` }),
    metadata,
    read: () => readFile(api, file, source.limits),
  }
}

/** Names the content. A document of Google's own has no revision or checksum; its `version` changes with every look at it. */
const contentStamp = ({ headRevisionId, md5Checksum, modifiedTime, size }: DriveFile): string =>
  md5Checksum ?? headRevisionId ?? `${modifiedTime} ${size ?? ''}`

/** Files had several parents until 2020. */
const parentOf = ({ table }: DriveRun['state'], { parents }: DriveFile): string | undefined =>
  parents.find(parent => table.get(parent) && table.isIn(parent)) ??
  parents.find(parent => table.get(parent)) ??
  parents[0]

const mostPeople = 100

function toMetadata(file: DriveFile, folders: readonly string[]): Metadata {
  const folder = folders.join('/')
  const name = file.name.replaceAll('/', '_')
  const owners = people(file.owners.map(({ emailAddress }) => emailAddress))
  const permissions = people(
    file.permissions.map(({ emailAddress, domain, type }) => emailAddress ?? domain ?? type),
  )
  return {
    type: typeOf(file)!,
    path: folder === '' ? name : `${folder}/${name}`,
    ...(folder !== '' && { folder }),
    mimeType: file.mimeType,
    ...(owners.length > 0 && { owners }),
    ...(permissions.length > 0 && { permissions }),
  }
}

const people = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter(name => name !== undefined && name !== ''))]
    .sort()
    .slice(0, mostPeople) as string[]

function toDate(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}
