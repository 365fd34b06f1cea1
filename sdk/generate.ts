import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

/** Writes the types of the API from `docs/openapi.json`; with `--check` only says whether they are up to date. */
const description = join(import.meta.dirname, '../docs/openapi.json')
const target = join(import.meta.dirname, 'src/generated/api.ts')

const header = '/** Made from docs/openapi.json by `npm run generate`. */\n\n'
// A field with a default is one that callers may leave out, also within a filter.
const types = await openapiTS(JSON.parse(readFileSync(description, 'utf8')), { defaultNonNullable: false })
const text = header + astToString(types)
const isCurrent = readOrEmpty(target) === text

if (isCurrent) console.log('The types of the SDK are up to date.')
else if (process.argv.includes('--check')) {
  console.error('Out of date: sdk/src/generated/api.ts. Run: npm run generate')
  process.exitCode = 1
} else {
  writeFileSync(target, text)
  console.log('Wrote sdk/src/generated/api.ts.')
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
