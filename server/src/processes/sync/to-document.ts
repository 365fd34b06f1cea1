import type { ConnectionRow } from '../../features/connections/connection-store.ts'
import { metadataSchema } from '../../features/containers/wire-shapes.ts'
import type { IngestBody } from '../../features/documents/receive-document.ts'
import type { DocumentType } from '../../features/documents/status.ts'
import type { Item } from '../../platform/connectors/connector.ts'
import { customIdOf } from './names.ts'

/** Types that texts of these providers have for existing clients. */
const typeOfProvider: Readonly<Record<string, DocumentType>> = {
  notion: 'notes_doc',
  'google-drive': 'cloud_doc',
  onedrive: 'filehost',
  'notion-token': 'notes_doc',
  github: 'codehost_markdown',
  granola: 'meeting_notes',
}

export const typeFor = (provider: string): DocumentType | undefined => typeOfProvider[provider]

export const tagOf = (item: Pick<Item, 'containerTag'>, { containerTag }: ConnectionRow): string =>
  item.containerTag !== undefined && /^[A-Za-z0-9_:.-]{1,100}$/.test(item.containerTag)
    ? item.containerTag
    : containerTag

/** The document of an item, without its content. */
export function toBody(item: Item, connection: ConnectionRow): Omit<IngestBody, 'content'> {
  const { path } = item.metadata
  const date = item.updatedAt ?? item.createdAt
  return {
    customId: customIdOf(connection.id, item.externalId),
    containerTag: tagOf(item, connection),
    metadata: cleanMetadata({ ...item.metadata, ...(item.title !== undefined && { title: item.title }) }),
    ...(typeof path === 'string' && path !== '' && { filepath: storable(path).slice(0, 4096) }),
    ...(isDate(date) && { documentDate: date }),
    ...(item.url !== undefined && { sourceUrl: storable(item.url).slice(0, 2048) }),
  }
}

const isDate = (date: Date | undefined): date is Date => date !== undefined && !Number.isNaN(date.getTime())

const storable = (text: string) => text.replaceAll('\0', '')

const mostChars = 8_000
const mostItems = 1_000
const mostKeys = 100

type Metadata = Item['metadata']

/** What a foreign source says of an item may be too long, or hold what Postgres cannot store. Such values are cut or left out. */
function cleanMetadata(given: Metadata): Metadata {
  const cleaned: Metadata = {}
  for (const [name, value] of Object.entries(given).slice(0, mostKeys)) {
    const key = storable(name).slice(0, 255)
    const clean = cleanValue(value)
    if (key !== '' && clean !== undefined) cleaned[key] = clean
  }
  return metadataSchema.safeParse(cleaned).success ? cleaned : {}
}

function cleanValue(value: Metadata[string]): Metadata[string] | undefined {
  const cut = (text: unknown) => storable(String(text)).slice(0, mostChars)
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, mostItems).map(cut)
  return typeof value === 'boolean' || Number.isFinite(value) ? value : undefined
}
