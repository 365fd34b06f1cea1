import { dependenciesOf, type LockedPackage, type Lockfile, resolve } from './lockfile.ts'

export type Manifest = { name: string; version: string; license: string } & Record<string, unknown>

/**
 * The npm-shrinkwrap.json of the package `@reverie/server`: npm then installs for strangers the versions that CI tested, and
 * checks their hashes. Only a shrinkwrap is honoured in a published package; npm ignores a package-lock.json there.
 *
 * The lock file has the packages of all workspaces, so the server's are placed again: each as high as it can be.
 */
export function writeShrinkwrap(lockfile: Lockfile, workspace: string, manifest: Manifest): string {
  const { name, version } = manifest
  const packages = { '': manifest, ...placePackages(lockfile, workspace) }
  return `${JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages }, null, 2)}\n`
}

function placePackages(lockfile: Lockfile, workspace: string): Record<string, LockedPackage> {
  /** The folder in the lock file of each placed folder. */
  const origins = new Map<string, string>([['', workspace]])
  const waiting = ['']
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const { name, origin } of neededBy(lockfile, origins.get(at)!)) {
      if (findPlaced(origins, at, name) === origin) continue
      const top = `node_modules/${name}`
      const place = origins.has(top) ? `${at}/node_modules/${name}` : top
      origins.set(place, origin)
      waiting.push(place)
    }
  }
  origins.delete('')
  const placed = Array.from(origins, ([place, origin]) => [place, toEntry(lockfile[origin]!)] as const)
  return Object.fromEntries(placed.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** What a package needs, with its folder in the lock file. In place of another workspace: what that one needs. */
function neededBy(lockfile: Lockfile, from: string): { name: string; origin: string }[] {
  return dependenciesOf(lockfile[from]!).flatMap(name => {
    const origin = resolve(lockfile, from, name)
    if (origin === undefined) return []
    return origin.includes('node_modules/') ? [{ name, origin }] : neededBy(lockfile, origin)
  })
}

/** The origin of what a placed folder finds under a name. */
function findPlaced(origins: ReadonlyMap<string, string>, at: string, name: string): string | undefined {
  for (
    let folder = at;
    folder !== '';
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const found = origins.get(`${folder}/node_modules/${name}`)
    if (found) return found
  }
  return origins.get(`node_modules/${name}`)
}

function toEntry(entry: LockedPackage): LockedPackage {
  const { dev: _, devOptional, peer: __, ...rest } = entry as LockedPackage & Record<string, unknown>
  return devOptional ? { ...rest, optional: true } : rest
}
