import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownMigrations } from '../src/platform/db/migrating/read-migrations.ts'

export type MigrationFolder = { path: string; remove(): void }

/** The migrations of a version that follows this one: those of this build and the given ones, by file name. */
export function nextVersion(migrations: Record<string, string>): MigrationFolder {
  const path = mkdtempSync(join(tmpdir(), 'reverie-migrations-'))
  cpSync(ownMigrations, path, { recursive: true })
  for (const [file, sql] of Object.entries(migrations)) writeFileSync(join(path, file), sql)
  return { path, remove: () => rmSync(path, { recursive: true }) }
}
