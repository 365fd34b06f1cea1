import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of the interface that clients speak: it stays when the product gets a new release, and changes when the
 * meaning of a request or an answer does.
 */
export const interfaceVersion = '3.0.0'

/** The version of this product, as the repository's package.json has it; `dist` lies as deep as `src`. */
export function productVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
