import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeBlobContract } from './contract-suite.ts'
import { inChunks } from './contract-trial.ts'
import { openDiskBlobs } from './disk-blobs.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-blobs-'))
})
afterAll(() => rm(dir, { recursive: true }))

describeBlobContract('the disk', {
  open: () => openDiskBlobs({ dir }),
  leftovers: () => readdir(join(dir, '.incoming')),
  manyKeys: 1100,
})

describe('the blob store on disk', () => {
  const meta = { contentType: 'text/plain', maxBytes: 100 }
  const key = 'org/container/document/1'

  it('keeps no directory of deleted blobs', async () => {
    const root = join(dir, 'pruned')
    const store = await openDiskBlobs({ dir: root })
    await store.put(key, inChunks(Buffer.from('x')), meta)
    await store.put('org/other/document/1', inChunks(Buffer.from('x')), meta)
    await store.delete(key)
    expect(await readdir(join(root, 'org'))).toEqual(['other'])
    await store.deletePrefix('org/other/document/')
    expect(await readdir(root)).toEqual(['.incoming'])
  })

  it('lets only its owner read the files', async () => {
    const root = join(dir, 'private')
    const store = await openDiskBlobs({ dir: root })
    await store.put(key, inChunks(Buffer.from('x')), meta)
    for (const path of [root, join(root, 'org'), join(root, key)]) {
      expect((await stat(path)).mode & 0o077).toBe(0)
    }
  })

  it('sweeps drafts of a dead process, but none that is being written', async () => {
    const drafts = join(dir, 'swept', '.incoming')
    await mkdir(drafts, { recursive: true })
    await writeFile(join(drafts, 'old'), 'x')
    await writeFile(join(drafts, 'new'), 'x')
    const longAgo = Date.now() / 1000 - 2 * 60 * 60
    await utimes(join(drafts, 'old'), longAgo, longAgo)
    const store = await openDiskBlobs({ dir: join(dir, 'swept') })
    expect(await store.sweep(new Date(Date.now() - 60 * 60 * 1000))).toBe(1)
    expect(await readdir(drafts)).toEqual(['new'])
  })

  it('throws BlobUnavailable when the disk fails', async () => {
    const root = join(dir, 'broken')
    const store = await openDiskBlobs({ dir: root })
    await writeFile(join(root, 'org'), 'a file where a directory should be')
    const putting = store.put(key, inChunks(Buffer.from('x')), meta)
    await expect(putting).rejects.toMatchObject({ code: 'blob.unavailable', cause: { code: 'ENOTDIR' } })
    await expect(store.get(key)).rejects.toMatchObject({ code: 'blob.unavailable' })
    expect(await readdir(join(root, '.incoming'))).toEqual([])
  })
})
