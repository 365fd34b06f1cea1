import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../test/dream-steps.ts'
import { claim, expireLeases, laneOf, rowOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { outOfOrder } from '../../../test/scripted-embedder.ts'

let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(() => d.close())

type Message = { role: 'user' | 'assistant'; content: string }

const towns = ['Lisbon', 'Tbilisi', 'Osaka', 'Bergen', 'Accra', 'Quito', 'Halifax', 'Trieste']
const wordOf = (n: number) => `zebra${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`
const turn = (n: number): Message => ({
  role: n % 2 === 0 ? 'user' : 'assistant',
  content: `The ${wordOf(n)} was seen in ${towns[n % towns.length]} on the way to the harbour, number ${n}.`,
})
const turnsUpTo = (count: number) => Array.from({ length: count }, (_, n) => turn(n))

const send = async (tag: string, messages: Message[]): Promise<string> => {
  const { body } = await d.request('POST', '/v4/conversations', {
    conversationId: tag,
    containerTag: tag,
    messages,
  })
  return body.id
}

async function append(tag: string, ...messages: Message[]): Promise<string> {
  const id = await send(tag, messages)
  await d.process(tag)
  return id
}

const tables = ['chunks', 'chunk_vectors', 'chunk_terms'] as const

/** Each row's last writer by position, for each table of the index. */
async function writersOf(id: string): Promise<Record<string, Map<number, string>>> {
  const { id: document } = await rowOf(d.server, id)
  const writers: Record<string, Map<number, string>> = {}
  for (const table of tables) {
    const rows = await queryCells<{ position: number; writer: string }>(
      d.server.databases,
      `select position, xmin::text as writer from cell.${table} where document = $1`,
      [document],
    )
    writers[table] = new Map(rows.map(({ position, writer }) => [position, writer]))
  }
  return writers
}

/** Positions whose row was written between two looks. */
const written = (before: Map<number, string>, after: Map<number, string>): number[] =>
  [...after]
    .filter(([position, writer]) => before.get(position) !== writer)
    .map(([position]) => position)
    .sort((a, b) => a - b)

/** What searches use of a document, without ids and times. */
async function indexOf(id: string): Promise<unknown[]> {
  const { id: document } = await rowOf(d.server, id)
  return queryCells(
    d.server.databases,
    `select c.position, c.start_offset, c.end_offset, c.content, c.headings, c.type, c.metadata, v.embedding::text, t.terms::text
       from cell.chunks c left join cell.chunk_vectors v using (shard, org, container, document, position)
       left join cell.chunk_terms t using (shard, org, container, document, position)
      where document = $1 order by position`,
    [document],
  )
}

const searched = async (tag: string, q: string): Promise<string> =>
  (await d.request('POST', '/v3/search', { q, containerTag: tag })).body.results[0]?.chunks[0]?.content

/** The index of a conversation that was sent at once. */
async function indexedAtOnce(tag: string, messages: Message[]): Promise<unknown[]> {
  return indexOf(await append(`${tag}_at_once`, ...messages))
}

describe('a turn that is added to a conversation', () => {
  test('is written with the terms of its neighbours, and no other row of the index is', async () => {
    const id = await append('long', ...turnsUpTo(40))
    await append('long', turn(40))
    const before = await writersOf(id)
    const calls = d.embedder.calls.length
    await append('long', turn(41))
    const after = await writersOf(id)
    expect(written(before.chunks!, after.chunks!)).toEqual([41])
    expect(written(before.chunk_vectors!, after.chunk_vectors!)).toEqual([41])
    expect(written(before.chunk_terms!, after.chunk_terms!)).toEqual([38, 39, 40, 41])
    const texts = d.embedder.calls.slice(calls).flatMap(call => call.texts)
    expect(texts).toEqual([`assistant: ${turn(41).content}`])
    await expectFiguresToAgree(d.server.databases)
  })

  test('is found at once, and so are all turns before it', async () => {
    for (let count = 1; count <= 14; count++) {
      await append('found', turn(count - 1))
      for (const n of new Set([0, Math.floor(count / 2), count - 1]))
        expect(await searched('found', wordOf(n))).toContain(wordOf(n))
    }
  })

  test('leaves the index that the whole conversation would have, with turns of any length', async () => {
    const lengths = [3, 90, 12, 1_500, 40, 2, 2, 300, 75, 18]
    const messages = Array.from({ length: 60 }, (_, n): Message => {
      const text = `${turn(n).content} ${'Tides rise, and boats come home. '.repeat(60)}`
      return { ...turn(n), content: `${n} ${text}`.slice(0, lengths[(n * 7) % lengths.length]) }
    })
    let id = ''
    for (const message of messages) id = await append('mixed', message)
    expect(await indexOf(id)).toEqual(await indexedAtOnce('mixed', messages))
    await expectFiguresToAgree(d.server.databases)
  })

  test('is indexed whole by the next worker when the first dies before it writes', async () => {
    const tag = 'orphaned'
    const id = await append(tag, ...turnsUpTo(30))
    const before = await indexOf(id)
    await send(tag, [turn(30)])
    const lane = await laneOf(d.server, d.client, tag)
    const { documents } = await claim(d.server, lane, 'dies')
    expect(await indexOf(id)).toEqual(before)
    expect(await searched(tag, wordOf(3))).toContain(wordOf(3))
    await send(tag, [turn(31)])
    await expireLeases(d.server, documents)
    await d.process(tag)
    expect(await indexOf(id)).toEqual(await indexedAtOnce(tag, turnsUpTo(32)))
  })

  test('changes nothing when its transaction fails, and everything when it is tried again', async () => {
    const tag = 'torn'
    const id = await append(tag, ...turnsUpTo(30))
    const before = await indexOf(id)
    const { admin } = d.server.databases[0]!
    // The terms are the last of the index to be written.
    await admin.query(`
      create function public.torn() returns trigger language plpgsql as $$ begin raise exception 'torn'; end $$;
      create trigger torn before insert on cell.term_tallies for each statement execute function public.torn()`)
    try {
      await append(tag, turn(30))
      expect(await indexOf(id)).toEqual(before)
      expect((await rowOf(d.server, id)).indexed_revision).toBe(1)
    } finally {
      await admin.query('drop trigger torn on cell.term_tallies; drop function public.torn()')
      d.errors.length = 0
    }
    await expireLeases(d.server, [await rowOf(d.server, id)])
    await d.process(tag)
    expect(await indexOf(id)).toEqual(await indexedAtOnce(tag, turnsUpTo(31)))
    await expectFiguresToAgree(d.server.databases)
  })

  test('waits for the embedder without a change to the index', async () => {
    const tag = 'waiting'
    const id = await append(tag, ...turnsUpTo(20))
    const before = await indexOf(id)
    d.embedder.behave = () => outOfOrder
    await append(tag, turn(20))
    d.embedder.behave = undefined
    expect(await indexOf(id)).toEqual(before)
    await expireLeases(d.server, [await rowOf(d.server, id)])
    await d.process(tag)
    expect(await indexOf(id)).toEqual(await indexedAtOnce(tag, turnsUpTo(21)))
  })
})

describe('a document that is changed', () => {
  const paragraphs = Array.from(
    { length: 12 },
    (_, n) => `# Part ${n}\n\n${`Of ${wordOf(n)} this part tells. `.repeat(20)}`,
  )
  const write = (tag: string, parts: readonly string[]) =>
    d.write(tag, parts.join('\n\n'), '2026-01-01', { customId: tag })

  test.each([
    ['in the middle', paragraphs.with(5, `# Part 5\n\n${'Another story is told here now. '.repeat(20)}`)],
    ['in the middle, by a longer text', paragraphs.toSpliced(5, 0, `# Aside\n\n${'An aside. '.repeat(60)}`)],
    ['by leaving out its end', paragraphs.slice(0, 7)],
    ['completely', ['Something else entirely.']],
  ])('%s has the index of its new text', async (how, parts) => {
    const tag = `changed_${how.replaceAll(/\W/g, '_')}`
    const id = await write(tag, paragraphs)
    expect(await write(tag, parts)).toBe(id)
    const other = await write(`${tag}_at_once`, parts)
    expect(await indexOf(id)).toEqual(await indexOf(other))
    await expectFiguresToAgree(d.server.databases)
  })

  test('in one part keeps the rows of the parts that have their place and their text', async () => {
    const id = await write('kept', paragraphs)
    const before = await writersOf(id)
    const same = paragraphs[5]!.replaceAll(wordOf(5), wordOf(25))
    await write('kept', paragraphs.with(5, same))
    const after = await writersOf(id)
    expect(written(before.chunks!, after.chunks!)).toEqual([5])
    expect(written(before.chunk_vectors!, after.chunk_vectors!)).toEqual([5])
    expect(written(before.chunk_terms!, after.chunk_terms!).length).toBeLessThan(8)
  })

  test('from a conversation to a plain text, and back, has the index of each', async () => {
    const tag = 'converted'
    const id = await append(tag, ...turnsUpTo(20))
    await write(tag, paragraphs.slice(0, 3))
    expect(await indexOf(id)).toEqual(await indexOf(await write(`${tag}_at_once`, paragraphs.slice(0, 3))))
    await append(tag, turn(1))
    expect((await d.request('GET', `/v3/documents/${id}`)).body.content).toMatch(
      /Part 2[\s\S]*assistant: The zebra/,
    )
    await expectFiguresToAgree(d.server.databases)
  })
})
