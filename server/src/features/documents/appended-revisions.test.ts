import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../test/dream-steps.ts'
import { laneOf, rowOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { inScope } from '../../platform/db/tx.ts'
import { tidyRevisions } from './tidy-revisions.ts'
import { takeTidyTurn } from './tidy-store.ts'

/** Appends to a conversation are stored as tails: what else may happen to its document meanwhile. */
let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(() => d.close())

type Row = { revision: number; root: number | null; content: string; tidy_at: Date | null }

const turn = (n: number) => ({ role: 'user', content: `I have seen the ${n}th lighthouse of the coast.` })
const textOf = (turns: number) =>
  Array.from({ length: turns }, (_, n) => `user: ${turn(n).content}`).join('\n')

const send = (tag: string, messages: unknown[], steps = d) =>
  steps.request('POST', '/v4/conversations', { conversationId: tag, containerTag: tag, messages })

async function append(tag: string, message: unknown, steps = d): Promise<string> {
  const { body } = await send(tag, [message], steps)
  await steps.process(tag)
  return body.id
}

async function chat(tag: string, turns: number, steps = d): Promise<string> {
  let id = ''
  for (let n = 0; n < turns; n++) id = await append(tag, turn(n), steps)
  return id
}

const read = async (id: string, steps = d) => (await steps.request('GET', `/v3/documents/${id}`)).body

async function revisionsOf(id: string, steps = d): Promise<Row[]> {
  const { id: document } = await rowOf(steps.server, id)
  return queryCells(
    steps.server.databases,
    'select * from cell.revisions where document = $1 order by revision',
    [document],
  )
}

const makeDue = () =>
  queryCells(
    d.server.databases,
    'update cell.revisions set tidy_at = now() where tidy_at is not null returning document',
    [],
  )

/** Tidies as if an hour had passed. */
async function tidy(): Promise<void> {
  await makeDue()
  for (const cell of d.server.app.cells.all) await tidyRevisions(cell)
}

/** Runs `work` while each delete from `cell.revisions` fails: tidying stops between its writes. */
async function whileDeletesFail(document: string, work: () => Promise<unknown>): Promise<void> {
  const { admin } = d.server.databases[0]!
  await admin.query(`
    create function public.torn() returns trigger language plpgsql as
      $$ begin if old.document = '${document}' then raise exception 'torn'; end if; return old; end $$;
    create trigger torn before delete on cell.revisions for each row execute function public.torn()`)
  try {
    await work()
  } finally {
    await admin.query('drop trigger torn on cell.revisions; drop function public.torn()')
  }
}

describe('a conversation that is stored as tails', () => {
  test('is unchanged by a fold that fails halfway, and other documents are tidied all the same', async () => {
    const id = await chat('torn', 5)
    const other = await chat('whole', 5)
    const { id: document } = await rowOf(d.server, id)
    await whileDeletesFail(document, () => expect(tidy()).rejects.toThrow('torn'))
    expect((await read(id)).content).toBe(textOf(5))
    expect(await revisionsOf(id)).toHaveLength(5)
    expect(await revisionsOf(other)).toHaveLength(1)
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 5, root: null, content: textOf(5) }])
  })

  test('loses no append when joining its tails fails: the request fails, and its retry succeeds', async () => {
    const id = await chat('joined', 16)
    const { id: document } = await rowOf(d.server, id)
    await whileDeletesFail(document, async () => {
      expect((await send('joined', [turn(16)])).status).toBe(500)
      expect((await read(id)).content).toBe(textOf(16))
    })
    await append('joined', turn(16))
    expect((await read(id)).content).toBe(textOf(17))
    expect((await revisionsOf(id)).length).toBeLessThan(5)
  })

  test('keeps every message of appends that arrive at once, while upkeep folds it', async () => {
    const id = await chat('busy', 3)
    const texts = Array.from({ length: 40 }, (_, n) => `Message ${String(n).padStart(2, '0')} of many.`)
    const work = Promise.all(texts.map(content => send('busy', [{ role: 'user', content }])))
    let isOver = false
    const upkeep = (async () => {
      while (!isOver) {
        await tidy()
        await d.process('busy')
      }
    })()
    const answers = await work
    isOver = true
    await upkeep
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await d.process('busy')
    await tidy()
    const { content, status } = await read(id)
    expect(status).toBe('done')
    expect(content.startsWith(`${textOf(3)}\n`)).toBe(true)
    expect(content.split('\n').slice(3).toSorted()).toEqual(texts.map(text => `user: ${text}`))
    expect(await revisionsOf(id)).toMatchObject([{ root: null, content }])
    await expectFiguresToAgree(d.server.databases)
  })

  test('is marked for upkeep when its text is replaced, even if upkeep is busy with it', async () => {
    const id = await chat('replaced', 4)
    const row = await rowOf(d.server, id)
    const lane = await laneOf(d.server, d.client, 'replaced')
    const cell = d.server.app.cells.of(lane.shard)
    let replaced: Promise<unknown> | undefined
    await inScope(cell, { org: lane.org }, async db => {
      expect(await takeTidyTurn(db, row.id)).toBe(true)
      replaced = d.request('PATCH', `/v3/documents/${id}`, { content: 'A plain text.' })
      const first = await Promise.race([replaced.then(() => 'replaced'), untilWaiting()])
      expect(first).toBe('waiting')
    })
    await replaced
    await d.process('replaced')
    const before = await revisionsOf(id)
    expect(before.slice(0, -1).every(({ tidy_at }) => tidy_at !== null)).toBe(true)
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 5, content: 'A plain text.' }])
  })

  test('is stored whole after an edit in its middle, and continues from there', async () => {
    const id = await chat('edited', 6)
    const edited = textOf(6).replace('the 2th', 'no')
    await d.request('PATCH', `/v3/documents/${id}`, { content: edited })
    await d.process('edited')
    expect((await read(id)).content).toBe(edited)
    await append('edited', turn(6))
    await append('edited', turn(7))
    const whole = `${edited}\nuser: ${turn(6).content}\nuser: ${turn(7).content}`
    expect((await read(id)).content).toBe(whole)
    await tidy()
    expect(await read(id)).toMatchObject({ content: whole, status: 'done' })
    const search = async (q: string) =>
      (await d.request('POST', '/v3/search', { q, containerTag: 'edited' })).body.results[0].chunks
    expect(JSON.stringify(await search('7th lighthouse'))).toContain('7th')
    expect(JSON.stringify(await search('2th lighthouse'))).not.toContain('2th')
    await expectFiguresToAgree(d.server.databases)
  })

  test('leaves no row behind when it is deleted, before or after it is folded', async () => {
    for (const isFolded of [false, true]) {
      const tag = `deleted_${isFolded}`
      const id = await chat(tag, 20)
      const { id: document } = await rowOf(d.server, id)
      if (isFolded) await tidy()
      await send(tag, [turn(20)])
      expect((await d.request('DELETE', `/v3/documents/${id}`)).status).toBe(204)
      await tidy()
      await d.upkeep(tag)
      await d.process(tag)
      for (const table of ['revisions', 'chunks', 'chunk_vectors', 'chunk_terms'])
        expect(
          await queryCells(d.server.databases, `select from cell.${table} where document = $1`, [document]),
        ).toEqual([])
    }
    await expectFiguresToAgree(d.server.databases)
  })

  test('moves to another container with its tails, and goes on there', async () => {
    const id = await chat('here', 7)
    await d.request('PATCH', `/v3/documents/${id}`, { containerTag: 'there' })
    await d.request('POST', '/v4/conversations', {
      conversationId: 'here',
      containerTag: 'there',
      messages: [turn(7)],
    })
    await d.process('there')
    expect(await read(id)).toMatchObject({ content: textOf(8), status: 'done' })
    await tidy()
    expect(await revisionsOf(id)).toMatchObject([{ revision: 8, content: textOf(8) }])
    await expectFiguresToAgree(d.server.databases)
  })
})

