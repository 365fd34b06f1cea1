import { describe, expect, test } from 'vitest'
import { filterOf } from '../src/data/filter.ts'
import { documentsView, recallView } from '../src/data/view.ts'
import { blocksOf, placeChunks } from '../src/pages/document/place-chunks.ts'
import { promptOf, sectionsOf, tokensIn } from '../src/pages/profile/sections.ts'
import { segmentsOf } from '../src/parts/segments.ts'

describe('spans of a text', () => {
  test('cut it where they begin and end, also where they overlap', () => {
    const spans = [
      { start: 0, end: 6, id: 'a' },
      { start: 4, end: 9, id: 'b' },
    ]
    expect(segmentsOf('0123456789', spans).map(({ text, ids }) => [text, ids])).toEqual([
      ['0123', ['a']],
      ['45', ['a', 'b']],
      ['678', ['b']],
      ['9', []],
    ])
  })

  test('are moved by the place of a part, and end with it', () => {
    const segments = segmentsOf('cdef', [{ start: 4, end: 90, id: 'a' }], 2)
    expect(segments).toEqual([
      { start: 2, text: 'cd', ids: [] },
      { start: 4, text: 'ef', ids: ['a'] },
    ])
  })
})

describe('chunks of a document', () => {
  const chunk = (position: number, content: string, metadata?: object) => ({
    ...{ id: String(position), position, content },
    metadata,
  })

  test('are found in reading order, also where the same words come twice', () => {
    const placed = placeChunks('one two one two', [chunk(0, 'one two', { page: 1 }), chunk(1, 'one two')])
    expect(placed.map(({ start, end, label }) => [start, end, label])).toEqual([
      [0, 7, 'page 1'],
      [8, 15, undefined],
    ])
  })

  test('make blocks that cover the whole text once, also when they overlap', () => {
    const text = 'intro alpha beta gamma end'
    const placed = placeChunks(text, [chunk(0, 'alpha beta'), chunk(1, 'beta gamma')])
    const blocks = blocksOf(text.length, placed)
    expect(blocks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
    expect(blocks.map(({ chunk: each }) => each?.position)).toEqual([undefined, 0, 1, undefined])
  })
})

describe('an address', () => {
  test('keeps what a view knows and drops everything else', () => {
    const search = {
      q: 'x',
      state: 'broken',
      where: [{ key: 'a', op: 'is', value: 'b' }, { key: 1 }],
      more: 1,
    }
    expect(documentsView(search)).toEqual({ q: 'x', where: [{ key: 'a', op: 'is', value: 'b' }] })
  })

  test('has both settings of a comparison', () => {
    const view = recallView({ q: 'x', a: { mode: 'hybrid', threshold: 7 }, b: { limit: 5, rerank: 'yes' } })
    expect(view).toEqual({ q: 'x', a: { mode: 'hybrid' }, b: { limit: 5, rerank: true } })
  })
})

test('conditions become a filter of the API, with numbers and truth values as such', () => {
  const where = [
    { key: 'year', op: '>', value: '2024' },
    { key: 'done', op: 'is not', value: 'true' },
  ] as const
  expect(filterOf(where)).toEqual({
    filters: {
      AND: [
        { key: 'year', value: 2024, filterType: 'numeric', numericOperator: '>' },
        { key: 'done', value: true, filterType: 'metadata', negate: true },
      ],
    },
  })
})

test('conditions that are joined by "or" become one group, of which one must match', () => {
  const is = (key: string, or?: true) => ({ key, op: 'is' as const, value: 'x', ...(or && { or }) })
  const of = (key: string) => ({ key, value: 'x', filterType: 'metadata' })
  expect(filterOf([is('a'), is('b', true), is('c')])).toEqual({
    filters: { AND: [{ OR: [of('a'), of('b')] }, of('c')] },
  })
})

test('a profile becomes a prompt by section, with its tokens', () => {
  const line = (id: string, memory: string, section: string) => ({
    id,
    memory,
    section,
    part: 'static' as const,
  })
  const sections = sectionsOf({
    profile: {
      static: [],
      dynamic: [],
      lines: [line('1', 'Likes tea.', 'preferences'), line('2', 'Is Ada.', 'identity')],
    },
  })
  expect(promptOf('ada', sections)).toBe(
    'What you know about ada:\n\nPreferences:\n- Likes tea.\n\nIdentity:\n- Is Ada.\n',
  )
  expect(tokensIn('12345')).toBe(2)
})
