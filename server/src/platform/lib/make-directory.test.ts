import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'reverie-directory-'))
})
afterAll(() => rm(root, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('a directory that is made with its parents', () => {
  test('gets the same mode as each parent that was missing', async () => {
    await makeDirectory(join(root, 'a/b/c'), 0o700)
    for (const path of ['a', 'a/b', 'a/b/c']) expect(await modeOf(join(root, path))).toBe(0o700)
  })

  test('may exist, also as a link to one, and keeps its mode', async () => {
    await makeDirectory(join(root, 'kept'), 0o750)
    await makeDirectory(join(root, 'kept'), 0o700)
    expect(await modeOf(join(root, 'kept'))).toBe(0o750)
    await symlink(join(root, 'kept'), join(root, 'link'))
    await makeDirectory(join(root, 'link/below'))
    expect((await stat(join(root, 'kept/below'))).isDirectory()).toBe(true)
  })

  test('may be made by several processes at once', async () => {
    const path = join(root, 'shared/by/all')
    await Promise.all(Array.from({ length: 20 }, () => makeDirectory(path)))
    expect((await stat(path)).isDirectory()).toBe(true)
  })

  test('is refused where a file has its name or the name of a parent', async () => {
    await writeFile(join(root, 'file'), '')
    await expect(makeDirectory(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(makeDirectory(join(root, 'file/below/it'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  test('is refused at a link to nothing', async () => {
    await symlink(join(root, 'nothing'), join(root, 'dangling'))
    await expect(makeDirectory(join(root, 'dangling'))).rejects.toMatchObject({ code: 'EEXIST' })
  })

  test.runIf(process.platform === 'linux')('is refused below /proc instead of tried for ever', async () => {
    await expect(makeDirectory('/proc/reverie/data')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