/** Resolves when a request waits for an advisory lock. */
async function untilWaiting(): Promise<'waiting'> {
  const { admin } = d.server.databases[0]!
  for (;;) {
    const { rows } = await admin.query(
      `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rows.length > 0) return 'waiting'
  }
}

describe('a text that is restored', () => {
  test('leaves the citations of the revision that was read first, before and after upkeep', async () => {
    const tag = 'restored'
    const first = 'Ada keeps bees.'
    const id = await d.say(tag, first, '2026-01-01', { customId: tag })
    const replace = (content: string) => d.write(tag, content, '2026-01-01', { customId: tag })
    await replace('Boris plays the tuba.')
    await tidy()
    await replace(first)
    await d.dreamAll(tag)
    await tidy()
    const [memory] = await d.list(tag)
    expect(memory).toMatchObject({ memory: first })
    const shown = await d.show(memory!.id)
    expect(shown.citations).toMatchObject([{ spans: [{ text: first }] }])
    expect((await read(id)).content).toBe(first)
  })
})

describe('REVISION_TAILS=false', () => {
  test('stores each append whole, for versions that cannot read tails, and reads tails all the same', async () => {
    const whole = await DreamSteps.start({ REVISION_TAILS: false })
    try {
      const id = await chat('old', 4, whole)
      const rows = await revisionsOf(id, whole)
      expect(rows.map(({ root, content }) => ({ root, content }))).toEqual(
        [1, 2, 3, 4].map(turns => ({ root: null, content: textOf(turns) })),
      )
      whole.server.app.revisionTails = true
      await append('old', turn(4), whole)
      whole.server.app.revisionTails = false
      await append('old', turn(5), whole)
      expect((await revisionsOf(id, whole)).slice(4)).toMatchObject([
        { root: 4, content: `\nuser: ${turn(4).content}` },
        { root: null, content: textOf(6) },
      ])
      expect(await read(id, whole)).toMatchObject({ content: textOf(6), status: 'done' })
      await expectFiguresToAgree(whole.server.databases)
    } finally {
      await whole.close()
    }
  })
})
