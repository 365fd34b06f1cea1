import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ScriptedFact, ScriptedReader } from '../../../test/scripted-reader.ts'

let reader: ScriptedReader
beforeAll(async () => {
  reader = await ScriptedReader.start()
})
afterAll(() => reader.close())
beforeEach(() => {
  reader.llm.calls.length = 0
  reader.script = []
})

let containers = 0
let tag: string
beforeEach(() => {
  tag = `declared_${++containers}`
})

const porridge: ScriptedFact = {
  quote: 'I start my mornings with porridge.',
  statement: 'The user starts the morning with porridge.',
  attribute: 'breakfast',
  value: 'porridge',
}
const toast: ScriptedFact = {
  quote: 'These days toast is what I eat first.',
  statement: 'The user eats toast first.',
  attribute: 'breakfast',
  value: 'toast',
}
const updates = { relation: 'updates', of: porridge.statement } as const

const [january, june, december] = ['2024-01-05', '2024-06-05', '2024-12-05']
const current = () => reader.steps.texts(tag)
const both = [porridge.statement, toast.statement].sort()

describe('A declared update', () => {
  test('supersedes the memory, with the reason, where rules alone keep both', async () => {
    await reader.say(tag, january, porridge)
    await reader.say(tag, june, toast)
    expect(await current()).toEqual(both)
    tag = `${tag}_with`
    reader.script = []
    await reader.say(tag, january, porridge)
    await reader.say(tag, june, { ...toast, ...updates })
    const [memory] = await reader.steps.list(tag)
    expect(memory).toMatchObject({
      memory: toast.statement,
      version: 2,
      history: [{ memory: porridge.statement }],
    })
    expect(JSON.stringify(await reader.steps.show(memory!.id))).toContain(
      'the later words say what holds instead: breakfast (language model, checked)',
    )
  })

  test('holds when a later document forms the memories anew', async () => {
    await reader.say(tag, january, porridge)
    await reader.say(tag, june, { ...toast, ...updates })
    await reader.say(tag, december, {
      ...porridge,
      quote: 'Porridge was what I had as a child.',
      statement: 'The user had porridge as a child.',
      attribute: 'childhood',
    })
    expect(await current()).toEqual([toast.statement, 'The user had porridge as a child.'].sort())
  })

  test('gives the same current memories when the documents arrive in the reverse order', async () => {
    await reader.say(tag, june, toast)
    await reader.say(tag, january, { ...porridge, relation: 'updates', of: toast.statement })
    expect(await current()).toEqual([toast.statement])
  })

  test('of a figure supersedes a memory that differs in nothing else', async () => {
    const runs = (version: number): ScriptedFact => ({
      quote: `The runtime is Node ${version}.`,
      statement: `The runtime is Node ${version}.`,
      subject: 'runtime',
      attribute: 'version',
      value: `Node ${version}`,
    })
    await reader.say(tag, january, runs(20))
    await reader.say(tag, june, { ...runs(22), relation: 'updates', of: runs(20).statement })
    expect(await current()).toEqual([runs(22).statement])
  })

  test('of a thing that the model names in both may name another person first', async () => {
    const caretaker = (name: string): ScriptedFact => ({
      quote: `${name} is the caretaker of Mill House.`,
      statement: `${name} is the caretaker of Mill House.`,
      subject: 'Mill House',
      attribute: 'caretaker',
      value: name,
    })
    await reader.say(tag, january, caretaker('Ada'))
    await reader.say(tag, june, {
      ...caretaker('Boris'),
      relation: 'updates',
      of: caretaker('Ada').statement,
    })
    expect(await current()).toEqual([caretaker('Boris').statement])
  })

  test('may name a fact before it in the same answer', async () => {
    await reader.write(tag, january, porridge)
    await reader.steps.write(tag, 'user: These days toast is what I eat first.', '2024-01-05T14:00:00Z')
    reader.script.push({ ...toast, relation: 'updates', of: 'f1' })
    await reader.dream(tag)
    expect(reader.llm.calls).toHaveLength(1)
    expect(await current()).toEqual([toast.statement])
  })

  test.each<[string, Partial<ScriptedFact>]>([
    [
      'is of another person',
      { subject: 'Ada', statement: 'Ada eats toast first.', quote: 'Ada says toast is what she eats first.' },
    ],
    ['is of another attribute', { attribute: 'snack' }],
    ['has a quote without the value', { quote: 'I changed what I eat first.' }],
    ['has a quote without the date', { statement: 'The user has eaten toast first since 3 May 2024.' }],
    ['names a handle that was not shown', { of: 'm7' }],
    ['names itself', { of: 'f1' }],
    [
      'is only a plan',
      { quote: 'I am thinking about toast.', statement: 'The user is thinking about toast.' },
    ],
  ])('is dropped if it %s', async (_, fact) => {
    await reader.say(tag, january, porridge)
    const written = { ...toast, ...updates, ...fact }
    reader.script.push(written)
    const content = `user: ${written.quote} Then I go out. Toast and nothing else, my doctor said on 3 May 2024.`
    await reader.steps.write(tag, content, '2024-06-05T10:00:00Z')
    await reader.dream(tag)
    expect(await current()).toEqual([porridge.statement, written.statement].sort())
  })

  test('is dropped if a page says it of the words of a person', async () => {
    await reader.say(tag, january, porridge)
    reader.script.push({ ...toast, ...updates })
    const page = `assistant: ${toast.quote}`
    await reader.steps.write(tag, page, '2024-06-05T10:00:00Z')
    await reader.dream(tag)
    expect(await current()).toEqual([porridge.statement])
  })

  test('is dropped if only a first name says whose it is, and two people have that name', async () => {
    const at = (name: string, place: string): ScriptedFact => ({
      quote: `${name} works at ${place}.`,
      statement: `${name} works at ${place}.`,
      subject: name,
      attribute: 'desk',
      value: place,
    })
    await reader.say(tag, january, at('Hana Novak', 'Alpha'), at('Hana Suzuki', 'Beta'))
    await reader.say(tag, june, {
      ...at('Hana', 'Gamma'),
      relation: 'updates',
      of: 'Hana Novak works at Alpha.',
    })
    expect(await current()).toHaveLength(3)
  })
})

