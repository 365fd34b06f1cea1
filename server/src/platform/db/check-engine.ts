import type pg from 'pg'
import { startOfBundledPostgres } from './bundled-postgres.ts'

export class EngineError extends Error {}

export type Engine = { postgres: string; vector: string | null; problem: string | null }

/** The part of an installation that a database holds. A directory of its own needs no pgvector. */
export type Content = 'cell' | 'directory'

/** Reads the versions of Postgres and pgvector, and lists the reasons to refuse them. */
export async function inspectEngine(client: pg.Client | pg.Pool, content: Content = 'cell'): Promise<Engine> {
  const { rows } = await client.query<{ number: number; postgres: string; vector: string | null }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as postgres,
            coalesce((select extversion from pg_extension where extname = 'vector'),
                     (select default_version from pg_available_extensions where name = 'vector')) as vector`,
  )
  const { number, postgres, vector } = rows[0]!
  return { postgres, vector, problem: problemOf(number, postgres, vector, content) }
}

function problemOf(number: number, postgres: string, vector: string | null, content: Content): string | null {
  if (number < 180_000) return `Postgres ${postgres} is too old: 18 or newer is needed`
  if (content === 'directory') return null
  if (!vector) return 'The extension pgvector is not installed on the server: install pgvector 0.8.4 or newer'
  // 0.8.0 has known faults in HNSW builds and vacuum.
  if (isOlder(vector, [0, 8, 4])) {
    return `pgvector ${vector} is too old: 0.8.4 or newer is needed (then: alter extension vector update)`
  }
  return null
}

function isOlder(version: string, than: number[]): boolean {
  const parts = version.split('.').map(Number)
  for (const [i, wanted] of than.entries()) {
    const part = parts[i] ?? 0
    if (part !== wanted) return part < wanted
  }
  return false
}

export async function checkEngine(client: pg.Client, cell: string, content?: Content): Promise<void> {
  const { problem } = await inspectEngine(client, content)
  if (!problem) return
  const start = startOfBundledPostgres()
  const where = content === 'directory' ? 'Directory' : `Cell ${cell}`
  throw new EngineError(`${where}: ${problem}.${start ? ` "${start}" brings a suitable server.` : ''}`)
}
