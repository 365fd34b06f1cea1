import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '../http/openapi.ts'
import { apiRoutes } from '../http/routes.ts'
import { CommandError } from './command-error.ts'
import { describeConfig, exampleEnv } from './config-docs.ts'
import { consoleErrorHelp, consoleSyncHelp, describeErrors } from './describe-errors.ts'

const root = join(import.meta.dirname, '../../../..')

/**
 * Files that are generated from the code, so they always agree with it. Only `platform/db/schema.sql` needs a database:
 * `UPDATE_SCHEMA=1 npm test -- schema-drift` writes it.
 */
export function generatedFiles(): Record<string, string> {
  // The description needs no running app, because it never calls a handler.
  const routes = apiRoutes({} as never)
  return {
    'docs/openapi.json': `${JSON.stringify(describeApi(routes), null, 2)}\n`,
    'docs/configuration.md': describeConfig(),
    'docs/errors.md': describeErrors(),
    'console/src/data/processing-errors.json': consoleErrorHelp(),
    'console/src/data/sync-errors.json': consoleSyncHelp(),
    '.env.example': exampleEnv(),
  }
}

/** Writes the generated files. With `check` it only names the files that are out of date. */
export function generate(check: boolean): void {
  const stale = Object.entries(generatedFiles()).filter(([path, text]) => readOrEmpty(path) !== text)
  if (!check) for (const [path, text] of stale) writeFileSync(join(root, path), text)
  if (check && stale.length > 0)
    throw new CommandError(`Out of date: ${stale.map(([path]) => path).join(', ')}. Run: npm run generate`)
  console.log(
    stale.length === 0
      ? 'Generated files are up to date.'
      : `Wrote ${stale.map(([path]) => path).join(', ')}.`,
  )
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}
