import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type MigrationPart = 'directory' | 'cell'

/**
 * A migration runs in one transaction, unless its first line is `-- online`. An online migration consists of steps that
 * run by themselves, one after the other. It may stop after any of them and then runs again from the first, so each
 * step does nothing where it is already done.
 */
export type Migration = {
  name: string
  checksum: string
  sql: string
  /** Null: one transaction. */
  steps: readonly MigrationStep[] | null
}

/**
 * - `statement`: any single statement.
 * - `index`: `create index concurrently if not exists …`. On a partitioned table it is built in each partition.
 * - `backfill`: an update that runs for a few pages of a table at a time.
 */
export type MigrationStep =
  | { kind: 'statement' | 'index'; sql: string }
  | { kind: 'backfill'; table: string; sql: string }

/** The migrations of this build. */
export const ownMigrations = join(import.meta.dirname, '../migrations')

export function readMigrations(folder: string, part: MigrationPart): Migration[] {
  const files = readdirSync(join(folder, part)).filter(file => file.endsWith('.sql'))
  return files.sort().map(file => {
    const sql = readFileSync(join(folder, part, file), 'utf8')
    const name = file.replace(/\.sql$/, '')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { name, checksum, sql, steps: /^-- online\b/.test(sql) ? readSteps(name, sql) : null }
  })
}

/** A line `-- step` begins a step, and `-- step: backfill cell.documents` one that is a backfill. */
function readSteps(name: string, sql: string): MigrationStep[] {
  const [head, ...parts] = sql.split(/^-- step\b/m)
  if (withoutComments(head!) !== '')
    throw new Error(`Migration ${name}: a statement stands before its first step`)
  return parts.map(part => {
    const [title = '', ...lines] = part.split('\n')
    const statement = withoutComments(lines.join('\n'))
    const table = /^: backfill (cell\.\w+)$/.exec(title.trim())?.[1]
    if (table) return { kind: 'backfill', table, sql: statement }
    if (/^create (unique )?index concurrently\b/i.test(statement)) return { kind: 'index', sql: statement }
    return { kind: 'statement', sql: statement }
  })
}

/** Removes whole lines of comments at the start, and the semicolon at the end. */
function withoutComments(sql: string): string {
  return sql
    .replace(/^(\s*(--[^\n]*)?(\n|$))+/, '')
    .trim()
    .replace(/;$/, '')
}
