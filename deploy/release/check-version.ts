import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { repository } from './lockfile.ts'

/** `node deploy/release/check-version.ts v1.2.3`: fails unless the tag names the version of everything that is released. */
const version = process.argv[2]?.replace(/^v/, '')
const packages = ['package.json', 'server/package.json', 'sdk/package.json']
const versions = packages.map(path => [path, JSON.parse(read(path)).version] as const)
const chart = parse(read('deploy/helm/reverie/Chart.yaml'))
const wrong = [
  ...versions,
  ['Chart.yaml', chart.version] as const,
  ['Chart.yaml, appVersion', chart.appVersion] as const,
].filter(([, found]) => found !== version)
for (const [path, found] of wrong) console.error(`${path} has version ${found}, and the tag names ${version}`)
if (wrong.length > 0) process.exitCode = 1

function read(path: string): string {
  return readFileSync(join(repository, path), 'utf8')
}
