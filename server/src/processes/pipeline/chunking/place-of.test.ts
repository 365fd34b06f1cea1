import { describe, expect, test } from 'vitest'
import { TextBuilder } from '../../../platform/extraction/text-builder.ts'
import { chunkText } from './chunk-text.ts'
import { placeOf, toTimestamp } from './place-of.ts'

/** Lists the beginning, type and place of each chunk. */
function cut(build: (builder: TextBuilder) => void, targetChars = 300) {
  const builder = new TextBuilder()
  build(builder)
  const { text, blocks } = builder.finish()
  return chunkText(text, { blocks, targetChars }).map(chunk => ({
    ...chunk,
    ...placeOf(blocks, chunk),
    isExact: text.slice(chunk.start, chunk.end) === chunk.content,
  }))
}

const sentences = (word: string, count: number) =>
  Array.from({ length: count }, (_, i) => `The ${word} number ${i + 1} is said here in a few words.`).join(
    ' ',
  )

describe('a chunk of a file', () => {
  test('knows its first page and its last', () => {
    const chunks = cut(builder => {
      builder.page(11)
      builder.paragraph(sentences('first', 5))
      builder.page(12)
      builder.paragraph(sentences('second', 5))
      builder.page(13)
      builder.paragraph('A short end.')
    })
    expect(chunks.map(({ place }) => place)).toEqual([{ page: 11 }, { page: 12, endPage: 13 }])
    expect(chunks.every(({ isExact }) => isExact)).toBe(true)
  })

  test('knows its time in a recording, in the usual notation', () => {
    const chunks = cut(builder => {
      builder.at(0)
      builder.paragraph(sentences('opening', 5))
      builder.at(221_400)
      builder.paragraph(sentences('answer', 5))
    })
    expect(chunks.map(({ place }) => place)).toEqual([
      { at: 0, timestamp: '00:00' },
      { at: 221_400, timestamp: '03:41' },
    ])
    expect(toTimestamp(3_723_000)).toBe('1:02:03')
  })

  test('uses the headings that the file declares, and ignores text that only looks like a heading', () => {
    const chunks = cut(builder => {
      builder.heading(1, 'Method')
      builder.paragraph(sentences('method', 5))
      builder.paragraph(
        '# of samples: 12, taken on a single day in May by two people who did not know each other.',
      )
      builder.heading(2, 'Results')
      builder.paragraph(sentences('result', 5))
    })
    expect(chunks.map(({ content }) => content.slice(0, 10))).toEqual([
      '# Method\n\n',
      '# of sampl',
      '## Results',
    ])
    expect(chunks.map(({ headings }) => headings)).toEqual([[], ['Method'], ['Method']])
  })

  test('is a table when it contains nothing else, and a long table is cut between rows', () => {
    const rows = Array.from({ length: 30 }, (_, i) => [
      `Row ${i}`,
      'a value. With a full stop',
      String(i * 7),
    ])
    const chunks = cut(builder => {
      builder.page(1)
      builder.table([['Name', 'What', 'Sum'], ...rows])
      builder.code('const x = 1\nconst y = 2\n'.repeat(20), 'js')
    })
    expect(chunks.filter(({ type }) => type === 'table').length).toBeGreaterThan(2)
    expect(chunks.at(-1)!.type).toBe('code')
    for (const { content, type } of chunks) if (type === 'table') expect(content).toMatch(/^\|[\s\S]*\|$/)
  })

  test('of a transcript is a turn, with its time', () => {
    const turns = [
      'Ann: Where is the ferry?',
      'Bob: It left at nine.',
      'Ann: Then we walk to town.',
      'Bob: It is far from here.',
    ]
    const chunks = cut(builder => {
      for (const [i, turn] of turns.entries()) {
        builder.at(i * 5000)
        builder.paragraph(turn)
      }
    })
    expect(chunks.map(({ content }) => content)).toEqual(turns)
    expect(chunks.map(({ place }) => place?.timestamp)).toEqual(['00:00', '00:05', '00:10', '00:15'])
  })

  test('has no place when the file has neither pages nor times', () => {
    expect(cut(builder => builder.paragraph('Plain.'))[0]).toMatchObject({ type: 'text', place: null })
  })
})
