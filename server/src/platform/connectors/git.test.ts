import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  refetch,
  run,
  runWithKills,
  Shelf,
  sourceFor,
  sync,
} from '../../../test/connectors/drive-connector.ts'
import { GitServer } from '../../../test/connectors/git-server.ts'
import { plainHttp } from '../../../test/connectors/plain-http.ts'
import { Repository } from './git/repository.ts'
import { git } from './git.ts'

let base: string
let server: GitServer
let shelf: Shelf
const work = () => join(base, 'reverie')

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'reverie-git-'))
  await mkdir(work())
  server = new GitServer(base)
  await server.start()
  shelf = new Shelf()
})
afterEach(async () => {
  await server.close()
  await rm(base, { recursive: true, maxRetries: 3 })
})

const sourceOf = (settings: object = {}, options: object = {}) =>
  sourceFor(git, { settings: { url: server.url, ...settings }, workFolder: work(), ...options })

describe('a branch', () => {
  test('brings Markdown, text and code, and leaves out what is none', async () => {
    server.commit({
      'README.md': '---\ntags: [a]\n---\n# Notes',
      'src/main.ts': 'const a = 1',
      'notes.txt': 'Text',
      'image.png': 'png',
      'empty.md': '',
      'node_modules/x/index.js': 'no',
      'big.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
    })
    await symlink('README.md', join(base, 'work', 'link.md'))
    const head = server.commit({})
    server.inWork('update-index', '--add', '--cacheinfo', `160000,${head},submodule.md`)
    server.inWork('commit', '--quiet', '-m', 'Submodule')
    server.inWork('push', '--quiet', '../notes.git', 'HEAD:main')
    await sync(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({
      'README.md': '# Notes',
      'src/main.ts': 'const a = 1',
      'notes.txt': 'Text',
    })
    expect(shelf.items.get('README.md')?.metadata).toMatchObject({ path: 'README.md', tags: ['a'] })
    expect(Object.fromEntries(shelf.failures)).toEqual({ 'big.md': 'item_unsupported' })
    expect(await readdir(work())).toEqual([])
  })

  test('that has moved on brings only what changed, and an unchanged branch is not fetched', async () => {
    server.commit({ 'a.md': 'A', 'b.md': 'B', 'c.md': 'C', 'd/e.md': 'E' })
    await run(git, sourceOf(), shelf)
    server.commit({ 'a.md': 'A changed', 'b.md': null, 'new.md': 'New' })
    server.inWork('mv', 'c.md', 'moved.md')
    server.commit({})
    const { document } = shelf.items.get('c.md')!
    await run(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(server.files())
    expect(shelf.reads).toBe(6)
    expect(shelf.items.get('moved.md')).toMatchObject({ document, metadata: { path: 'moved.md' } })
    server.requests.length = 0
    await run(git, sourceOf(), shelf)
    // The first question of ours, then git's own, and the list of branches.
    expect(server.requests.length).toBeLessThanOrEqual(3)
    expect(shelf.reads).toBe(6)
  })

  test('with a copy of an old file reads what the server supposes to be here', async () => {
    server.commit({ 'a.md': 'A', 'b.md': 'B' })
    await run(git, sourceOf(), shelf)
    server.commit({ 'copy.md': 'A', 'again.md': 'B' })
    await run(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(server.files())
  })

  test('that was pushed by force is compared by its trees', async () => {
    server.commit({ 'a.md': 'A' })
    server.commit({ 'b.md': 'B', 'c.md': 'C' })
    await run(git, sourceOf(), shelf)
    server.commit({ 'b.md': 'B of another history', 'c.md': null, 'd.md': 'D' }, { isForced: true })
    await run(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(server.files())
  })

  test('whose old commit is gone is compared from the beginning, without reading what is known', async () => {
    server.commit({ 'a.md': 'A' })
    server.commit({ 'b.md': 'B', 'c.md': 'C' })
    await sync(git, sourceOf(), shelf)
    server.commit({ 'b.md': 'Other', 'c.md': null }, { isForced: true })
    server.forget()
    await sync(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(server.files())
    expect(shelf.reads).toBe(4)
  })

  test('that is missing or still empty', async () => {
    await sync(git, sourceOf(), shelf)
    expect(shelf.items.size).toBe(0)
    server.commit({ 'a.md': 'A' })
    await sync(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'A' })
    await expect(run(git, sourceOf({ branch: 'none' }), new Shelf())).rejects.toMatchObject({
      code: 'source_gone',
    })
  })

  test('with other settings is compared from the beginning', async () => {
    server.commit({ 'a.md': 'A', 'docs/b.md': 'B', 'c.ts': 'C' })
    await sync(git, sourceOf(), shelf)
    await sync(git, sourceOf({ include: ['docs'], kinds: ['markdown'] }), shelf)
    expect(shelf.texts()).toEqual({ 'docs/b.md': 'B' })
    expect(shelf.reads).toBe(3)
  })
})

test('a file above the limit fails, and is not even sent', async () => {
  server.commit({ 'a.md': 'A', 'big.md': 'x'.repeat(300_000) })
  const limits = { maxFileBytes: 100_000, maxTextBytes: 100_000 }
  await sync(git, sourceOf({}, { limits }), shelf)
  expect(shelf.texts()).toEqual({ 'a.md': 'A' })
  expect(Object.fromEntries(shelf.failures)).toEqual({ 'big.md': 'item_too_large' })
})

test('a repository above the limit ends the run, and leaves nothing on the disk', async () => {
  const noise = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`${i}.md`, randomBytes(50_000)]))
  server.commit(noise)
  const repository = await Repository.open(sourceOf(), { maxBytes: 100_000 })
  const head = await repository.findHead()
  await expect(repository.load(head!, 'files')).rejects.toMatchObject({ code: 'settings_invalid' })
  await repository.remove()
  expect(await readdir(work())).toEqual([])
})

test('a run that is killed between batches continues on the commit it began with, then goes on to the newest', async () => {
  const files = (from: number, to: number, text: string) =>
    Object.fromEntries(
      Array.from({ length: to - from }, (_, i) => [`d${i % 5}/${from + i}.md`, `${text} ${i}`]),
    )
  server.commit(files(0, 220, 'First'))
  expect(await run(git, sourceOf(), shelf, { killAt: 2 })).toBe(false)
  server.commit({ ...files(100, 150, 'Second'), 'd0/5.md': null })
  expect(await runWithKills(git, sourceOf(), shelf, 4)).toBe(4)
  expect(shelf.texts()).toEqual(server.files())
  expect(await readdir(work())).toEqual([])
})

test('a run in steps fetches once, and a folder that a killed run has left is removed when it is old', async () => {
  server.commit(Object.fromEntries(Array.from({ length: 220 }, (_, i) => [`${i}.md`, `Text ${i}`])))
  const requests: number[] = []
  for (let step = 0; step < 3; step++) {
    for await (const { changes, checkpoint } of git.pull(sourceOf(), shelf.checkpoint as never)) {
      for (const change of changes) if (change.kind === 'upsert') await change.item.read()
      shelf.checkpoint = checkpoint
      break
    }
    requests.push(server.requests.length)
  }
  expect(requests).toEqual([requests[0], requests[0], requests[0]])
  const [left, ...others] = await readdir(work())
  expect(others).toEqual([])
  const old = new Date(Date.now() - 7 * 3_600_000)
  await utimes(join(work(), left!), old, old)
  const other = sourceOf({}, { id: 'connection-2' })
  await run(git, other, new Shelf())
  expect(await readdir(work())).toEqual([])
})

test('single files are read again by their path', async () => {
  server.commit({ 'a.md': 'A', '*.md': 'Star', 'b.md': 'B' })
  await run(git, sourceOf(), shelf)
  server.commit({ 'a.md': 'A changed', 'b.md': null })
  await refetch(git, sourceOf(), shelf, ['a.md', '*.md', 'b.md', '../etc/passwd', '--help'])
  expect(shelf.texts()).toEqual(server.files())
})

describe('an address', () => {
  test('that redirects is followed by the guarded client, and git asks the checked address only', async () => {
    server.commit({ 'a.md': 'A' })
    const moved = new GitServer(base)
    moved.redirect = server.url
    await moved.start()
    await sync(git, sourceOf({ url: moved.url }), shelf)
    await moved.close()
    expect(shelf.texts()).toEqual({ 'a.md': 'A' })
  })

  test('that redirects to another server gets no token there', async () => {
    server.commit({ 'a.md': 'A' })
    server.token = 'good'
    const moved = new GitServer(base)
    moved.redirect = server.url
    await moved.start()
    const source = sourceOf({ url: moved.url }, { credentials: { token: 'good' } })
    await expect(run(git, source, shelf)).rejects.toMatchObject({ code: 'auth_expired' })
    await moved.close()
    expect(server.authorizations).toEqual([])
  })

  test('is resolved by the guarded client: git connects to nothing else', async () => {
    server.commit({ 'a.md': 'A' })
    const { port } = new URL(server.url)
    const plain = plainHttp(new AbortController().signal)
    const asked: string[] = []
    const http = {
      request: (url: string, options?: object) =>
        plain.request(url.replace('git.example.test', '127.0.0.1'), options).then(answer => ({
          ...answer,
          url: answer.url.replace('127.0.0.1', 'git.example.test'),
        })),
      resolve: async (host: string) => {
        asked.push(host)
        return '127.0.0.1'
      },
    }
    await run(git, sourceOf({ url: `http://git.example.test:${port}/notes.git` }, { http }), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'A' })
    expect(asked).toEqual(['git.example.test'])
  })

  test('without a repository says so', async () => {
    const url = server.url.replace('notes', 'none')
    await expect(git.check(sourceOf({ url }))).rejects.toMatchObject({ code: 'source_gone' })
  })
})

