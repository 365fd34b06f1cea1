import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const mostBytes = 250_000

let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'reverie-console-'))
  const configFile = join(import.meta.dirname, '../vite.config.ts')
  await build({ configFile, logLevel: 'error', build: { outDir: directory, emptyOutDir: true } })
})
afterAll(() => rmSync(directory, { recursive: true }))

const read = (name: string) => readFileSync(join(directory, name), 'utf8')

/** A script and every script that it imports at once. Pages are imported later, by a call of `import()`. */
function loadedWith(script: string, known = new Set<string>()): Set<string> {
  if (known.has(script)) return known
  known.add(script)
  const statics = read(script).matchAll(
    /(?:^|[;}])(?:import|export)(?:[^'"()]*?from)?\s*["']\.\/([\w.-]+\.js)["']/g,
  )
  for (const [, name] of statics) loadedWith(`assets/${name}`, known)
  return known
}

const sizeOf = (scripts: Iterable<string>) =>
  [...scripts].reduce((sum, script) => sum + gzipSync(read(script), { level: 9 }).length, 0)

test('the first load of the console has at most 250 KB of script, gzip', () => {
  const scripts = [...read('index.html').matchAll(/src="\.\/(assets\/[\w.-]+\.js)"/g)].map(
    ([, name]) => name!,
  )
  expect(scripts).toHaveLength(1)
  const home = [...read(scripts[0]!).matchAll(/\.\/(home-[\w-]+\.js)/g)].map(([, name]) => `assets/${name}`)
  expect(home.length).toBeGreaterThan(0)
  const first = new Set([...loadedWith(scripts[0]!), ...loadedWith(home[0]!)])
  expect(sizeOf(first)).toBeLessThan(mostBytes)
})

test('the page names its files by relative paths, and loads nothing from elsewhere', () => {
  const html = read('index.html')
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  expect(addresses.filter(address => !/^(\.\/|data:)/.test(address))).toEqual([])
  expect(html.indexOf('<base href="./"')).toBeLessThan(html.indexOf('assets/'))
})
