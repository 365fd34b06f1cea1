import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toConversation } from '../../../features/documents/conversation.ts'
import { chunkText } from './chunk-text.ts'
import { cutTail, lastChunks, type StoredChunk } from './cut-tail.ts'
import { hashChunk } from './hash-chunk.ts'
import { leastTurn } from './merge-turns.ts'

const targetChars = 300

const conversationOf = (texts: readonly string[]) =>
  toConversation(
    texts.map((text, i) => {
      const role = i % 2 === 0 ? ('user' as const) : ('assistant' as const)
      return { role, text: `${role}: ${text}`, said: role.length + 2 }
    }),
  )

/** The end of an index of these turns. */
function indexOf(texts: readonly string[], least: number): StoredChunk[] {
  const { content, turns } = conversationOf(texts)
  return chunkText(content, { turns, targetChars, leastTurn: least })
    .map(chunk => ({ ...chunk, hash: hashChunk(chunk.content) }))
    .slice(-lastChunks)
}

function cut(before: readonly string[], added: readonly string[]) {
  const { content, turns } = conversationOf([...before, ...added])
  const least = leastTurn(content, targetChars)
  const options = { turns, targetChars, leastTurn: least }
  return {
    tail: cutTail(content, indexOf(before, least), options),
    whole: chunkText(content, { turns, targetChars, leastTurn: least }),
  }
}

const usual = (n: number) => `The ${n}th thing that I wanted to tell you about is the harbour.`
const many = Array.from({ length: 60 }, (_, n) => usual(n))

describe('the tail of a conversation', () => {
  test('is a few chunks, however long the conversation is', () => {
    const { tail, whole } = cut(many, ['And one more thing about the lighthouse.'])
    expect(whole).toHaveLength(61)
    expect(tail!.length).toBeLessThan(12)
    expect(tail).toEqual(whole.slice(-tail!.length))
  })

  test('is cut as the whole text would be, whatever was said before and after', () => {
    const word = fc.constantFrom(
      'ok',
      'yes, indeed',
      'a',
      'the harbour',
      '# Heading',
      '\n\n',
      '港',
      '😀',
      'x'.repeat(90),
      '. ',
    )
    const turn = fc.array(word, { minLength: 1, maxLength: 40 }).map(words => `w${words.join(' ').trim()}`)
    const turns = (least: number, most: number) => fc.array(turn, { minLength: least, maxLength: most })
    fc.assert(
      fc.property(turns(10, 60), turns(1, 5), (before, added) => {
        const { tail, whole } = cut(before, added)
        if (tail) expect(tail).toEqual(whole.slice(-tail.length))
      }),
      { numRuns: 300 },
    )
  })

  test('is unknown when the index was cut in another way, or is too short to say', () => {
    const { content, turns } = conversationOf([...many, 'One more.'])
    const options = { turns, targetChars, leastTurn: 20 }
    const other = indexOf(many, 200)
    expect(cutTail(content, other, { ...options, leastTurn: 200 })).toBeDefined()
    expect(cutTail(content, other, options)).toBeUndefined()
    expect(cutTail(content, indexOf(many.slice(0, 5), 20), options)).toBeUndefined()
    expect(cutTail(content, [], options)).toBeUndefined()
  })
})
