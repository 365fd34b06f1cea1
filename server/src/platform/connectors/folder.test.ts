import { mkdir, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run, runWithKills, Shelf, sourceFor, sync } from '../../../test/connectors/drive-connector.ts'
import { folder } from './folder.ts'

let base: string
let shelf: Shelf
const root = () => join(base, 'vault')
const sourceOf = (settings: object = {}, options: object = {}) =>
  sourceFor(folder, { settings: { path: root(), ...settings }, allowedFolders: [base], ...options })

/** Times a minute ago, so that they count as settled. */
async function put(path: string, text: string, at = new Date(Date.now() - 60_000)): Promise<void> {
  const file = join(root(), path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  await utimes(file, at, at)
}

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'reverie-folder-'))
  await mkdir(root())
  shelf = new Shelf()
})
afterEach(() => rm(base, { recursive: true }))

describe('a vault', () => {
  test('brings its notes, with front matter as metadata and wiki links kept', async () => {
    await put(
      'People/Ada.md',
      '---\ntitle: Ada Lovelace\ntags: math, poetry\nborn: 1815\nnested: {a: 1}\n---\nKnew [[Charles Babbage|Charles]].',
    )
    await sync(folder, sourceOf(), shelf)
    expect(shelf.items.get('People/Ada.md')).toMatchObject({
      title: 'Ada Lovelace',
      text: 'Knew [[Charles Babbage|Charles]].',
      metadata: {
        path: 'People/Ada.md',
        folder: 'People',
        tags: ['math', 'poetry'],
        born: 1815,
        links: ['Charles Babbage'],
      },
    })
    expect(shelf.items.get('People/Ada.md')?.metadata).not.toHaveProperty('nested')
  })

  test('leaves out hidden folders, packages, empty files and excluded patterns', async () => {
    for (const path of [
      'a.md',
      '.obsidian/app.json',
      '.hidden.md',
      'sub/.trash/b.md',
      'node_modules/x/y.md',
      'templates/t.md',
      'c.pdf',
    ])
      await put(path, path)
    await put('empty.md', '')
    await sync(folder, sourceOf({ include: ['*.md'], exclude: ['templates'] }), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'a.md' })
  })

  test('forgets a file that has become empty, and reads it again when it has words', async () => {
    await put('a.md', 'one')
    await sync(folder, sourceOf(), shelf)
    await put('a.md', '')
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({})
    await put('a.md', 'two')
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'two' })
  })

  test('keeps front matter that is no YAML as text', async () => {
    await put('a.md', '---\nkey: [\n---\nText')
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': '---\nkey: [\n---\nText' })
  })

  test('with YAML that would unfold to gigabytes is read as text', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `l${i}: &l${i} [${i ? `*l${i - 1}, *l${i - 1}, *l${i - 1}` : '1'}]`,
    )
    await put('bomb.md', `---\n${levels.join('\n')}\n---\nText`)
    await sync(folder, sourceOf(), shelf)
    expect(shelf.items.get('bomb.md')?.text).toContain('Text')
  })
})

describe('a second run', () => {
  test('reads only what has changed, and removes what is gone', async () => {
    await put('a.md', 'one')
    await put('b.md', 'two')
    await put('c.md', 'three')
    await sync(folder, sourceOf(), shelf)
    await put('b.md', 'two changed')
    await unlink(join(root(), 'c.md'))
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'one', 'b.md': 'two changed' })
    expect(shelf.reads).toBe(4)
  })

  test('keeps the document of a renamed file, and does not read it again', async () => {
    await put('drafts/a.md', 'one')
    await put('b.md', 'two')
    await sync(folder, sourceOf(), shelf)
    const { document } = shelf.items.get('drafts/a.md')!
    await mkdir(join(root(), 'done'))
    await rename(join(root(), 'drafts/a.md'), join(root(), 'done/z.md'))
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'b.md': 'two', 'done/z.md': 'one' })
    expect(shelf.items.get('done/z.md')).toMatchObject({ document, metadata: { path: 'done/z.md' } })
    expect(shelf.reads).toBe(2)
  })

  test('sees an edit that leaves size and time as they were, shortly after the last run', async () => {
    const at = new Date()
    await put('a.md', 'one', at)
    await sync(folder, sourceOf({}, { now: () => at }), shelf)
    await put('a.md', 'two', at)
    await sync(folder, sourceOf({}, { now: () => new Date(at.getTime() + 1_000) }), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'two' })
  })

  test('sees an edit on a disk whose clock is an hour ahead', async () => {
    const at = new Date(Date.now() + 3_600_000)
    await put('a.md', 'one', at)
    await sync(folder, sourceOf(), shelf)
    await put('a.md', 'two', at)
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'two' })
  })

  test('that compares by content sees an edit that leaves the time as it was, and passes over a touched file', async () => {
    const [at, later] = [new Date(1_700_000_000_000), new Date(1_700_000_100_000)]
    await put('a.md', 'one', at)
    await put('b.md', 'same', at)
    await sync(folder, sourceOf({ compareBy: 'content' }), shelf)
    await put('a.md', 'two', at)
    await put('b.md', 'same', later)
    await sync(folder, sourceOf({ compareBy: 'content' }), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'two', 'b.md': 'same' })
    expect(shelf.reads).toBe(3)
  })
})

