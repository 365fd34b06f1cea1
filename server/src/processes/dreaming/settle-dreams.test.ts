import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../test/dream-steps.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { windowCharacters } from './extract/windows.ts'

let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(async () => {
  await expectFiguresToAgree(d.server.databases)
  await d.close()
})

const [lisbon, porto, faro] = ['Lisbon', 'Porto', 'Faro'].map(town => `The user lives in ${town}.`) as [
  string,
  string,
  string,
]
const [january, february, march] = ['2024-01-05', '2024-02-05', '2024-03-05'] as [string, string, string]

const factsIn = async (containerTag: string, client = d.client) => {
  const { container } = await laneOf(d.server, client, containerTag)
  const facts = 'select document, memory from cell.facts where container = $1'
  return queryCells<{ document: string | null; memory: string }>(d.server.databases, facts, [container])
}
const revise = async (containerTag: string, id: string, content: string) => {
  await d.request('PATCH', `/v3/documents/${id}`, { content })
  await d.process(containerTag)
}
const reprocess = (id: string) =>
  d.request('POST', '/v3/documents/reprocess', { ids: [id], from: 'dreaming' })

describe('A document that is read again', () => {
  test('keeps the ids of memories in the same words, and adds and forgets the others', async () => {
    const id = await d.say('revised', `${lisbon}\nThe user owns a boat.`, january)
    const [home, boat] = await d.list('revised')
    await revise('revised', id, `The user owns a kite.\n${lisbon}`)
    await d.dreamAll('revised')
    const all = await d.list('revised', { include: { forgottenMemories: true } })
    expect(all).toMatchObject([
      { id: home!.id, memory: lisbon, isForgotten: false, documentIds: [id] },
      { id: boat!.id, isForgotten: true, forgetReason: 'source_changed', sourceCount: 0 },
      { memory: 'The user owns a kite.', isForgotten: false, documentIds: [id] },
    ])
    const { citations } = await d.show(home!.id)
    expect(citations).toMatchObject([{ revision: 2, spans: [{ start: 22, text: lisbon }] }])
  })

  test.each([
    ['in one transaction', 3],
    ['in several transactions', 55],
  ])('brings back no memory that a person forgot, written %s', async (_, count) => {
    const tag = `forgotten_${count}`
    const content = Array.from({ length: count }, (_, i) => `The user owns kiln ${i} of the row.`).join('\n')
    const id = await d.say(tag, content, january)
    const before = await d.list(tag)
    const [gone, ...others] = before.map(entry => entry.id)
    await d.forget(tag, gone!)
    await d.dreamAll(tag)
    await reprocess(id)
    await d.dreamAll(tag)
    expect((await d.list(tag)).map(entry => entry.id)).toEqual(others)
    await d.undo(gone!)
    await d.dreamAll(tag)
    expect((await d.list(tag)).map(entry => entry.id)).toEqual([gone, ...others])
    // A person may give the same reason as the system does.
    await d.request('DELETE', '/v4/memories', { containerTag: tag, id: gone, reason: 'source_changed' })
    await reprocess(id)
    await d.dreamAll(tag)
    expect((await d.list(tag)).map(entry => entry.id)).toEqual(others)
  })

  test('brings back no memory that a person forgot, read in two steps', async () => {
    const lines = ['The user owns a boat.', 'The user speaks Danish.', 'The user plays the cello.']
    const id = await d.write('windows', lines.join('\n'.repeat(windowCharacters)), january)
    expect(await d.dream('windows')).not.toBe('done')
    await d.dreamAll('windows')
    const before = await d.list('windows')
    expect(before.map(({ memory }) => memory)).toEqual(lines)
    const gone = before.at(-1)!
    await d.forget('windows', gone.id)
    await reprocess(id)
    await d.dreamAll('windows')
    const others = before.filter(entry => entry !== gone).map(entry => entry.id)
    expect((await d.list('windows')).map(entry => entry.id)).toEqual(others)
  })

  test('leaves a version that a person wrote in place, with the statement as its history', async () => {
    const id = await d.say('edited', lisbon, january)
    const [stated] = await d.list('edited')
    const { body: edit } = await d.edit('edited', stated!.id, 'The user lives near Lisbon.')
    await reprocess(id)
    await d.dreamAll('edited')
    await reprocess(id)
    await d.dreamAll('edited')
    expect(await d.list('edited')).toMatchObject([
      { id: edit.id, version: 2, history: [{ id: stated!.id, memory: lisbon, version: 1 }] },
    ])
  })

  test('makes the statement that it superseded current again when it no longer supersedes it', async () => {
    await d.say('taken_back', lisbon, january)
    const moved = await d.say('taken_back', porto, february)
    expect(await d.list('taken_back')).toMatchObject([{ memory: porto, version: 2 }])
    await revise('taken_back', moved, 'The user owns a boat.')
    await d.dreamAll('taken_back')
    expect(await d.list('taken_back')).toMatchObject([
      { memory: lisbon, version: 1, history: [] },
      { memory: 'The user owns a boat.', version: 1 },
    ])
  })

  test('with another date moves to its place in the version chain', async () => {
    const id = await d.say('redated', lisbon, january)
    await d.say('redated', porto, february)
    await d.request('PATCH', `/v3/documents/${id}`, { documentDate: march })
    await d.dreamAll('redated')
    expect(await d.list('redated')).toMatchObject([
      { memory: lisbon, version: 2, history: [{ memory: porto, version: 1 }] },
    ])
  })

  test('updates only memories whose metadata its filterByMetadata admits', async () => {
    const tag = 'filtered'
    await d.say(tag, lisbon, january, { metadata: { who: 'ada' } })
    await d.say(tag, porto, february, { filterByMetadata: { who: ['bob', 'cleo'] } })
    expect(await d.texts(tag)).toEqual([lisbon, porto])
    await d.say(tag, faro, march, { filterByMetadata: { who: ['ada', 'bob'] } })
    expect(await d.texts(tag)).toEqual([faro, porto])
  })

  test('does not update through a memory that its filterByMetadata admits the one that superseded it', async () => {
    const tag = 'filtered_chain'
    await d.say(tag, lisbon, january, { metadata: { who: 'ada' } })
    await d.say(tag, porto, february)
    await d.say(tag, faro, march, { filterByMetadata: { who: 'ada' } })
    expect(await d.texts(tag)).toEqual([faro, porto])
  })

  test('with filterByMetadata can be updated by a later document without one', async () => {
    const tag = 'filtered_first'
    await d.say(tag, lisbon, january, { filterByMetadata: { who: 'ada' } })
    await d.say(tag, porto, february)
    expect(await d.texts(tag)).toEqual([porto])
  })

  test.each([
    ['older', { filterByMetadata: { who: 'ada' } }, { metadata: { who: 'ada' } }],
    ['newer', { metadata: { who: 'ada' } }, { filterByMetadata: { who: 'ada' } }],
  ])('leaves the %s of two statements current when the other is deleted', async (kept, first, second) => {
    const tag = `filtered_${kept}`
    const ids = [await d.say(tag, lisbon, january, first), await d.say(tag, porto, february, second)]
    expect(await d.texts(tag)).toEqual([porto])
    await d.request('DELETE', `/v3/documents/${ids[kept === 'older' ? 1 : 0]}`)
    await d.process(tag)
    await d.dreamAll(tag)
    const memory = kept === 'older' ? lisbon : porto
    expect(await d.list(tag)).toMatchObject([{ memory, version: 1, history: [] }])
    const [left] = await d.list(tag)
    expect((await d.forget(tag, left!.id)).status).toBe(200)
  })

  test('leaves a version that a person wrote in place, although its filterByMetadata admits no memory', async () => {
    const tag = 'edited_filtered'
    const id = await d.say(tag, lisbon, january, { filterByMetadata: { who: 'ada' } })
    const [stated] = await d.list(tag)
    const { body: edit } = await d.edit(tag, stated!.id, 'The user lives near Lisbon.')
    await reprocess(id)
    await d.dreamAll(tag)
    expect(await d.list(tag)).toMatchObject([{ id: edit.id, version: 2 }])
  })
})

