import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { shapeNamed } from '../../../../bench/hostile-shapes.ts'
import { chunkText } from './chunk-text.ts'
import { cutText, TooManyChunks } from './cut-text.ts'

const most = 50_000

describe('a long text', () => {
  test.each(['prose', 'userTurns', 'headings', 'mixedScripts'])(
    'gives the same chunks in a thread as without one: %s',
    async name => {
      const text = shapeNamed(name).make(150_000)
      expect(await cutText(text, {}, most)).toEqual(chunkText(text))
    },
  )

  test('leaves this thread free while it is cut', async () => {
    const text = shapeNamed('prose').make(3_000_000)
    let [turns, isCut] = [0, false]
    const cutting = cutText(text, {}, most).then(chunks => {
      isCut = true
      return chunks
    })
    while (!isCut) {
      await nextTurn()
      turns++
    }
    expect((await cutting).length).toBeGreaterThan(3_000)
    // If this thread had cut the text, the event loop would have had one or two turns.
    expect(turns).toBeGreaterThan(20)
  })

  test('of more chunks than permitted is refused, with their number', async () => {
    const text = shapeNamed('prose').make(150_000)
    await expect(cutText(text, {}, 100)).rejects.toThrow(TooManyChunks)
    await expect(cutText(text, {}, 100)).rejects.toThrow(/makes 1\d\d chunks/)
    await expect(cutText('One. Two.', { targetChars: 1 }, 1)).rejects.toThrow(TooManyChunks)
  })

  test('is no longer cut when its worker stops', async () => {
    const stopping = new AbortController()
    const cutting = cutText(shapeNamed('prose').make(3_000_000), {}, most, stopping.signal)
    stopping.abort()
    await expect(cutting).rejects.toThrow(/abort/i)
  })
})
