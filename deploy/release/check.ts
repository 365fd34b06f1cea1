import { findLicenceFaults, shippedPackages } from './licences.ts'
import { type LockedPackage, nameOf, reachableFrom, readLockfile } from './lockfile.ts'

/**
 * `node deploy/release/check.ts`: every package that ships has a licence that we accept, and a hash in package-lock.json, so
 * that npm refuses other contents.
 */
const lockfile = readLockfile()
const shipped = shippedPackages(lockfile)
const faults = [...findLicenceFaults(shipped), ...findMissingHashes()]
for (const fault of faults) console.error(fault)
const licences = Object.entries(Object.groupBy(shipped, ({ licence }) => licence)).toSorted(
  ([, one], [, other]) => other!.length - one!.length,
)
for (const [licence, packages] of licences) console.log(`${String(packages!.length).padStart(5)}  ${licence}`)
console.log(`${shipped.length} packages ship; ${faults.length} faults.`)
if (faults.length > 0) process.exitCode = 1

/** Tools of developers on other systems may lack a hash, because npm writes it only where it installs the package. */
function findMissingHashes(): string[] {
  const ships = new Set(['server', 'console'].flatMap(workspace => [...reachableFrom(lockfile, workspace)]))
  return Object.entries(lockfile).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.integrity?.startsWith('sha512-')) return []
    if (!ships.has(path) && isForOtherSystem(path, entry)) return []
    return [`${nameOf(path)} ${entry.version} has no sha512 hash in package-lock.json`]
  })
}

function isForOtherSystem(path: string, { optional, os, cpu }: LockedPackage): boolean {
  const suits = (list: string[] | undefined, own: string) => list === undefined || list.includes(own)
  // The lock file does not name the C library of these packages, but their names do.
  const isOurs = suits(os, process.platform) && suits(cpu, process.arch) && !path.endsWith('-musl')
  return optional === true && !isOurs
}