describe('A document that moves to another container', () => {
  const move = (id: string, containerTag: string) =>
    d.request('PATCH', `/v3/documents/${id}`, { containerTag })

  test('takes its memory along, and leaves behind what other documents and people state', async () => {
    const first = await d.say('moves_a', `${lisbon}\nThe user owns a boat.`, january)
    const second = await d.say('moves_a', lisbon, february)
    const boat = (await d.list('moves_a')).find(({ memory }) => memory !== lisbon)!
    const { body: edit } = await d.edit('moves_a', boat.id, 'The user owns a sailing boat.')
    await move(first, 'moves_b')
    // Before any dreaming, the memory has one source left.
    expect(await d.list('moves_a')).toMatchObject([
      { memory: lisbon, sourceCount: 1, documentIds: [second] },
      { id: edit.id },
    ])
    await d.dreamAll('moves_a')
    await d.dreamAll('moves_b')
    expect(await d.list('moves_a')).toMatchObject([
      { memory: lisbon, documentIds: [second] },
      { id: edit.id },
    ])
    expect(await d.texts('moves_b')).toEqual([lisbon, 'The user owns a boat.'])
    expect((await factsIn('moves_a')).map(({ document }) => document !== null).toSorted()).toEqual([
      false,
      true,
    ])
  })

  test('and back before anybody dreams has its memory again, under the same id', async () => {
    const id = await d.say('returns', lisbon, january)
    const [before] = await d.list('returns')
    await move(id, 'returns_from')
    expect(await d.list('returns')).toEqual([])
    await move(id, 'returns')
    await d.dreamAll('returns')
    await d.dreamAll('returns_from')
    expect(await d.list('returns')).toMatchObject([{ id: before!.id, sourceCount: 1, documentIds: [id] }])
    expect(await d.list('returns_from')).toEqual([])
  })

  test('and back after both containers dreamed has one memory, in its container', async () => {
    const id = await d.say('commutes', lisbon, january)
    for (const tag of ['commutes_to', 'commutes']) {
      await move(id, tag)
      await d.dreamAll('commutes')
      await d.dreamAll('commutes_to')
    }
    expect(await d.list('commutes')).toMatchObject([{ memory: lisbon, documentIds: [id] }])
    expect(await d.list('commutes_to')).toEqual([])
    expect(await factsIn('commutes_to')).toEqual([])
  })
})

