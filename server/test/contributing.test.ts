import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

/** Files and folders, each with a slash before it, so that a path may leave out its beginning. */
const paths = [...new Set(files.flatMap(withFolders))]

function withFolders(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
}

/** Paths in backquotes: `platform/errors.ts`, `server/test/hostile/`, `store.ts`. `<kind>` stands for any name. */
function pathsIn(text: string): string[] {
  const quoted = Array.from(text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g), ([, path]) => path!)
  return quoted.filter(path => /\/|\.(ts|md|sql|json)$/.test(path)).map(path => path.replace(/\/$/, ''))
}

/** Made when somebody builds, so not in the repository. */
const built = ['sdk/dist']

describe.each(['CONTRIBUTING.md', 'ARCHITECTURE.md'])('%s', file => {
  test('names only files and folders that exist', () => {
    const named = pathsIn(read(file)).filter(path => !built.includes(path))
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter(path => !paths.some(known => known.endsWith(`/${path}`)))).toEqual([])
  })
})

test('CONTRIBUTING.md names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = Array.from(read('CONTRIBUTING.md').matchAll(/npm run ([\w:-]+)/g), ([, name]) => name!)
  expect(named.filter(name => !(name in scripts))).toEqual([])
})
