import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { BlobTooLarge } from './blob-store.ts'
import { type BlobContract, endless, inChunks, megabyte, type Trial, text } from './contract-trial.ts'

export function describePutting(trial: () => Trial, { leftovers }: BlobContract): void {
  describe('putting and getting', () => {
    it('returns the same bytes and type, with size and hash', async () => {
      const key = trial().newKey()
      const content = Buffer.alloc(12 * megabyte + 3, 'Grüße. ')
      const sha256 = createHash('sha256').update(content).digest('hex')
      const contentType = 'text/plain; charset="utf-8"'
      expect(await trial().put(key, content, { ...text, contentType })).toEqual({
        bytes: content.length,
        sha256,
      })
      expect(await trial().look(key)).toEqual({ bytes: content.length, contentType })
      expect(content.equals((await trial().read(key))!)).toBe(true)
    })

    it('stores an empty blob', async () => {
      const key = trial().newKey()
      expect(await trial().put(key, '')).toMatchObject({ bytes: 0 })
      expect(await trial().look(key)).toEqual({ bytes: 0, contentType: 'text/plain' })
      expect(await trial().read(key)).toHaveLength(0)
    })

    it('replaces a content type that would break a header', async () => {
      const key = trial().newKey()
      await trial().put(key, 'x', { ...text, contentType: 'text/html\r\nset-cookie: a=b' })
      expect(await trial().look(key)).toMatchObject({ contentType: 'application/octet-stream' })
    })

    it('returns undefined for a missing key', async () => {
      expect(await trial().store.get(trial().newKey())).toBeUndefined()
    })

    it.each([2, 12])('shows %i MB only once all of them are stored', async megabytes => {
      const key = trial().newKey()
      const seen: unknown[] = []
      const body = async function* () {
        yield* inChunks(Buffer.alloc(megabytes * megabyte))
        seen.push(await trial().look(key))
        yield Buffer.from('end')
      }
      const { bytes } = await trial().store.put(key, body(), text)
      expect(seen).toEqual([undefined])
      expect(bytes).toBe(megabytes * megabyte + 3)
      expect(await trial().read(key)).toHaveLength(bytes)
    })

    it('lets a reader finish a blob that is replaced meanwhile', async () => {
      const key = trial().newKey()
      const old = Buffer.alloc(3 * megabyte, 'old')
      await trial().put(key, old)
      const found = (await trial().store.get(key))!
      await trial().put(key, 'new')
      expect(old.equals(await buffer(found.body))).toBe(true)
      expect(String(await trial().read(key))).toBe('new')
    })

    it('ends with exactly one of several concurrent puts, complete', async () => {
      const key = trial().newKey()
      const bodies = ['a', 'b', 'c', 'd'].map(letter => Buffer.alloc(6 * megabyte, letter))
      await Promise.all(bodies.map(body => trial().put(key, body)))
      const stored = (await trial().read(key))!
      expect(bodies.filter(body => body.equals(stored))).toHaveLength(1)
      expect(await leftovers()).toEqual([])
    })
  })
}

export function describeFailing(trial: () => Trial, { leftovers }: BlobContract): void {
  describe('a put', () => {
    it('of exactly the limit succeeds', async () => {
      expect(await trial().put(trial().newKey(), '1234', { ...text, maxBytes: 4 })).toMatchObject({
        bytes: 4,
      })
    })

    it.each([4, 100_000, 11 * megabyte])(
      'above its limit of %i bytes fails and leaves nothing behind',
      async maxBytes => {
        const key = trial().newKey()
        const putting = trial().store.put(key, endless(), { ...text, maxBytes })
        await expect(putting).rejects.toThrow(new BlobTooLarge(maxBytes))
        expect(await trial().store.get(key)).toBeUndefined()
        expect(await leftovers()).toEqual([])
      },
    )

    it.each([1, 12])(
      'passes on the error of the body after %i MB and leaves nothing behind',
      async megabytes => {
        const key = trial().newKey()
        await trial().put(key, 'earlier')
        const body = async function* () {
          yield* inChunks(Buffer.alloc(megabytes * megabyte))
          throw new Error('the client left')
        }
        await expect(trial().store.put(key, body(), text)).rejects.toThrow('the client left')
        expect(String(await trial().read(key))).toBe('earlier')
        expect(await leftovers()).toEqual([])
      },
    )

    it('closes a body that it does not read to its end', async () => {
      let closed = false
      const body = async function* () {
        try {
          yield* endless()
        } finally {
          closed = true
        }
      }
      const putting = trial().store.put(trial().newKey(), body(), { ...text, maxBytes: 1 })
      await expect(putting).rejects.toThrow(BlobTooLarge)
      expect(closed).toBe(true)
    })
  })
}