describe('While a container dreams,', () => {
  test('a document that is deleted leaves neither memories nor facts', async () => {
    const id = await d.write('deleted', lisbon, january)
    await d.dream('deleted', { meanwhile: () => d.request('DELETE', `/v3/documents/${id}`) })
    await d.process('deleted')
    await d.dreamAll('deleted')
    expect(await d.list('deleted', { include: { forgottenMemories: true } })).toEqual([])
    expect(await factsIn('deleted')).toEqual([])
  })

  test('a document that is revised is remembered in its new words only', async () => {
    const id = await d.write('rewritten', lisbon, january)
    await d.dream('rewritten', { meanwhile: () => revise('rewritten', id, porto) })
    expect(await d.list('rewritten')).toEqual([])
    await d.dreamAll('rewritten')
    expect(await d.list('rewritten')).toMatchObject([{ memory: porto, version: 1, history: [] }])
    const { attempts } = (await d.request('GET', `/v3/documents/${id}/attempts`)).body
    const outcomes = attempts.filter(({ stage }: { stage: string }) => stage === 'dreaming')
    expect(outcomes).toMatchObject([
      { revision: 2, outcome: 'done' },
      { revision: 1, outcome: 'superseded' },
    ])
  })

  test('a document that moves is remembered in its new container only', async () => {
    const id = await d.write('departs', lisbon, january)
    const meanwhile = () => d.request('PATCH', `/v3/documents/${id}`, { containerTag: 'arrives' })
    await d.dream('departs', { meanwhile })
    await d.dreamAll('departs')
    await d.dreamAll('arrives')
    expect(await d.list('departs', { include: { forgottenMemories: true } })).toEqual([])
    expect(await factsIn('departs')).toEqual([])
    expect(await d.texts('arrives')).toEqual([lisbon])
  })

  test('a document that becomes one for search alone is not remembered', async () => {
    const id = await d.write('searched', lisbon, january)
    await d.dream('searched', {
      meanwhile: () => d.request('PATCH', `/v3/documents/${id}`, { taskType: 'rag' }),
    })
    await d.dreamAll('searched')
    expect(await d.list('searched')).toEqual([])
  })

  test('a container that is deleted gets no memories, and its tag starts empty', async () => {
    await d.write('closed', lisbon, january)
    await d.dream('closed', { meanwhile: () => d.request('DELETE', '/v3/container-tags/closed') })
    await d.say('closed', porto, february)
    expect(await d.list('closed', { include: { forgottenMemories: true } })).toMatchObject([
      { memory: porto, version: 1 },
    ])
  })

  test('a memory that is forgotten stays forgotten, although another document states it', async () => {
    await d.say('forgets', lisbon, january)
    const [memory] = await d.list('forgets')
    await d.write('forgets', lisbon, february)
    await d.dream('forgets', { meanwhile: () => d.forget('forgets', memory!.id) })
    await d.dreamAll('forgets')
    expect(await d.list('forgets')).toEqual([])
    await d.undo(memory!.id)
    expect(await d.list('forgets')).toMatchObject([{ id: memory!.id, sourceCount: 2 }])
  })

  test('a version that a person writes is later than the statement that is read', async () => {
    await d.say('corrects', lisbon, january)
    const [memory] = await d.list('corrects')
    await d.write('corrects', porto, february)
    const newContent = 'The user lives in Cascais.'
    await d.dream('corrects', { meanwhile: () => d.edit('corrects', memory!.id, newContent) })
    await d.dreamAll('corrects')
    expect(await d.list('corrects')).toMatchObject([{ memory: newContent }])
  })

  test('a second worker is sent away, and the facts are written once', async () => {
    await d.write('twice', lisbon, january)
    let second: unknown
    await d.dream('twice', {
      meanwhile: async () => {
        second = await d.dream('twice')
      },
    })
    expect(second).toBe('later')
    expect(await d.list('twice')).toMatchObject([{ memory: lisbon, sourceCount: 1 }])
    expect(await factsIn('twice')).toHaveLength(1)
  })

  test('a worker whose lease has run out writes nothing over the work of its successor', async () => {
    await d.write('stalled', lisbon, january)
    const { container } = await laneOf(d.server, d.client, 'stalled')
    const expire = 'update cell.dream_leases set leased_until = now() - interval $$1 s$$ where container = $1'
    const first = await d.dream('stalled', {
      meanwhile: async () => {
        await queryCells(d.server.databases, expire, [container])
        await d.dreamAll('stalled')
      },
    })
    expect(first).toBe('later')
    expect(await d.list('stalled')).toMatchObject([{ memory: lisbon, sourceCount: 1 }])
    expect(await factsIn('stalled')).toHaveLength(1)
  })
})

