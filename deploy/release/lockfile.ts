import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/** An entry of package-lock.json, as far as we read it. */
export type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  inBundle?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Entries by the path of their folder: `server`, `node_modules/pg`, `server/node_modules/undici`. */
export type Lockfile = Record<string, LockedPackage>

export function readLockfile(path = join(repository, 'package-lock.json')): Lockfile {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** The name of a package, from the path of its folder. */
export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '')

/**
 * Names of the packages that npm installs with this one for people who use it: not its development dependencies, and no
 * optional peers, which npm leaves to whoever wants them.
 */
export function dependenciesOf({ peerDependenciesMeta = {}, ...entry }: LockedPackage): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    name => !peerDependenciesMeta[name]?.optional,
  )
  return [...new Set([...Object.keys(entry.dependencies ?? {}), ...optionalOf(entry), ...peers])]
}

const optionalOf = ({ optionalDependencies }: LockedPackage): string[] =>
  Object.keys(optionalDependencies ?? {})

/** The path of the folder that `require(name)` finds from a folder, as Node.js searches: upwards. */
export function resolve(lockfile: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = lockfile[path]
    if (entry) return entry.link ? entry.resolved : path
    if (folder === '') return undefined
  }
}

/** The folder whose `node_modules` is searched next. A scope is no folder of a package. */
function parentOf(folder: string): string {
  const inside = folder.lastIndexOf('/node_modules/')
  if (inside >= 0) return folder.slice(0, inside)
  return folder.startsWith('node_modules/') || !folder.includes('/')
    ? ''
    : folder.slice(0, folder.lastIndexOf('/'))
}

/** Paths of all packages that are installed with a workspace, and the workspace itself. */
export function reachableFrom(lockfile: Lockfile, workspace: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [workspace]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const entry = lockfile[path]
    if (!entry) throw new Error(`package-lock.json has no entry ${path}`)
    for (const name of dependenciesOf(entry)) {
      const found = resolve(lockfile, path, name)
      if (found) waiting.push(found)
      else if (!optionalOf(entry).includes(name))
        throw new Error(`package-lock.json has no ${name}, which ${path} needs`)
    }
  }
  return reached
}
