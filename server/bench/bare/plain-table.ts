import type pg from 'pg'
import { newId } from '../../src/platform/lib/ids.ts'

/** The table that one would write without Reverie: documents with three indexes. */
export async function createPlainTable(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists public.plain_documents (
      id         uuid primary key,
      container  uuid not null,
      status     text not null,
      created_at timestamptz not null,
      content    text not null
    );
    create index if not exists plain_documents_container on public.plain_documents (container, created_at);
    create index if not exists plain_documents_status on public.plain_documents (status, created_at)`)
}

export const plainColumns = 'public.plain_documents (id, container, status, created_at, content)'

export type PlainRow = [id: string, container: string, status: string, createdAt: string, content: string]

export function plainRow(container: string, content: string): PlainRow {
  return [newId(0), container, 'queued', new Date().toISOString(), content]
}

/** Prepared on first use of a connection. */
export function plainInsert(container: string, content: string): pg.QueryConfig {
  return {
    name: 'plain_insert',
    text: `insert into ${plainColumns} values ($1, $2, $3, $4, $5)`,
    values: plainRow(container, content),
  }
}
