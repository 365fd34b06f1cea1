import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { devDependencies } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { devDependencies: Record<string, string> }

/** Name and version of an installed client. package.json pins exact versions, and aliases name their package. */
export function nameOf(dependency: string): string {
  const pinned = devDependencies[dependency]!
  const [, name, version] = /^npm:(.+)@(.+)$/.exec(pinned) ?? [pinned, dependency, pinned]
  return `${name} ${version}`
}
