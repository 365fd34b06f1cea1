import type pg from 'pg'
import { say } from '../../measure/report.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'
import { loadContainer } from '../bare/load-container.ts'

const chunksPerContainer = 5_000

/**
 * Fills an organization with chunks, in containers of 5,000: one that is generated, with every row that a search reads,
 * and copies of it, which take a quarter of the time and room.
 */
export async function loadManyRows(
  client: pg.Client,
  key: ContainerKey,
  set: number,
  rows: number,
): Promise<void> {
  await loadContainer(client, key, set, Math.min(rows, chunksPerContainer), 0)
  const copies = Math.max(0, Math.ceil(rows / chunksPerContainer) - 1)
  for (let n = 1; n <= copies; n++) {
    for (const statement of copy(key, n)) await client.query(statement)
    if (n % 20 === 0) say(`${(n + 1) * chunksPerContainer} chunks`)
  }
  await client.query('vacuum analyze')
}

/** Ids of a copy follow from those of the original. */
function copy({ shard, org, container }: ContainerKey, n: number): string[] {
  const of = `shard = ${shard} and org = '${org}' and container = '${container}'`
  const own = (column: string) => `md5(${column}::text || '/${n}')::uuid`
  const key = `shard, org, ${own('container')}`
  return [
    `insert into cell.containers (shard, org, container, tag, active_set)
     select ${key}, tag || '_${n}', active_set from cell.containers where ${of}`,
    `insert into cell.documents (shard, org, container, id, container_tags, title, status, dreaming_status, indexed_revision, size, ordered_at, due_at, created_at)
     select ${key}, ${own('id')}, container_tags, title, 'done', 'done', 1, size, ordered_at, null, created_at
       from cell.documents where ${of} and status = 'done'`,
    `insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
     select ${key}, ${own('document')}, position, ${own('id')}, 1, start_offset, end_offset, content, content_hash from cell.chunks where ${of}`,
    `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
     select ${key}, embedding_set, ${own('document')}, position, embedding from cell.chunk_vectors where ${of}`,
    `insert into cell.chunk_terms (shard, org, container, document, position, terms)
     select ${key}, ${own('document')}, position, terms from cell.chunk_terms where ${of}`,
  ]
}
