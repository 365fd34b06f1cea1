import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { version: string; devDependencies?: Record<string, string> }

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package.json'), 'utf8')) as Manifest

const { devDependencies } = readManifest('..')

/** Name and version of an installed client. package.json pins exact versions, and aliases name their package. */
export function nameOf(dependency: string): string {
  const pinned = devDependencies![dependency]!
  const [, name, version] = /^npm:(.+)@(.+)$/.exec(pinned) ?? [pinned, dependency, pinned]
  return `${name} ${version}`
}

/** Name and version of one of our adapters, with the version of the framework that it is tested with. */
export function adapterName(folder: string, framework?: string): string {
  const { version, devDependencies: own } = readManifest(`../../integrations/${folder}`)
  return `@reverie/${folder} ${version}${framework ? `/${framework}@${own![framework]}` : ''}`
}
