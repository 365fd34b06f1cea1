import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../test/dream-steps.ts'
import { rowOf } from '../../../test/lane-of.ts'
import { queryCells } from '../../../test/recount.ts'
import { tidyRevisions } from './tidy-revisions.ts'

let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(() => d.close())

const turn = (n: number) => ({ role: 'user', content: `I have seen the ${n}th lighthouse of the coast.` })

async function append(tag: string, ...messages: { role: string; content: string }[]): Promise<string> {
  const sent = { conversationId: tag, containerTag: tag, messages }
  const { body } = await d.request('POST', '/v4/conversations', sent)
  await d.process(tag)
  return body.id
}

async function chat(tag: string, turns: number): Promise<string> {
  let id = ''
  for (let n = 0; n < turns; n++) id = await append(tag, turn(n))
  return id
}

const textOf = (turns: number) =>
  Array.from({ length: turns }, (_, n) => `user: ${turn(n).content}`).join('\n')

const read = async (id: string) => (await d.request('GET', `/v3/documents/${id}`)).body

type Row = {
  revision: number
  root: number | null
  since: number | null
  content: string
  tidy_at: Date | null
}
async function revisionsOf(id: string): Promise<Row[]> {
  const { id: document } = await rowOf(d.server, id)
  return queryCells(
    d.server.databases,
    'select * from cell.revisions where document = $1 order by revision',
    [document],
  )
}

/** Tidies as if an hour had passed. */
async function tidy(): Promise<void> {
  await queryCells(
    d.server.databases,
    'update cell.revisions set tidy_at = now() where tidy_at is not null',
    [],
  )
  for (const cell of d.server.app.cells.all) await tidyRevisions(cell)
}

/** All facts that are cited, as the API shows them. */
async function citationsOf(tag: string): Promise<{ revision: number; spans: { text: string }[] }[]> {
  const cited = []
  for (const { id } of await d.list(tag, { include: { forgottenMemories: true } })) {
    const { body } = await d.request('GET', `/v4/memories/${id}`)
    cited.push(...body.citations)
  }
  return cited
}

describe('the revisions of a conversation', () => {
  test('keep each turn once, and the whole text is read from them', async () => {
    const id = await chat('once', 12)
    const rows = await revisionsOf(id)
    expect(rows).toHaveLength(12)
    expect(rows.map(({ content }) => content).join('')).toBe(textOf(12))
    expect(await read(id)).toMatchObject({ content: textOf(12) })
    const listed = await d.request('POST', '/v3/documents/list', {
      containerTags: ['once'],
      includeContent: true,
    })
    expect(listed.body.memories[0].content).toBe(textOf(12))
  })

  test('are one after the chat has paused, with the same text, and the chat goes on from it', async () => {
    const id = await chat('paused', 12)
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([
      { revision: 12, root: null, since: 1, content: textOf(12), tidy_at: null },
    ])
    expect((await read(id)).content).toBe(textOf(12))
    await append('paused', turn(12))
    expect((await read(id)).content).toBe(textOf(13))
    expect(await revisionsOf(id)).toHaveLength(2)
    await append('paused', turn(13))
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 14, since: 1, content: textOf(14) }])
    expect((await read(id)).content).toBe(textOf(14))
  })

  test('that is repeated or continued in any way is the same conversation', async () => {
    const id = await chat('again', 3)
    await append('again', turn(0), turn(1), turn(2))
    expect(await revisionsOf(id)).toHaveLength(3)
    await append('again', turn(0), turn(1), turn(2), turn(3))
    await append('again', turn(3), turn(4))
    expect((await read(id)).content).toBe(textOf(5))
  })

  test('stay readable while an append is not indexed yet', async () => {
    const id = await chat('pending', 5)
    const messages = [turn(5)]
    await d.request('POST', '/v4/conversations', {
      conversationId: 'pending',
      containerTag: 'pending',
      messages,
    })
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([
      { revision: 5, content: textOf(5) },
      { revision: 6, root: 1 },
    ])
    expect((await read(id)).content).toBe(textOf(6))
    await d.process('pending')
    expect(await read(id)).toMatchObject({ content: textOf(6), status: 'done' })
  })

  test('are cited by memories, with the same words before and after they are folded', async () => {
    const tag = 'cited'
    const facts = [
      'My dog is called Bruno.',
      'The boiler was replaced in March.',
      'Ada sails a small boat.',
      'We planted forty ferns.',
      'The choir sings in Latin.',
    ]
    for (const content of facts) {
      await append(tag, { role: 'user', content })
      await d.dreamAll(tag)
    }
    const before = await citationsOf(tag)
    expect(before.map(({ revision }) => revision).sort()).toEqual([1, 2, 3, 4, 5])
    const shown = before.flatMap(({ spans }) => spans.map(({ text }) => text)).join('\n')
    for (const content of facts) expect(shown).toContain(content)
    await tidy()
    expect(await citationsOf(tag)).toEqual(before)
  })

  test('of a conversation that grows are read for memories only where they are new', async () => {
    const tag = 'grown'
    await append(tag, turn(0), turn(1), turn(2))
    await d.dreamAll(tag)
    await tidy()
    const seen: string[] = []
    await append(tag, turn(3))
    await d.dreamAll(tag, { extractor: seeing(seen) })
    expect(seen.join('\n')).toContain('3th')
    expect(seen.join('\n')).not.toContain('1th')
  })
})

