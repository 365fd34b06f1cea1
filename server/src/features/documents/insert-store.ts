import type { Statement } from '../../platform/db/tx.ts'
import { shareTurn } from '../../platform/lanes/wake-store.ts'
import type { ContainerKey } from '../containers/store.ts'
import { metadataToJson, turnsToJson } from './storable-json.ts'
import type { NewDocument } from './store.ts'

/** One column of the inserted documents: its name in the statement, its SQL type and the value of a document. */
type InsertColumn = {
  name: string
  type: 'uuid' | 'text' | 'jsonb' | 'timestamptz' | 'int' | 'smallint' | 'bytea'
  value: (document: NewDocument, key: ContainerKey) => unknown
  /** Encodes the values of all documents, where the driver's own encoding of arrays is too slow. */
  encode?: (values: unknown[]) => Buffer
}

/** A new document and the container that it is added to. */
export type PlacedDocument = { key: ContainerKey; document: NewDocument }

const insertColumns: readonly InsertColumn[] = [
  { name: 'shard', type: 'smallint', value: (_, key) => key.shard },
  { name: 'container', type: 'uuid', value: (_, key) => key.container },
  { name: 'id', type: 'uuid', value: doc => doc.id },
  { name: 'custom_id', type: 'text', value: doc => doc.customId },
  // As JSON, because Postgres has only rectangular arrays of arrays.
  { name: 'tags', type: 'text', value: doc => JSON.stringify(doc.containerTags) },
  { name: 'task_type', type: 'text', value: doc => doc.taskType },
  { name: 'source', type: 'text', value: doc => doc.source },
  { name: 'filepath', type: 'text', value: doc => doc.filepath },
  { name: 'metadata', type: 'jsonb', value: doc => metadataToJson(doc.metadata) },
  { name: 'entity_context', type: 'text', value: doc => doc.entityContext },
  { name: 'filter_by_metadata', type: 'jsonb', value: doc => metadataToJson(doc.filterByMetadata) },
  { name: 'dreaming', type: 'text', value: doc => doc.dreaming },
  { name: 'document_date', type: 'timestamptz', value: doc => doc.documentDate },
  { name: 'size', type: 'int', value: doc => doc.size },
  { name: 'lane', type: 'smallint', value: doc => doc.lane },
  { name: 'created_at', type: 'timestamptz', value: doc => doc.createdAt },
  { name: 'content', type: 'text', value: doc => doc.content, encode: toBinaryTexts },
  { name: 'content_hash', type: 'bytea', value: doc => doc.contentHash },
  { name: 'type', type: 'text', value: doc => doc.type },
  { name: 'blob_key', type: 'text', value: doc => doc.file?.blobKey ?? null },
  { name: 'file_name', type: 'text', value: doc => doc.file?.name ?? null },
  { name: 'file_type', type: 'text', value: doc => doc.file?.contentType ?? null },
  { name: 'url', type: 'text', value: doc => doc.url },
  { name: 'request_id', type: 'text', value: doc => doc.origin.requestId },
  { name: 'traceparent', type: 'text', value: doc => doc.origin.traceparent },
  { name: 'turns', type: 'jsonb', value: doc => turnsToJson(doc.turns) },
  { name: 'connection_id', type: 'uuid', value: doc => doc.connection?.id ?? null },
  { name: 'source_url', type: 'text', value: doc => doc.connection?.url ?? null },
]

const columnNames = insertColumns.map(({ name }) => name).join(', ')

/** The organization is `$1`. */
const arrays = insertColumns.map(({ type }, i) => `$${i + 2}::${type}[]`).join(', ')

const tables = {
  given: `
    with given as materialized (
      select *, array(select jsonb_array_elements_text(tags::jsonb)) as container_tags from unnest(${arrays}) as g (${columnNames})
    ), document as (
      insert into cell.documents (shard, org, container, id, custom_id, container_tags, task_type, source, filepath, metadata,
        entity_context, filter_by_metadata, dreaming, dreaming_status, document_date, size, lane, ordered_at, due_at, created_at, type, url,
        connection_id)
      select shard, $1::uuid, container, id, custom_id, container_tags, task_type, source, filepath, metadata, entity_context, filter_by_metadata,
             dreaming, case task_type when 'rag' then 'done' else 'dreaming' end, document_date, size, lane,
             coalesce(document_date, created_at), now(), created_at, type, coalesce(url, source_url), connection_id from given returning ${shareTurn}
    )`,
  furtherTags: `, further_tag as (
      insert into cell.secondary_tags (shard, org, container, document, tag)
      select shard, $1::uuid, container, id, tag from given, unnest(container_tags[2:]) tag
    )`,
  revisions: `
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash, blob_key, file_name, file_type, url, turns,
      request_id, traceparent)
    select shard, $1::uuid, container, id, 1, content, content_hash, blob_key, file_name, file_type, url, turns,
           request_id, traceparent from given`,
}

/** Most documents have one tag, and even an empty insert takes time. */
const insertText = tables.given + tables.revisions
const insertWithTagsText = tables.given + tables.furtherTags + tables.revisions

/**
 * The statement that inserts new documents of one organization and cell with their content, and shares the locks that
 * their wakes need. Its text does not depend on the number of documents or containers, so one prepared statement serves
 * one document or hundreds.
 */
export function insertStatement(added: readonly PlacedDocument[]): Statement {
  const text = added.some(({ document }) => document.containerTags.length > 1)
    ? insertWithTagsText
    : insertText
  return { text, values: [added[0]!.key.org, ...insertColumns.map(column => toArray(column, added))] }
}

function toArray({ value, encode }: InsertColumn, added: readonly PlacedDocument[]): unknown {
  const values = added.map(({ document, key }) => value(document, key))
  return encode ? encode(values) : values
}

/**
 * Encodes a `text[]` in Postgres's binary format. In the text format, both sides quote and unquote every character of an
 * array of long texts: Postgres reads 600 documents of a kilobyte in 4.1 ms as text, and in 2.2 ms as binary.
 */
function toBinaryTexts(texts: unknown[]): Buffer {
  const textType = 25
  const head = [1, 0, textType, texts.length, 1]
  const items = texts.map(text => Buffer.from(text as string))
  const bytes = Buffer.allocUnsafe(4 * head.length + items.reduce((sum, item) => sum + 4 + item.length, 0))
  let at = 0
  for (const number of head) at = bytes.writeInt32BE(number, at)
  for (const item of items) {
    at = bytes.writeInt32BE(item.length, at)
    at += item.copy(bytes, at)
  }
  return bytes
}
