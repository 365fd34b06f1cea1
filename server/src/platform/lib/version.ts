import { readFileSync } from 'node:fs'

/** The version of the HTTP API. It changes only when clients must change. */
export const apiVersion = '3.0.0'

/** The version of Reverie, from its package.json. */
export function productVersion(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
}
