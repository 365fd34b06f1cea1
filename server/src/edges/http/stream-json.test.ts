import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { EventStreams, streamsPerKey } from './event-streams.ts'
import { type StreamEnding, streamEvents } from './stream-events.ts'
import { beginningOf, streamJson } from './stream-json.ts'

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

const piecesOf = (fields: Record<string, unknown>) => Array.fromAsync(streamJson(fields))

describe('JSON that is streamed', () => {
  test.each<[Record<string, unknown>, readonly unknown[]]>([
    [{}, []],
    [{ items: [] }, []],
    [{ before: 1, items: [], after: null }, [{ a: 'x' }, 'é"\n', 3]],
    [{ items: [], nothing: undefined, last: [true] }, [null]],
    // JSON.stringify writes an undefined item as null.
    [{ nothing: undefined, items: [] }, [undefined, 1]],
    [{ '"': 1, date: new Date(0), items: [] }, [new Date(0)]],
  ])('is the text of JSON.stringify for %j with the items %j', async (fields, items) => {
    const streamed = 'items' in fields ? { ...fields, items: each(items) } : fields
    const whole = 'items' in fields ? { ...fields, items } : fields
    expect((await piecesOf(streamed)).join('')).toBe(JSON.stringify(whole))
  })

  test('comes in pieces of bounded size, and asks for an item only when the reader wants more', async () => {
    let made = 0
    async function* items() {
      for (; made < 100; made++) yield 'x'.repeat(30_000)
    }
    const pieces = streamJson({ items: items() })
    const { value } = await pieces.next()
    expect(value!.length).toBeLessThan(128 * 1024)
    expect(made).toBeLessThan(10)
    await pieces.return(undefined)
  })

  test('fails with the error of its items', async () => {
    async function* broken() {
      yield 1
      throw new AppError('cell.unavailable')
    }
    await expect(piecesOf({ items: broken() })).rejects.toMatchObject({ code: 'cell.unavailable' })
  })

  test('that is short is read whole, and of a long one only the beginning', async () => {
    expect(await beginningOf(each(['ab', 'cd']), 10)).toEqual({ start: 'abcd', rest: undefined })
    const { start, rest } = await beginningOf(each(['ab', 'cd', 'ef']), 3)
    expect(start).toBe('abcd')
    expect(await Array.fromAsync(rest!)).toEqual(['ef'])
  })
})

describe('a stream of events', () => {
  const going: StreamEnding = { isStopping: () => false, checkKey: async () => undefined }

  test('writes each event as its name and one line of JSON', async () => {
    const events = each([{ event: 'status', data: { text: 'two\nlines' } }, undefined])
    expect(await Array.fromAsync(streamEvents(events, going))).toEqual([
      'event: status\ndata: {"text":"two\\nlines"}\n\n',
    ])
  })

  test('ends before the next event when the server stops, and closes its source', async () => {
    let isClosed = false
    async function* source() {
      try {
        for (let i = 0; ; i++) yield { event: 'status', data: i }
      } finally {
        isClosed = true
      }
    }
    let sent = 0
    const ending = { ...going, isStopping: () => sent >= 2 }
    for await (const _ of streamEvents(source(), ending)) sent++
    expect([sent, isClosed]).toEqual([2, true])
  })

  test('of one key is limited in number, and a finished stream makes room again', () => {
    const streams = new EventStreams()
    const ends = Array.from({ length: streamsPerKey }, () => streams.begin('one'))
    expect(() => streams.begin('one')).toThrow(expect.objectContaining({ code: 'stream.limited' }))
    expect(() => streams.begin('two')).not.toThrow()
    ends[0]!()
    const end = streams.begin('one')
    expect(() => streams.begin('one')).toThrow()
    end()
  })
})
