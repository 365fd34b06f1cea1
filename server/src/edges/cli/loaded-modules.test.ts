import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { runReverie } from '../../../test/run-reverie.ts'

/**
 * A command loads only the packages that it needs: loading everything took 3 to 4.6 s. The tests count modules, because
 * times on a busy machine mean little.
 */
let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await createDatabase()
  directory = await mkdtemp(join(tmpdir(), 'reverie-modules-'))
})
afterAll(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

async function loadedBy(args: string[]): Promise<string[]> {
  const record = join(directory, `${args.join('-').replaceAll(/\W+/g, '-')}.txt`)
  const { stderr } = await runReverie(args, {
    cwd: directory,
    env: {
      DATABASE_URL: database.url,
      REVERIE_URL: 'http://127.0.0.1:1',
      REVERIE_KEY: 'sm_nobody',
      RECORD_IMPORTS: record,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../../test/record-imports.mjs')}`,
    },
  })
  expect(stderr).not.toContain('    at ')
  return (await readFile(record, 'utf8')).trim().split('\n')
}

const packagesOf = (urls: string[]) =>
  [...new Set(urls.flatMap(url => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))].sort()

/** pg and its own small packages. */
const postgres = /^(pg|pg-\w+(-\w+)*|postgres-\w+|xtend|split2|pgpass)$/

test.each<[string[], { packages: string[]; modules: number }]>([
  [['--help'], { packages: [], modules: 40 }],
  [['--version'], { packages: [], modules: 40 }],
  [['keys', 'create', '--help'], { packages: [], modules: 40 }],
  [['keys', 'list'], { packages: ['kysely', 'zod'], modules: 500 }],
  [['org', 'list'], { packages: ['kysely', 'zod'], modules: 500 }],
  [['org', 'spend'], { packages: ['kysely', 'zod'], modules: 500 }],
  [['embeddings', 'status', '--all'], { packages: ['kysely', 'zod'], modules: 500 }],
  [['search', 'x'], { packages: ['openapi-fetch', 'zod'], modules: 200 }],
  [['add', 'a text'], { packages: ['openapi-fetch', 'zod'], modules: 200 }],
  [['mcp'], { packages: ['openapi-fetch', 'zod'], modules: 200 }],
  [['connections', 'add', 'rss', 'feedUrl=x'], { packages: ['openapi-fetch', 'zod'], modules: 200 }],
  [['memories', 'show', 'x'], { packages: ['openapi-fetch', 'zod'], modules: 200 }],
])('reverie %j loads its own packages and no others', async (args, { packages, modules }) => {
  const urls = await loadedBy(args)
  const loaded = packagesOf(urls).filter(name => name !== 'commander' && !postgres.test(name))
  expect(loaded).toEqual(packages)
  expect(urls.length).toBeLessThan(modules)
})

test('reverie migrate loads neither a model nor the server', async () => {
  const packages = packagesOf(await loadedBy(['migrate']))
  expect(packages.join(' ')).not.toMatch(
    /onnxruntime|transformers|aws-sdk|wink|tree-sitter|fastify|sharp|eld|(^| )ai( |$)/,
  )
})
