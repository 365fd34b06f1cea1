import { readFileSync } from 'node:fs'

/** The version of the HTTP interface. It changes only when clients would have to. */
export const apiVersion = '3.0.0'

/** The version of Reverie itself, as its package says it. */
export function productVersion(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
}
