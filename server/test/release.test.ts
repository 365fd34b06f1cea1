import { describe, expect, test } from 'vitest'
import { exceptions, findLicenceFaults, isAllowed, shippedPackages } from '../../deploy/release/licences.ts'
import { type Lockfile, reachableFrom, readLockfile } from '../../deploy/release/lockfile.ts'
import { writeShrinkwrap } from '../../deploy/release/shrinkwrap.ts'

/** Two versions of one package, a development package and an optional peer. */
const lockfile: Lockfile = {
  server: {
    dependencies: { parser: '2.0.0', web: '1.0.0', '@reverie/sdk': '0.1.0' },
    ...{ devDependencies: { tester: '1.0.0' } },
  },
  sdk: { version: '0.1.0', license: 'Apache-2.0', dependencies: { caller: '^1.0.0' } },
  'node_modules/caller': { version: '1.4.0', license: 'MIT', integrity: 'sha512-5' },
  console: { dependencies: { web: '1.0.0' } },
  'node_modules/@reverie/sdk': { resolved: 'sdk', link: true },
  'node_modules/parser': { version: '1.0.0', license: 'MIT', integrity: 'sha512-1' },
  'server/node_modules/parser': { version: '2.0.0', license: 'MIT', integrity: 'sha512-2' },
  'node_modules/web': {
    version: '1.0.0',
    license: 'MIT',
    integrity: 'sha512-3',
    dependencies: { parser: '^1.0.0' },
    peerDependencies: { bundler: '*', helper: '*' },
    peerDependenciesMeta: { bundler: { optional: true } },
  },
  'node_modules/helper': { version: '3.0.0', license: 'ISC', integrity: 'sha512-4' },
  'node_modules/bundler': { version: '9.0.0', license: 'GPL-3.0-only' },
  'node_modules/tester': { version: '1.0.0', license: 'MIT', ...{ dev: true } },
}
const manifest = { name: '@reverie/server', version: '0.1.0', license: 'Apache-2.0' }

test('with the server ship its dependencies and their peers, and no development packages or optional peers', () => {
  expect([...reachableFrom(lockfile, 'server')].sort()).toEqual([
    'node_modules/caller',
    'node_modules/helper',
    'node_modules/parser',
    'node_modules/web',
    'sdk',
    'server',
    'server/node_modules/parser',
  ])
})

test('the shrinkwrap of the package has both versions of a package where their users find them, with their hashes', () => {
  const { packages } = JSON.parse(writeShrinkwrap(lockfile, 'server', manifest))
  const placed = Object.entries(packages as Lockfile).map(([path, entry]) => [
    path,
    entry.version,
    entry.integrity,
  ])
  expect(placed).toEqual([
    ['', '0.1.0', undefined],
    ['node_modules/caller', '1.4.0', 'sha512-5'],
    ['node_modules/helper', '3.0.0', 'sha512-4'],
    ['node_modules/parser', '2.0.0', 'sha512-2'],
    ['node_modules/web', '1.0.0', 'sha512-3'],
    ['node_modules/web/node_modules/parser', '1.0.0', 'sha512-1'],
  ])
})

describe('licences', () => {
  const allowed = new Set(['MIT', 'Apache-2.0'])

  test.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-2.0-only)', true],
    ['MIT AND GPL-2.0-only', false],
    ['MIT OR GPL-2.0-only AND AGPL-3.0-only', true],
    ['(MIT OR GPL-2.0-only) AND AGPL-3.0-only', false],
    ['GPL-2.0-only WITH Classpath-exception-2.0', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
  ])('the expression %s may ship: %s', (expression, may) => {
    expect(isAllowed(expression, allowed)).toBe(may)
  })

  test('a package with a copyleft licence, or with none, is named with its version', () => {
    const strange = [
      { name: 'viral', version: '1.2.3', licence: 'AGPL-3.0-only', integrity: undefined, with: 'server' },
      { name: 'mute', version: '4.5.6', licence: '', integrity: undefined, with: 'server' },
    ]
    const faults = findLicenceFaults([...shippedPackages(readLockfile()), ...strange])
    expect(faults).toEqual(['viral 1.2.3 has the licence AGPL-3.0-only', 'mute 4.5.6 names no licence'])
  })

  test('an exception that matches no package is a fault, so that the list stays short', () => {
    expect(findLicenceFaults([])).toHaveLength(exceptions.length)
  })
})
