import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { type Ask, type Violation, violation } from './invariant.ts'

/** Where a word of a deleted text may be. The log of webhooks keeps the custom ids of what it told, and no content. */
const allowedIn: Record<string, string> = {
  memories: 'and not x.is_forgotten',
  webhook_deliveries: `and strpos((x.data - 'customId')::text, w) > 0`,
  memory_attributes: `and not exists (select from cell.memories m
    where (m.shard, m.org, m.container, m.id) = (x.shard, x.org, x.container, x.memory) and m.is_forgotten)`,
}

/** `columns` are expressions that give a text. */
type TextColumn = { table: string; columns: string[] }

type BlobFiles = Pick<BlobStore, 'list' | 'get'>

/** Types in which there is no word. Any other one is searched, so also a type that a new column is the first to use. */
const wordless = [
  ...[
    'uuid',
    'uuid[]',
    'boolean',
    'smallint',
    'integer',
    'integer[]',
    'bigint',
    'real',
    'double precision',
    'numeric',
  ],
  ...['timestamp with time zone', 'timestamp with time zone[]', 'interval', 'date', 'halfvec', 'sparsevec'],
]

/**
 * Finds words of erased texts that are still stored, in any column of any table and in any file. A memory that was formed
 * from a deleted document is forgotten and stays stored, so forgotten memories may hold them (ERA-2).
 */
export async function checkErasedWords(
  { directory, cells, blobs }: { directory: Ask; cells: readonly Ask[]; blobs: BlobFiles | undefined },
  { org, words }: { org: string; words: readonly string[] },
): Promise<Violation[]> {
  if (words.length === 0) return []
  const found: unknown[] = []
  const schemas = [...cells.map(ask => ({ ask, schema: 'cell' })), { ask: directory, schema: 'directory' }]
  for (const { ask, schema } of schemas) {
    for (const { table, columns } of await textColumns(ask, schema)) {
      const allowed = allowedIn[table] ?? ''
      found.push(
        ...(await ask(
          `select '${table}' as "table", w as word from ${schema}.${table} x, unnest($2::text[]) w
            where x.org = $1 ${allowed} and strpos(concat_ws(' ', ${columns.join(', ')}), w) > 0 limit 5`,
          [org, words],
        )),
      )
    }
  }
  if (blobs) found.push(...(await wordsInFiles(blobs, org, words)))
  return found.length === 0 ? [] : [violation('erased.words_left', found)]
}

/** Lists text columns of tables whose rows belong to an organization. Bytes are read as Latin 1. */
function textColumns(ask: Ask, schema: string): Promise<TextColumn[]> {
  return ask<TextColumn>(
    `select c.relname as "table",
            array_agg(format(case atttypid when 'bytea'::regtype then 'encode(x.%I, ''escape'')' else 'x.%I::text' end, attname)) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition
        and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org' and not o.attisdropped)
        and split_part(format_type(atttypid, null), '(', 1) <> all ($2) group by 1 order by 1`,
    [schema, wordless],
  )
}

async function wordsInFiles(blobs: BlobFiles, org: string, words: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const page of blobs.list(org)) {
    for (const { key } of page) {
      const text = await readBlob(blobs, key)
      found.push(...words.filter(word => text.includes(word)).map(word => ({ file: key, word })))
    }
  }
  return found
}

async function readBlob(blobs: Pick<BlobStore, 'get'>, key: string): Promise<string> {
  const blob = await blobs.get(key)
  if (!blob) return ''
  const parts: Buffer[] = []
  for await (const part of blob.body) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('latin1')
}