describe('Statements stay apart', () => {
  test('between two containers of an organization', async () => {
    await d.say('apart_a', lisbon, january)
    await d.say('apart_b', porto, february)
    await d.say('apart_b', lisbon, march)
    expect(await d.list('apart_a')).toMatchObject([{ memory: lisbon, version: 1, sourceCount: 1 }])
    expect(await d.list('apart_b')).toMatchObject([{ memory: lisbon, version: 2, sourceCount: 1 }])
  })

  test('between two organizations that use the same tag and the same words', async () => {
    const client = await d.server.newClient()
    const theirs = await d.write('common', lisbon, january, { client })
    await d.dreamAll('common', { client })
    await d.say('common', lisbon, january)
    const ours = await d.say('common', porto, february)
    expect(await d.list('common', { client })).toMatchObject([{ memory: lisbon, documentIds: [theirs] }])
    const [memory] = await d.list('common', { client })
    for (const path of ['', '/undo'])
      expect(
        (await d.request(path ? 'POST' : 'GET', `/v4/memories/${memory!.id}${path}`)).body,
      ).toMatchObject({ code: 'memory.not_found' })
    await d.request('DELETE', `/v3/documents/${ours}`)
    await d.process('common')
    await d.dreamAll('common')
    expect(await d.texts('common')).toEqual([lisbon])
    expect(await d.list('common', { client })).toMatchObject([{ id: memory!.id, sourceCount: 1 }])
    expect(await factsIn('common', client)).toHaveLength(1)
  })
})
