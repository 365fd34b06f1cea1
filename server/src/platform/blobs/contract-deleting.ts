import { describe, expect, it } from 'vitest'
import type { BlobContract, Trial } from './contract-trial.ts'

export function describeDeleting(trial: () => Trial, { manyKeys }: BlobContract): void {
  describe('deleting', () => {
    const read = async (key: string) => String(await trial().read(key))
    /** Some at once, because each waits for the disk. */
    const putAll = async (keys: string[]) => {
      const left = keys.values()
      const putNext = async () => {
        for (const key of left) await trial().put(key, key)
      }
      await Promise.all(Array.from({ length: 16 }, putNext))
    }

    it('removes a blob, and does nothing when there is none', async () => {
      const [key, neighbour] = ['org/container/deleted/1', 'org/container/deleted/2']
      await Promise.all([trial().put(key, 'x'), trial().put(neighbour, 'y')])
      await trial().store.delete(key)
      await trial().store.delete(key)
      expect(await trial().store.get(key)).toBeUndefined()
      expect(await read(neighbour)).toBe('y')
    })

    it(`removes a prefix of ${manyKeys} blobs, and no neighbour`, async () => {
      const many = Array.from({ length: manyKeys }, (_, i) => `many/c${i % 3}/d${i % 7}/${i}`)
      const neighbours = ['many-1/c0/d0/0', 'many1/c0/d0/0', 'Many/c0/d0/0']
      await putAll([...many, ...neighbours])
      for (const prefix of ['many/c1/d1/', 'many/c1/', 'many/', 'many/']) {
        const below = many.filter(key => key.startsWith(prefix))
        expect(await trial().store.deletePrefix(prefix)).toBe(below.length)
        for (const key of below) many.splice(many.indexOf(key), 1)
        if (many[0]) expect(await read(many[0])).toBe(many[0])
      }
      expect(await Promise.all(neighbours.map(read))).toEqual(neighbours)
    })

    // On a disk, deleting the last file of a directory also deletes the directory.
    it('keeps new blobs while their neighbours come and go', async () => {
      const comeAndGo = async (worker: number) => {
        for (let round = 0; round < 10; round++) {
          const key = `busy/c/d/${worker}-${round}`
          await trial().put(key, key)
          expect(await read(key)).toBe(key)
          await trial().store.delete(key)
        }
      }
      await Promise.all([1, 2, 3, 4, 5, 6].map(comeAndGo))
      expect(await trial().store.deletePrefix('busy/')).toBe(0)
    })
  })
}

export function describeKeys(trial: () => Trial): void {
  const depths = ['', '/', 'a/b/c', 'a/b/c/d/e', '/a/b/c', 'a/b/c/', 'a//c/d']
  const ways = ['../b/c/d', 'a/../c/d', 'a/b/./d', 'a/b/c/..', 'a/b/c/..%2f', 'a\\b/c/d/e', '.incoming/b/c/d']
  const letters = ['a/b/c/d\0', 'a/b/c/d\n', 'a/b/c/é', 'a/b/c/d e', `a/b/c/${'d'.repeat(65)}`]
  const refused = { name: 'BadBlobKey' }

  describe('a key or prefix that is not ours', () => {
    it.each([...depths, ...ways, ...letters])('is refused: key %j', async key => {
      await expect(trial().put(key, 'x')).rejects.toMatchObject(refused)
      await expect(trial().store.get(key)).rejects.toMatchObject(refused)
      await expect(trial().store.delete(key)).rejects.toMatchObject(refused)
    })

    it.each(['', '/', 'a', 'a/b', '../', 'a/../', './', 'a/b/c/d/', 'a//', '.incoming/'])(
      'is refused: prefix %j',
      async prefix => {
        await expect(trial().store.deletePrefix(prefix)).rejects.toMatchObject(refused)
      },
    )
  })
}
