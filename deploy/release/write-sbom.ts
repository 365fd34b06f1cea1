import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from './licences.ts'
import { readLockfile, repository } from './lockfile.ts'

type Component = {
  group?: string
  name: string
  version: string
  components?: Component[]
  hashes?: unknown[]
}

/**
 * Writes `dist/reverie.cdx.json`, the bill of materials in the format CycloneDX, with the program of the CycloneDX project.
 * Fails if a package that ships is missing in it. npx fetches the program: it is no dependency, because only a release needs it.
 */
const program = '@cyclonedx/cyclonedx-npm@6.0.1'
const file = join(repository, 'dist/reverie.cdx.json')
mkdirSync(join(repository, 'dist'), { recursive: true })
const lists = ['--package-lock-only', '--omit', 'dev', '--workspace', 'server', '--workspace', 'console']
const form = ['--output-reproducible', '--mc-type', 'application', '--output-file', file]
execFileSync('npx', ['--yes', program, ...lists, ...form], {
  cwd: repository,
  stdio: ['ignore', 'inherit', 'inherit'],
})

const listed = new Map(componentsOf(JSON.parse(readFileSync(file, 'utf8'))).map(each => [keyOf(each), each]))
const shipped = shippedPackages(readLockfile())
const missing = shipped.filter(({ name, version }) => !listed.has(`${name} ${version}`))
for (const { name, version } of missing)
  console.error(`${name} ${version} ships, and the bill of materials lacks it`)
console.log(`dist/reverie.cdx.json: ${listed.size} components, ${shipped.length} packages ship`)
if (missing.length > 0) process.exitCode = 1

function componentsOf({ components = [] }: { components?: Component[] }): Component[] {
  return components.flatMap(component => [component, ...componentsOf(component)])
}

function keyOf({ group, name, version }: Component): string {
  return `${group ? `${group}/` : ''}${name} ${version}`
}
