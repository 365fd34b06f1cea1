import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPattern, listFiles } from './list-files.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-list-'))
  for (const folder of ['notes/deep', 'notes/.git', 'notes/node_modules/x'])
    await mkdir(join(directory, folder), { recursive: true })
  for (const name of ['a.md', 'b.txt', 'deep/c.md', '.hidden.md', '.git/config', 'node_modules/x/d.md'])
    await writeFile(join(directory, 'notes', name), name)
})
afterAll(() => rm(directory, { recursive: true }))

test.each(['notes/*.md', '**/*.pdf', '/srv/My Notes/*.md', './a b/*', '../papers/*.pdf'])(
  '%s is a pattern of files',
  text => {
    expect(isPattern(text)).toBe(true)
  },
)

test.each([
  'Ada moved to Lisbon. Is that right?',
  'Really?',
  'Ada gave it 5 * out of 5',
  '* buy milk\n* buy bread',
  'a[0] = {b}',
  'https://example.org/a?b=c',
])('%j is a text and no pattern', text => {
  expect(isPattern(text)).toBe(false)
})

test('a folder lists its files in order, without hidden ones and those of packages', async () => {
  const found = await listFiles(join(directory, 'notes'))
  expect(found.map(({ name }) => name)).toEqual(['notes/a.md', 'notes/b.txt', 'notes/deep/c.md'])
})

test('a pattern with an absolute path lists the files that match', async () => {
  const found = await listFiles(join(directory, 'notes/**/*.md'))
  expect(found.map(({ path }) => path)).toEqual(
    ['a.md', 'deep/c.md'].map(name => join(directory, 'notes', name)),
  )
  for (const { name } of found) expect(name).not.toMatch(/^[/.]/)
})

test('a folder lists a linked file, and neither a link that leads nowhere nor what is behind a link to a folder', async () => {
  const folder = join(directory, 'linked')
  await mkdir(folder)
  await writeFile(join(folder, 'file.md'), 'A file.')
  await symlink('file.md', join(folder, 'link.md'))
  await symlink('gone.md', join(folder, 'broken.md'))
  await symlink('.', join(folder, 'loop'))
  const found = await listFiles(folder)
  expect(found.map(({ name }) => name)).toEqual(['linked/file.md', 'linked/link.md'])
})