describe('Other declared relations:', () => {
  test('an end supersedes what has ended', async () => {
    const band = {
      quote: 'I play bass on Fridays.',
      statement: 'The user plays bass on Fridays.',
      attribute: 'band',
    }
    const quit = {
      quote: 'We split up, the Owls and I.',
      statement: 'The user and the Owls split up.',
      attribute: 'band',
    }
    await reader.say(tag, january, band)
    await reader.say(tag, june, { ...quit, relation: 'ends', of: band.statement })
    expect(await current()).toEqual([quit.statement])
  })

  test('an end whose quote ends nothing is dropped', async () => {
    await reader.say(tag, january, porridge)
    await reader.say(tag, june, { ...toast, relation: 'ends', of: porridge.statement })
    expect(await current()).toEqual(both)
  })

  test('a repetition adds a source, and one with another name or figure does not', async () => {
    const said = {
      quote: 'Porridge is my breakfast.',
      statement: "The user's morning meal is porridge.",
      attribute: 'breakfast',
    }
    await reader.say(tag, january, porridge)
    await reader.say(tag, june, { ...said, relation: 'repeats', of: porridge.statement })
    expect(await reader.steps.list(tag)).toMatchObject([{ memory: porridge.statement, sourceCount: 2 }])
    const other = {
      quote: 'Two bowls of porridge with Ada.',
      statement: 'The user eats 2 bowls of porridge with Ada.',
    }
    await reader.say(tag, december, { ...other, relation: 'repeats', of: porridge.statement })
    expect(await current()).toHaveLength(2)
  })

  test('an extension keeps both and links them', async () => {
    await reader.say(tag, january, porridge)
    await reader.say(tag, june, { ...toast, relation: 'extends', of: porridge.statement })
    expect(await current()).toEqual(both)
    const { id } = (await reader.steps.list(tag)).find(({ memory }) => memory === toast.statement)!
    expect(JSON.stringify(await reader.steps.show(id))).toContain('says more of it (language model, checked)')
  })
})

describe('The memories of a declared update', () => {
  let [first, second] = ['', '']
  beforeEach(async () => {
    first = await reader.say(tag, january, porridge)
    second = await reader.say(tag, june, { ...toast, ...updates })
  })
  const remove = async (id: string) => {
    await reader.steps.request('DELETE', `/v3/documents/${id}`)
    await reader.steps.process(tag)
    await reader.dream(tag)
  }

  test('are both current once it is undone, also when the document is read again', async () => {
    const [memory] = await reader.steps.list(tag)
    expect((await reader.steps.undo(memory!.id)).status).toBe(200)
    expect(await current()).toEqual(both)
    await reader.steps.request('POST', '/v3/documents/reprocess', { ids: [second], from: 'dreaming' })
    await reader.dream(tag)
    expect(await current()).toEqual(both)
  })

  test('lose the older one with its document, and nothing of its words is left with the newer', async () => {
    await remove(first)
    expect(await reader.steps.list(tag)).toMatchObject([{ memory: toast.statement, version: 1, history: [] }])
    const { admin } = reader.steps.server.databases[0]!
    const { rows } = await admin.query(
      `select from cell.facts where fact->>'text' = $1 and fact::text ilike '%porridge%'`,
      [toast.statement],
    )
    expect(rows).toEqual([])
  })

  test('find each other again when the older document is written again', async () => {
    await remove(first)
    await reader.steps.write(tag, `user: ${porridge.quote}`, '2024-01-05T10:00:00Z')
    await reader.dream(tag)
    expect(await current()).toEqual([toast.statement])
  })

  test('leave the older one current when the newer document is deleted', async () => {
    await remove(second)
    expect(await current()).toEqual([porridge.statement])
  })
})
