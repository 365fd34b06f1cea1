import { describe, expect, test } from 'vitest'
import { chunkText } from './chunk-text.ts'

const contents = (text: string) => chunkText(text).map(({ content }) => content)

/** Turns of two characters, each different. */
function tinyTurns(chars: number): string {
  const turns: string[] = []
  for (let [n, length] = [0, 0]; length < chars; n++) {
    const turn = `${'AB'[n % 2]}: ${n.toString(36)}\n`
    turns.push(turn)
    length += turn.length
  }
  return turns.join('')
}

describe('short turns of a transcript', () => {
  test('are merged with the next turn, so that no chunk is only a label and a word', () => {
    expect(contents('A: 1\nB: 2\nA: 3\nB: 4')).toEqual(['A: 1\nB: 2\nA: 3\nB: 4'])
    const chunks = contents(tinyTurns(20_000))
    expect(Math.min(...chunks.map(({ length }) => length))).toBeGreaterThan(10)
  })

  test('at the end are merged with the turn before', () => {
    const turns = [
      'Ada: I have moved to Lisbon with both of my cats last May.',
      'Bob: That is wonderful news, and how do you like it there?',
      'Ada: I like it very much, thank you for asking me that.',
      'Bob: ok',
    ]
    expect(contents(turns.join('\n'))).toEqual([turns[0], turns[1], `${turns[2]}\n${turns[3]}`])
  })

  test('leave each turn of ordinary length as its own chunk', () => {
    const turns = Array.from(
      { length: 40 },
      (_, n) => `${n % 2 ? 'Ada' : 'Bob'}: This is what I have to say of number ${n}, no more.`,
    )
    expect(contents(turns.join('\n'))).toEqual(turns)
  })

  test('of a megabyte make at most four times as many chunks as prose', () => {
    const prose = chunkText('The committee agreed on Tuesday to postpone the vote. '.repeat(18_334))
    const chunks = chunkText(tinyTurns(990_000))
    expect(chunks.length).toBeLessThan(4 * prose.length)
    expect(chunks.length).toBeLessThan(5_000)
  })
})
