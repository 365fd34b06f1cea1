import { describe, expect, test } from 'vitest'
import { addDone, get, newTag, otherKey, post, remove } from './client.ts'

const add = (body: unknown) => post('/v3/golden-questions', body)
const list = async () => (await get('/v3/golden-questions')).body.questions as { id: string }[]

describe('golden questions', () => {
  test('EMB-1, EMB-2: added questions are listed, oldest first', async () => {
    const containerTag = newTag()
    const first = await add({ question: 'Where does Ada live?', expected: ['ada-1', 'ada-2'], containerTag })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      id: expect.stringMatching(/^.{22}$/),
      question: 'Where does Ada live?',
      expected: ['ada-1', 'ada-2'],
      containerTag,
      createdAt: expect.any(String),
    })
    const second = await add({ question: 'Who fired the kiln?', expected: ['kiln'] })
    expect(second.body.containerTag).toBeNull()
    const ids = [first.body.id, second.body.id]
    expect((await list()).filter(({ id }) => ids.includes(id))).toEqual([first.body, second.body])
  })

  test('EMB-3: a deleted question is gone, and a second DELETE returns 404', async () => {
    const { id } = (await add({ question: 'When was that?', expected: ['then'] })).body
    const deleted = await remove(`/v3/golden-questions/${id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { success: true }])
    expect((await list()).map(each => each.id)).not.toContain(id)
    for (const gone of [id, 'nobody'])
      expect(await remove(`/v3/golden-questions/${gone}`)).toMatchObject({
        status: 404,
        body: { code: 'question.not_found' },
      })
  })

  test.each([
    [{ expected: ['a'] }, 400],
    [{ question: '', expected: ['a'] }, 400],
    [{ question: 'x'.repeat(10_001), expected: ['a'] }, 400],
    [{ question: 'x'.repeat(10_000), expected: ['a'] }, 201],
    [{ question: 'q' }, 400],
    [{ question: 'q', expected: [] }, 400],
    [{ question: 'q', expected: [''] }, 400],
    [{ question: 'q', expected: ['x'.repeat(256)] }, 400],
    [{ question: 'q', expected: Array(21).fill('a') }, 400],
    [{ question: 'q', expected: Array(20).fill('a') }, 201],
    [{ question: 'q\0', expected: ['a'] }, 400],
    [{ question: 'q', expected: ['a'], containerTag: 'no spaces' }, 400],
  ])(
    'EMB-4: a question within the limits is stored and one beyond returns 400, case %#',
    async (body, status) => {
      expect((await add(body)).status).toBe(status)
    },
  )

  test.skipIf(!otherKey)('EMB-5: another organization can neither list nor delete a question', async () => {
    const { id } = (await add({ question: 'Whose is this?', expected: ['ours'] })).body
    const theirs = await get('/v3/golden-questions', { key: otherKey! })
    expect(theirs.body.questions.map((each: { id: string }) => each.id)).not.toContain(id)
    expect((await remove(`/v3/golden-questions/${id}`, undefined, { key: otherKey! })).status).toBe(404)
    expect((await list()).map(each => each.id)).toContain(id)
  })

  test('EMB-6: a scoped key may not use golden questions', async () => {
    const { key } = (await post('/v3/auth/scoped-key', { containerTag: newTag() })).body
    expect((await get('/v3/golden-questions', { key })).status).toBe(403)
    expect((await post('/v3/golden-questions', { question: 'q', expected: ['a'] }, { key })).status).toBe(403)
    const { id } = (await add({ question: 'Who may delete this?', expected: ['ours'] })).body
    expect((await remove(`/v3/golden-questions/${id}`, undefined, { key })).status).toBe(403)
    expect((await list()).map(each => each.id)).toContain(id)
    expect((await get('/v3/golden-questions/comparison', { key })).status).toBe(403)
  })

  test('EMB-7: a comparison has the rank of each expected document, by id and by customId', async () => {
    const [containerTag, customId] = [newTag(), newTag()]
    const tower = 'The tower stands on a cliff above the harbour.'
    const { id } = await addDone({ content: tower, containerTag, customId })
    await addDone({ content: 'Candles burn down slowly.', containerTag })
    const question = 'Where does the tower stand?'
    const asked = await add({ question, expected: [id, customId, 'no-such-document'], containerTag })
    const { sets, questions } = await comparison()
    expect(sets[0]).toEqual({
      ...{ id: expect.any(Number), role: 'active', provider: expect.any(String), model: expect.any(String) },
      ...{ dimensions: expect.any(Number), isComplete: true, isAvailable: true },
    })
    const compared = questions.find(each => each.id === asked.body.id)!
    expect(compared).toMatchObject({ question, containerTag, expected: [id, customId, 'no-such-document'] })
    expect(compared.results[0]).toMatchObject({ set: sets[0]!.id, ranks: [1, 1, null], recall10: 2 / 3 })
    await remove(`/v3/golden-questions/${asked.body.id}`)
  })

  test('EMB-8: the pages of a comparison have every question once', async () => {
    const containerTag = newTag()
    const added: string[] = []
    for (const question of ['Who?', 'When?', 'Where?'])
      added.push((await add({ question, expected: ['nobody'], containerTag })).body.id)
    const { questions, pages } = await comparison(2)
    expect(pages).toBeGreaterThan(1)
    expect(questions.map(({ id }) => id).filter(id => added.includes(id))).toEqual(added)
    for (const query of ['limit=0', 'limit=21'])
      expect((await get(`/v3/golden-questions/comparison?${query}`)).status).toBe(400)
    expect((await get('/v3/golden-questions/comparison?after=nobody')).status).toBe(404)
  })
})

type Compared = { id: string; results: { set: number; ranks: (number | null)[]; recall10: number }[] }

/** Every page of the comparison, as one. */
async function comparison(limit = 20) {
  const questions: Compared[] = []
  let sets: { id: number }[] = []
  let after = ''
  for (let pages = 1; ; pages++) {
    const { status, body } = await get(`/v3/golden-questions/comparison?limit=${limit}${after}`)
    expect(status).toBe(200)
    questions.push(...body.questions)
    sets = body.sets
    if (body.next === null) return { sets, questions, pages }
    after = `&after=${body.next}`
  }
}
