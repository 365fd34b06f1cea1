import { type Lockfile, nameOf, reachableFrom } from './lockfile.ts'

/** A package that people get with Reverie: next to the server, or inside the built console. */
export type ShippedPackage = {
  name: string
  version: string
  licence: string
  integrity: string | undefined
  with: string
}

const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'Python-2.0', 'Zlib'],
  // A font: the licence covers the font, and not the page that uses it.
  'OFL-1.1',
])

/** Packages with another licence that may ship, and why. A rule that matches nothing fails the check. */
export const exceptions: { name: RegExp; licence: string; why: string }[] = [
  {
    name: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a shared library in a package of its own. Anybody can replace it, so the LGPL asks nothing of our code.',
  },
]

/** All packages that ship, by name. */
export function shippedPackages(lockfile: Lockfile): ShippedPackage[] {
  const listed = ['server', 'console'].flatMap(workspace =>
    [...reachableFrom(lockfile, workspace)]
      .filter(path => path.includes('node_modules/'))
      .map(path => {
        const { version = '', license = '', integrity } = lockfile[path]!
        return { name: nameOf(path), version, licence: license, integrity, with: workspace }
      }),
  )
  const unique = new Map(listed.map(each => [`${each.with} ${each.name} ${each.version}`, each]))
  return [...unique.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** A sentence for each package that may not ship, and for each exception that no package needs. */
export function findLicenceFaults(packages: readonly ShippedPackage[]): string[] {
  const used = new Set<RegExp>()
  const faults = packages.flatMap(({ name, version, licence }) => {
    const exception = exceptions.find(rule => rule.name.test(name))
    if (exception && licence.includes(exception.licence)) used.add(exception.name)
    const allowed = new Set([...permissive, ...(exception ? [exception.licence] : [])])
    if (licence === '') return [`${name} ${version} names no licence`]
    return isAllowed(licence, allowed) ? [] : [`${name} ${version} has the licence ${licence}`]
  })
  const unused = exceptions.filter(({ name }) => !used.has(name))
  return [...faults, ...unused.map(({ name }) => `The exception ${name} matches no package: remove it`)]
}

/**
 * Whether an SPDX expression leaves us a licence that is allowed. OR binds weaker than AND. `WITH` names an exception to a
 * licence, so it is a licence of its own, and "or later" is written with the name.
 */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const readOr = (): boolean => {
    let value = readAnd()
    while (tokens[at] === 'OR') {
      at++
      const other = readAnd()
      value ||= other
    }
    return value
  }
  const readAnd = (): boolean => {
    let value = readOne()
    while (tokens[at] === 'AND') {
      at++
      const other = readOne()
      value &&= other
    }
    return value
  }
  const readOne = (): boolean => {
    const token = tokens[at++]
    if (token !== '(') {
      const isPlain = tokens[at] !== 'WITH'
      if (!isPlain) at += 2
      return isPlain && token !== undefined && allowed.has(token)
    }
    const value = readOr()
    return tokens[at++] === ')' && value
  }
  return readOr() && at === tokens.length
}
