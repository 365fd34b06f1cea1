import { describe, expect, test } from 'vitest'
import { hourMs } from '../../../platform/lib/durations.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import { type TextWindow, windowCharacters } from '../extract/windows.ts'
import type { WaitingDocument } from '../store.ts'
import { groupPassages } from './group-passages.ts'

const evening = Date.UTC(2024, 4, 31, 18)

type Parts = Partial<Omit<WaitingDocument, 'turns'>> & { atMs?: number; window?: Partial<TextWindow> }

function read(id: string, { atMs = 0, window = {}, ...document }: Parts = {}) {
  const text = window.text ?? `user: I am ${id}.`
  return {
    document: {
      ...{ id, saidAt: new Date(evening + atMs), source: 'api', isFetched: false, entityContext: null },
      ...document,
    } as WaitingDocument,
    window: { text, from: 0, offset: 0, length: text.length, turns: undefined, ...window } as TextWindow,
  }
}

const idsOf = (reads: ReturnType<typeof read>[]) =>
  groupPassages(reads, null).map(group => group.reads.map(({ document }) => document.id))

describe('Documents are read together', () => {
  test.each([
    ['if they were said at the same time', {}, true],
    ['if they were said six hours apart', { atMs: 6 * hourMs }, true],
    ['unless they were said more than six hours apart', { atMs: 6 * hourMs + 1 }, false],
    ['unless they come from another source', { source: 'conversation' }, false],
    ['unless one was fetched and could instruct a model to misread the other', { isFetched: true }, false],
  ])('%s', (_, second, areTogether) => {
    const expected = areTogether ? [['a', 'b']] : [['a'], ['b']]
    expect(idsOf([read('a'), read('b', second)])).toEqual(expected)
  })

  test('as long as each is said soon after the one before, however long after the first', () => {
    const reads = [0, 5, 10, 15].map(hours => read(`at ${hours}`, { atMs: hours * hourMs }))
    expect(idsOf(reads)).toEqual([['at 0', 'at 5', 'at 10', 'at 15']])
  })

  test('up to the length of a window, and the next group starts to count anew', () => {
    const half = { window: { length: windowCharacters / 2 } }
    expect(idsOf(['a', 'b', 'c', 'd', 'e'].map(id => read(id, half)))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ])
    const whole = { window: { length: windowCharacters } }
    const one = { window: { length: 1 } }
    expect(idsOf([read('a', whole), read('b', one), read('c', one)])).toEqual([['a'], ['b', 'c']])
  })

  test('only with their neighbours: a page between two notes separates them', () => {
    expect(idsOf([read('a'), read('page', { isFetched: true }), read('b')])).toEqual([['a'], ['page'], ['b']])
  })

  test('and there is no group without documents', () => {
    expect(idsOf([])).toEqual([])
  })
})

describe('The passage of a document', () => {
  const passageOf = (parts: Parts, entityContext: string | null = null) =>
    groupPassages([read('a', parts)], entityContext)[0]!.passages[0]!
  const turns: Turn[] = [{ start: 0, end: 12, role: 'user' }]

  test('has its own entity context, else that of the container, else none', () => {
    expect(passageOf({ entityContext: 'Of Ada.' }, 'Of Bob.').entityContext).toBe('Of Ada.')
    expect(passageOf({}, 'Of Bob.').entityContext).toBe('Of Bob.')
    expect(passageOf({}).entityContext).toBeUndefined()
  })

  test('of a page has the origin `document`, and no turns even if it looks like a conversation', () => {
    expect(passageOf({ isFetched: true, source: 'conversation', window: { turns } })).toMatchObject({
      origin: 'document',
      turns: undefined,
    })
    expect(passageOf({ window: { turns } })).toMatchObject({ origin: 'user', turns })
  })

  test('of a conversation without stored turns reads them from its labels, but not from the middle of a text', () => {
    const text = 'and I row.\nassistant: Where?\nuser: In Porto.'
    const starts = (offset: number, source: string) =>
      passageOf({ source, window: { text, offset } }).turns?.map(({ start }) => start)
    expect(starts(0, 'api')).toBeUndefined()
    expect(starts(500, 'conversation')).not.toContain(0)
    expect(starts(500, 'conversation')!.length).toBeGreaterThan(0)
  })
})
