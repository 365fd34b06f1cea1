import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export type NodeProgram = { version: string; path: string }

const oldest = 20

/**
 * The Node.js versions to test: the current one, the ones on PATH, and the versions in `SDK_NODES` (`20,22,24,26` or exact
 * versions), which are downloaded from the npm registry into `directory`.
 */
export function listNodes(directory: string): NodeProgram[] {
  const wanted = process.env.SDK_NODES?.split(/[\s,]+/).filter(Boolean) ?? []
  const paths = [process.execPath, ...nodesOnPath(), ...wanted.map(version => download(version, directory))]
  const byVersion = new Map(paths.map(path => [versionOf(path), path]))
  return Array.from(byVersion, ([version, path]) => ({ version, path })).filter(
    ({ version }) => Number.parseInt(version, 10) >= oldest,
  )
}

function nodesOnPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map(folder => join(folder, 'node')).filter(path => existsSync(path))
}

function download(version: string, directory: string): string {
  const name = `node-${process.platform}-${process.arch}`
  const folder = mkdtempSync(join(directory, 'node-'))
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `${name}@${version}`], {
    cwd: folder,
  })
  return join(folder, 'node_modules', name, 'bin/node')
}

const versionOf = (path: string): string =>
  execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1)

/** Creates a temporary folder for the tests of one file. */
export const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'reverie-sdk-'))
