import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import type { Ask, Violation } from './invariant.ts'

/** Where a word of a deleted text may be. The log of webhooks keeps the custom ids of what it told, and no content. */
const allowedIn: Record<string, string> = {
  memories: 'and not x.is_forgotten',
  webhook_deliveries: `and strpos((x.data - 'customId')::text, w) > 0`,
  memory_attributes: `and not exists (select from cell.memories m
    where (m.shard, m.org, m.container, m.id) = (x.shard, x.org, x.container, x.memory) and m.is_forgotten)`,
}

type TextColumn = { table: string; columns: string[] }

/**
 * Finds words of erased texts that are still stored, in any text column of any table and in any file. A memory that was formed
 * from a deleted document is forgotten and stays stored, so forgotten memories may hold them (ERA-2).
 */
export async function checkErasedWords(
  cells: readonly Ask[],
  blobs: Pick<BlobStore, 'list' | 'get'> | undefined,
  { org, words }: { org: string; words: readonly string[] },
): Promise<Violation[]> {
  if (words.length === 0) return []
  const found: unknown[] = []
  for (const ask of cells) {
    for (const { table, columns } of await textColumns(ask)) {
      const allowed = allowedIn[table] ?? ''
      const texts = columns.map(column => `x."${column}"::text`).join(', ')
      found.push(
        ...(await ask(
          `select '${table}' as "table", w as word from cell.${table} x, unnest($2::text[]) w
            where x.org = $1 ${allowed} and strpos(concat_ws(' ', ${texts}), w) > 0 limit 5`,
          [org, words],
        )),
      )
    }
  }
  if (blobs) found.push(...(await wordsInFiles(blobs, org, words)))
  return found.length === 0
    ? []
    : [{ invariant: 'erased.words_left', rows: found.slice(0, 5), count: found.length }]
}

function textColumns(ask: Ask): Promise<TextColumn[]> {
  return ask<TextColumn>(
    `select c.relname as "table", array_agg(attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'cell'::regnamespace and relkind in ('r', 'p') and not relispartition
        and atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype) group by 1 order by 1`,
  )
}

async function wordsInFiles(
  blobs: Pick<BlobStore, 'list' | 'get'>,
  org: string,
  words: readonly string[],
): Promise<unknown[]> {
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