test('a run that is killed between batches continues, and stores every file once', async () => {
  const expected: Record<string, string> = {}
  for (let i = 0; i < 1_050; i++) {
    const path = `f${i % 7}/sub${i % 3}/note ${i}.md`
    expected[path] = `Note ${i}`
    await put(path, expected[path]!)
  }
  expect(await runWithKills(folder, sourceOf(), shelf)).toBeGreaterThan(3)
  expect(shelf.texts()).toEqual(expected)
  expect(shelf.documents).toBe(1_050)
  await sync(folder, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(expected)
})

test('a run continues behind a folder that has become a file, and a file that has become a folder', async () => {
  for (let i = 0; i < 250; i++) await put(`m/${String(i).padStart(3, '0')}.md`, 'x')
  await put('z.md', 'last')
  expect(await run(folder, sourceOf(), shelf, { killAt: 1 })).toBe(false)
  expect(shelf.checkpoint).toEqual({ after: 'm/249.md' })
  await rm(join(root(), 'm'), { recursive: true })
  await put('m', 'now a file')
  await rm(join(root(), 'z.md'))
  await put('z.md/inner.md', 'now a folder')
  await sync(folder, sourceOf(), shelf)
  expect(shelf.texts()).toEqual({ m: 'now a file', 'z.md/inner.md': 'now a folder' })
})

describe('a link', () => {
  test('out of the folder is refused, to a file or a folder', async () => {
    await writeFile(join(base, 'secret.md'), 'secret')
    await mkdir(join(base, 'other'))
    await writeFile(join(base, 'other/secret.md'), 'secret')
    await put('a.md', 'one')
    await symlink(join(base, 'secret.md'), join(root(), 'link.md'))
    await symlink('../other', join(root(), 'linked'))
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'one' })
    expect(Object.fromEntries(shelf.failures)).toEqual({
      'link.md': 'item_forbidden',
      linked: 'item_forbidden',
    })
  })

  test('within the folder doubles nothing, and a loop ends', async () => {
    await put('sub/a.md', 'one')
    await symlink(join(root(), 'sub/a.md'), join(root(), 'again.md'))
    await symlink('..', join(root(), 'sub/loop'))
    await sync(folder, sourceOf(), shelf)
    expect(shelf.texts()).toEqual({ 'sub/a.md': 'one' })
  })

  test('that takes the place of a listed file, or of its folder, is not read', async () => {
    await mkdir(join(base, 'other'))
    for (const name of ['a.md', 'b.md']) await writeFile(join(base, 'other', name), 'secret')
    await put('a.md', 'one')
    await put('sub/b.md', 'two')
    for await (const { changes } of folder.pull(sourceOf(), undefined)) {
      await unlink(join(root(), 'a.md'))
      await symlink(join(base, 'other/a.md'), join(root(), 'a.md'))
      await rm(join(root(), 'sub'), { recursive: true })
      await symlink(join(base, 'other'), join(root(), 'sub'))
      for (const change of changes) {
        if (change.kind !== 'upsert') throw new Error('No file was listed')
        await expect(change.item.read()).rejects.toMatchObject({ code: 'item_forbidden' })
      }
    }
  })
})

describe('a folder', () => {
  test.each([
    ['outside of the allowed ones', '/etc'],
    ['beside an allowed one with a longer name', '-other'],
    ['reached by dots', '/../../etc'],
  ])('%s is refused', async (_, path) => {
    const settings = { path: path === '/etc' ? path : `${base}${path}` }
    await expect(folder.check(sourceOf(settings))).rejects.toMatchObject({ code: 'settings_invalid' })
  })

  test('that is a link out of the allowed ones is refused', async () => {
    await symlink('/etc', join(base, 'link'))
    await expect(folder.check(sourceOf({ path: join(base, 'link') }))).rejects.toMatchObject({
      code: 'settings_invalid',
    })
  })

  test('of a server that allows none is refused', async () => {
    await expect(folder.check(sourceOf({}, { allowedFolders: [] }))).rejects.toMatchObject({
      code: 'settings_invalid',
    })
  })

  test('whose disk is not mounted loses no document', async () => {
    await put('a.md', 'one')
    await sync(folder, sourceOf(), shelf)
    await rm(join(root(), 'a.md'))
    await expect(sync(folder, sourceOf(), shelf)).rejects.toMatchObject({ code: 'source_gone' })
    await rm(root(), { recursive: true })
    await expect(sync(folder, sourceOf(), shelf)).rejects.toMatchObject({ code: 'source_gone' })
    expect(shelf.texts()).toEqual({ 'a.md': 'one' })
  })

  test('fails a file above the limit, and brings the others', async () => {
    await put('a.md', 'one')
    await put('big.bin', 'x'.repeat(2_000))
    await sync(folder, sourceOf({}, { limits: { maxFileBytes: 1_000, maxTextBytes: 1_000 } }), shelf)
    expect(shelf.texts()).toEqual({ 'a.md': 'one' })
    expect(Object.fromEntries(shelf.failures)).toEqual({ 'big.bin': 'item_too_large' })
  })
})

test('single files are read again by their path, and paths out of the folder are gone', async () => {
  await writeFile(join(base, 'secret.md'), 'secret')
  await put('sub/a.md', 'one')
  const kinds: string[] = []
  for await (const change of folder.fetch!(sourceOf(), [
    'sub/a.md',
    'b.md',
    '../secret.md',
    'sub/../../secret.md',
  ]))
    kinds.push(change.kind)
  expect(kinds).toEqual(['upsert', 'deleted', 'deleted', 'deleted'])
})
