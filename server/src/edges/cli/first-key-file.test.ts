import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstKeyPath, writeFirstKey } from './first-key-file.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'reverie-first-key-'))
})
afterAll(() => rm(root, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the file of the first key', () => {
  it('can be read by its owner alone, and so can a new data directory', async () => {
    const dataDir = join(root, 'new')
    const path = await writeFirstKey(dataDir, 'the-key')
    expect(path).toBe(firstKeyPath(dataDir))
    expect(await readFile(path!, 'utf8')).toBe('the-key\n')
    expect(await modeOf(path!)).toBe(0o600)
    expect(await modeOf(dataDir)).toBe(0o700)
  })

  it('replaces an older file that others could read', async () => {
    const path = firstKeyPath(root)
    await writeFile(path, 'old')
    await chmod(path, 0o644)
    await writeFirstKey(root, 'new-key')
    expect(await readFile(path, 'utf8')).toBe('new-key\n')
    expect(await modeOf(path)).toBe(0o600)
  })

  it('is left out when the data directory cannot be made', async () => {
    const file = join(root, 'a-file')
    await writeFile(file, '')
    expect(await writeFirstKey(join(file, 'below'), 'the-key')).toBeUndefined()
  })
})
