import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { typedCommand } from '../lib/typed-command.ts'

/** At the same depth from the sources and from `server/dist`. */
const script = join(import.meta.dirname, '../../../../scripts/postgres')

/** The script that brings a Postgres with pgvector. Undefined where there is none, as in the Docker image. */
export function bundledPostgres(path = script): string | undefined {
  return existsSync(path) ? path : undefined
}

/** The command that starts it, for advice. Undefined where there is none. */
export function startOfBundledPostgres(path?: string): string | undefined {
  if (!bundledPostgres(path)) return undefined
  const typed = typedCommand()
  return typed === './reverie' ? 'npm run postgres up' : `${typed} postgres up`
}
