import { describe, expect, it } from 'vitest'
import { endless, type Trial } from './contract-trial.ts'

export function describeListing(trial: () => Trial): void {
  describe('listing', () => {
    const listed = async (organization: string) => {
      const keys: string[] = []
      for await (const page of trial().store.list(organization))
        for (const { key, putAt } of page) {
          // A server may store whole seconds only.
          expect(Math.abs(Date.now() - putAt.getTime())).toBeLessThan(60_000)
          keys.push(key)
        }
      return keys.sort()
    }

    it('returns every blob of an organization with its time, and none of a neighbour', async () => {
      const keys = Array.from({ length: 25 }, (_, i) => `listed/c${i % 3}/d${i}/1`).sort()
      for (const key of [...keys, 'listed-1/c/d/1', 'liste/c/d/1']) await trial().put(key, 'x')
      expect(await listed('listed')).toEqual(keys)
      expect(await listed('unknown')).toEqual([])
      await trial().store.deletePrefix('listed/')
      expect(await listed('listed')).toEqual([])
    })

    it('is complemented by `has`, which tells whether one blob exists', async () => {
      const key = trial().newKey()
      expect(await trial().store.has(key)).toBe(false)
      await trial().put(key, 'x')
      expect(await trial().store.has(key)).toBe(true)
      await trial().store.delete(key)
      expect(await trial().store.has(key)).toBe(false)
    })
  })

  describe('sweeping', () => {
    it('removes leftovers of puts that began before a moment, and none that began later', async () => {
      const stop = new AbortController()
      const body = untilStopped(stop.signal)
      const putting = trial().store.put(trial().newKey(), body, { contentType: 'text/plain', maxBytes: 1e9 })
      putting.catch(() => undefined)
      await body.hasBegun
      expect(await trial().store.sweep(new Date(Date.now() - 3_600_000))).toBe(0)
      expect(await trial().store.sweep(new Date(Date.now() + 60_000))).toBe(1)
      stop.abort()
      await expect(putting).rejects.toThrow()
    })
  })
}

/** A body that pauses once the store has received enough of it to have begun. */
function untilStopped(signal: AbortSignal): AsyncIterable<Uint8Array> & { hasBegun: Promise<void> } {
  const begun = Promise.withResolvers<void>()
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the sender left')))
  })
  stopped.catch(() => undefined)
  return {
    hasBegun: begun.promise,
    async *[Symbol.asyncIterator]() {
      let bytes = 0
      for await (const chunk of endless()) {
        bytes += chunk.byteLength
        if (bytes > 16 * 1024 * 1024) {
          begun.resolve()
          await stopped
        }
        yield chunk
      }
    },
  }
}