describe('a server', () => {
  test('that wants a token gets it, and a wrong one ends the run', async () => {
    server.commit({ 'a.md': 'A' })
    server.token = 'good'
    await expect(git.check(sourceOf())).rejects.toMatchObject({ code: 'auth_expired' })
    await expect(git.check(sourceOf({}, { credentials: { token: 'bad' } }))).rejects.toMatchObject({
      code: 'auth_expired',
    })
    await sync(git, sourceOf({}, { credentials: { token: 'good' } }), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'A' })
  })

  test.each([
    ['401 in the middle', { status: 401 } as const, 'auth_expired'],
    ['429', { status: 429, headers: { 'retry-after': '1' } } as const, 'rate_limited'],
    ['503', { status: 503 } as const, 'provider_unavailable'],
    ['a pack that breaks off', 'broken off' as const, 'provider_unavailable'],
  ])('that answers with %s ends the run, and the next one loses nothing', async (_, fault, code) => {
    server.commit({ 'a.md': 'A', 'b.md': 'B'.repeat(5_000) })
    // The fetch itself: what is asked before it succeeds.
    let posts = 0
    server.fault = ({ method }) => (method === 'POST' && ++posts > 1 ? fault : undefined)
    await expect(run(git, sourceOf(), shelf)).rejects.toMatchObject({ code })
    expect(await readdir(work())).toEqual([])
    server.fault = undefined
    await run(git, sourceOf(), shelf)
    expect(shelf.texts()).toEqual(server.files())
  })

  test('that hangs is left when the run is stopped', async () => {
    server.commit({ 'a.md': 'A' })
    const stop = new AbortController()
    server.fault = ({ method }) => {
      if (method === 'POST') stop.abort(new Error('stopped'))
      return undefined
    }
    await expect(run(git, sourceOf({}, { signal: stop.signal }), shelf)).rejects.toThrow('stopped')
  })
})