/** An extractor that finds nothing and remembers what it was given to read. */
const seeing = (seen: string[]) =>
  ({
    extract: async (passages: { text: string; from?: number }[]) => {
      for (const { text, from = 0 } of passages) seen.push(text.slice(from))
      return passages.map(() => [])
    },
  }) as never

describe('superseded revisions', () => {
  const replace = (tag: string, content: string) => d.write(tag, content, '2026-01-01', { customId: tag })

  test('are dropped after a while', async () => {
    const id = await replace('notes', 'First words.')
    await replace('notes', 'Second words.')
    await replace('notes', 'Third words.')
    expect(await revisionsOf(id)).toHaveLength(3)
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 3, content: 'Third words.' }])
    expect((await read(id)).content).toBe('Third words.')
  })

  test('stay as long as a memory cites them', async () => {
    const id = await d.say('quoted', 'Ada keeps bees.', '2026-01-01', { customId: 'quoted' })
    await replace('quoted', 'Boris plays the tuba.')
    const before = await citationsOf('quoted')
    await tidy()
    expect(await citationsOf('quoted')).toEqual(before)
    expect(before).toMatchObject([{ revision: 1, spans: [{ text: 'Ada keeps bees.' }] }])
    // Forgotten memories show their sources, too.
    await d.dreamAll('quoted')
    await tidy()
    expect(await citationsOf('quoted')).toEqual(expect.arrayContaining(before))
    expect(await revisionsOf(id)).toHaveLength(2)
  })

  test('stay as long as the newest content is not indexed', async () => {
    const id = await replace('slow', 'First words.')
    await d.request('POST', '/v3/documents', {
      content: 'Second words.',
      containerTag: 'slow',
      customId: 'slow',
    })
    await tidy()
    expect(await revisionsOf(id)).toHaveLength(2)
    await d.process('slow')
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 2 }])
  })

  test('of a chat that was replaced go with all their tails', async () => {
    const id = await chat('replaced', 6)
    await replace('replaced', 'A plain text.')
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 7, root: null, content: 'A plain text.' }])
  })

  test('that cannot be dropped are put off, so that they do not stand before others in every round', async () => {
    const broken = await replace('broken', 'First words.')
    await replace('broken', 'Second words.')
    const { id: document } = await rowOf(d.server, broken)
    await queryCells(
      d.server.databases,
      `create function cell.refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
       create trigger refuse before delete on cell.revisions for each row when (old.document = '${document}') execute function cell.refuse()`,
      [],
    )
    await expect(tidy()).rejects.toThrow('no')
    for (const cell of d.server.app.cells.all) expect(await tidyRevisions(cell)).toBe(0)
    expect(await revisionsOf(broken)).toHaveLength(2)
    await queryCells(d.server.databases, 'drop trigger refuse on cell.revisions', [])
    await tidy()
    expect(await revisionsOf(broken)).toHaveLength(1)
  })
})
