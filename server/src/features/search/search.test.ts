import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  untilFinished,
} from '../../../test/harness.ts'
import { placeContainer } from '../containers/place-container.ts'
import { defaultRanking, spread } from '../recall/fuse-scores.ts'

type Chunk = {
  content: string
  isRelevant: boolean
  score: number
  position: number
  explain?: { dense: Arm; lexical: Arm; tokens?: number; fused: number; path: string }
}
type Arm = { rank: number | null; score: number | null; normalised: number }
type Result = {
  documentId: string
  score: number
  chunks: Chunk[]
  content?: string
  summary?: string | null
}

/** The score that a chunk must have by its explanation. */
const weighed = ({ dense, lexical, tokens }: NonNullable<Chunk['explain']>) =>
  spread(
    defaultRanking.dense * dense.normalised +
      defaultRanking.lexical * lexical.normalised +
      defaultRanking.tokens * tokens!,
  )

/** Uses the real model, because these tests search by meaning. */
describe.each(layouts)('search on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  const ids: Record<string, string> = {}
  const corpus: Record<string, string> = {
    cat: 'The cat refuses to eat dry food since Tuesday.',
    lisbon: 'Ada moved to Lisbon in May and started at a ceramics studio.',
    part: 'The replacement pump carries the part number XJ4711 on its label.',
    bread: 'A sourdough loaf wants a hot oven and a long rest.',
    engine: 'The engine coughs when it is cold, and stalls at the first traffic light.',
  }

  beforeAll(async () => {
    server = await startTestServer({ cellCount })
    client = server.client
    for (const [name, content] of Object.entries(corpus))
      ids[name] = await add(client, { content, containerTag: 'notes', customId: name, metadata: { name } })
    const handbook = [
      '# Boiler',
      'Bleed the radiators first.',
      '# Roof',
      'Clear the gutters of leaves in autumn.',
    ]
    ids.handbook = await add(client, {
      content: handbook.map(line => `${line}\n\n`).join('') + 'Slates slip when it freezes. '.repeat(60),
      containerTag: 'house',
    })
    ids.secret = await add(client, {
      content: 'The kitten in the other container is well.',
      containerTag: 'private',
    })
    await Promise.all(Object.values(ids).map(id => untilFinished(client, id)))
  })
  afterAll(() => server.close())

  const ask = (body: Record<string, unknown>, who = client) => who.request('POST', '/v3/search', body)
  const search = async (body: Record<string, unknown>, who = client): Promise<Result[]> =>
    (await ask(body, who)).body.results
  const names = (results: Result[]) =>
    results.map(({ documentId }) => Object.keys(ids).find(name => ids[name] === documentId))

  /** A tag for which the container of the tag and of the tag with `.b` are both in the cell of that number. */
  const tagIn = (cell: number) => {
    const { cells } = server.app
    const isThere = (tag: string) => cells.of(placeContainer(client.organization, tag)) === cells.all[cell]
    for (let i = 0; ; i++) if (isThere(`tag_${i}`) && isThere(`tag_${i}.b`)) return `tag_${i}`
  }

  describe('results', () => {
    test.each([
      ['what is wrong with the kitten?', 'cat'],
      ['where does Ada live now?', 'lisbon'],
      ['how do I bake?', 'bread'],
      ['my car does not start well', 'engine'],
      ['XJ4711', 'part'],
      ['pump label', 'part'],
    ])('begin with the best match for "%s": %s', async (q, name) => {
      const results = await search({ q, containerTag: 'notes' })
      expect(names(results)[0]).toBe(name)
    })

    test('have the fields of the API', async () => {
      const { status, body } = await ask({ q: 'kitten', containerTag: 'notes', limit: 1 })
      expect(status).toBe(200)
      expect(body).toEqual({
        results: [
          {
            documentId: ids.cat,
            title: corpus.cat,
            type: 'text',
            score: expect.any(Number),
            chunks: [
              {
                content: corpus.cat,
                isRelevant: true,
                score: expect.any(Number),
                position: 0,
                place: { start: 0, end: corpus.cat!.length },
              },
            ],
            metadata: { name: 'cat' },
            createdAt: expect.stringMatching(/Z$/),
            updatedAt: expect.stringMatching(/Z$/),
          },
        ],
        total: 1,
        timing: expect.any(Number),
      })
    })

    test('are ordered best first by their best chunk, and the same at every repetition', async () => {
      const body = { q: 'leaves on the roof', limit: 100 }
      const results = await search(body)
      const scores = results.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      for (const { score, chunks } of results) {
        expect(score).toBe(Math.max(...chunks.map(chunk => chunk.score)))
        for (const chunk of chunks) {
          expect(chunk.score).toBeGreaterThan(0)
          expect(chunk.score).toBeLessThanOrEqual(1)
        }
      }
      expect(await search(body)).toEqual(results)
    })

    test('contain a text with a score near 1 when the query is that text', async () => {
      const [first] = await search({ q: corpus.lisbon, containerTag: 'notes' })
      expect(first).toMatchObject({ documentId: ids.lisbon })
      expect(first!.score).toBeGreaterThan(0.7)
    })

    test.each(['the of and', 'who are they?', '?!', '\u200b', '日本語'])(
      'are returned without an error for the query %j',
      async q => {
        const answer = await ask({ q, containerTag: 'notes', explain: true })
        expect(answer.status).toBe(200)
        for (const { chunks } of answer.body.results as Result[])
          for (const chunk of chunks) expect(chunk.explain!.lexical.rank).toBeNull()
      },
    )
  })

  describe('explain', () => {
    test('gives the rank and the score of a chunk in each arm', async () => {
      const [first] = await search({
        q: 'label of the replacement pump',
        containerTag: 'notes',
        explain: true,
      })
      const { dense, lexical, tokens, fused, path } = first!.chunks[0]!.explain!
      expect(path).toBe('exact')
      expect(dense).toEqual({ rank: 1, score: expect.any(Number), normalised: expect.any(Number) })
      expect(lexical).toEqual({ rank: 1, score: expect.any(Number), normalised: expect.any(Number) })
      for (const normalised of [dense.normalised, lexical.normalised, tokens!]) {
        expect(normalised).toBeGreaterThan(0)
        expect(normalised).toBeLessThanOrEqual(1)
      }
      expect(fused).toBeCloseTo(weighed(first!.chunks[0]!.explain!), 3)
      expect(fused).toBe(first!.chunks[0]!.score)
    })

    test('gives both scores of a chunk that only one arm found', async () => {
      const results = await search({ q: 'XJ4711', containerTag: 'notes', explain: true })
      const part = results.find(({ documentId }) => documentId === ids.part)!.chunks[0]!.explain!
      expect(part.lexical.rank).toBe(1)
      expect(part.dense.score).toEqual(expect.any(Number))
    })

    test('adds nothing by default', async () => {
      const [first] = await search({ q: 'kitten', containerTag: 'notes' })
      expect(first!.chunks[0]).not.toHaveProperty('explain')
    })
  })

  describe('the size of the response', () => {
    test('is at most the limit', async () => {
      const all = await search({ q: 'the cat and the engine', containerTag: 'notes' })
      expect(all.length).toBeGreaterThan(2)
      expect(await search({ q: 'the cat and the engine', containerTag: 'notes', limit: 2 })).toEqual(
        all.slice(0, 2),
      )
    })

    test('is reduced by thresholds, which leave out lower scores', async () => {
      const q = 'what does the cat eat?'
      const all = await search({ q, containerTag: 'notes' })
      const [best, second] = all
      const between = (best!.score + second!.score) / 2
      for (const threshold of ['chunkThreshold', 'documentThreshold'])
        expect(await search({ q, containerTag: 'notes', [threshold]: between })).toEqual([best])
      expect(
        await search({ q, containerTag: 'notes', documentThreshold: best!.score - 0.0001 }),
      ).toHaveLength(1)
      expect(await search({ q, containerTag: 'notes', chunkThreshold: 1 })).toEqual([])
    })

    test('includes whole documents and summaries on request', async () => {
      const q = 'gutters'
      const [plain] = await search({ q, containerTag: 'house' })
      expect(plain).not.toHaveProperty('content')
      expect(plain).not.toHaveProperty('summary')
      const [full] = await search({ q, containerTag: 'house', includeFullDocs: true, includeSummary: true })
      expect(full!.content).toMatch(/^# Boiler.*Slates slip when it freezes\.\s*$/s)
      expect(full!.summary).not.toBe('')
      for (const sentence of full!.summary!.match(/[^.]+\./g)!)
        expect(full!.content).toContain(sentence.trim())
    })

    test('includes only the matching chunks of a long document, best first', async () => {
      const [house] = await search({ q: 'clear the gutters of leaves', containerTag: 'house' })
      expect(house!.documentId).toBe(ids.handbook)
      expect(house!.chunks.length).toBeGreaterThan(1)
      expect(house!.chunks[0]!.content).toContain('gutters')
      const positions = house!.chunks.map(({ position }) => position)
      expect(new Set(positions).size).toBe(positions.length)
    })
  })

  describe('the scope', () => {
    test('is one container with a tag, and all containers of the organization without', async () => {
      expect(names(await search({ q: 'kitten', containerTag: 'notes' }))).not.toContain('secret')
      expect(names(await search({ q: 'kitten', containerTag: 'private' }))).toEqual(['secret'])
      const everywhere = names(await search({ q: 'kitten', limit: 100 }))
      expect(everywhere.slice(0, 2).sort()).toEqual(['cat', 'secret'])
      const both = names(await search({ q: 'kitten', containerTags: ['notes', 'private'], limit: 100 }))
      expect(both.slice(0, 2).sort()).toEqual(['cat', 'secret'])
      expect(both).not.toContain('handbook')
    })

    test('shares keyword weights: a word that only one of two containers has counts in both, in any cell', async () => {
      const [here, there] = [0, cellCount - 1].map(cell => tagIn(cell))
      const near = await add(client, { content: 'A puppy barks at the gate.', containerTag: `${here}` })
      const far = await add(client, { content: 'The hound sleeps by the fire.', containerTag: `${there}.b` })
      await Promise.all([near, far].map(id => untilFinished(client, id)))
      const results = await search({ q: 'hound', containerTags: [`${here}`, `${there}.b`], explain: true })
      expect(results.map(({ documentId }) => documentId)).toEqual([far, near])
      for (const { chunks } of results) {
        expect(chunks[0]!.explain!.fused).toBeCloseTo(weighed(chunks[0]!.explain!), 3)
      }
    })

    test('never includes another organization', async () => {
      const strangers = [
        await server.newClient({ spread: true }),
        await server.newClient({ homeShard: client.organization.homeShard }),
      ]
      for (const stranger of strangers) {
        await add(stranger, { content: 'Something of its own.', containerTag: 'notes' })
        for (const body of [{}, { containerTag: 'notes' }, { docId: ids.cat }])
          expect(names(await search({ q: 'kitten', ...body }, stranger)).filter(Boolean)).toEqual([])
      }
    })

    test('is empty for an unknown container and for one without a finished document', async () => {
      expect((await ask({ q: 'kitten', containerTag: 'nobody' })).body).toMatchObject({
        results: [],
        total: 0,
      })
      const newcomer = await server.newClient()
      expect((await ask({ q: 'kitten' }, newcomer)).body).toMatchObject({ results: [], total: 0 })
    })

    test('is one document with docId, by id or by customId', async () => {
      for (const docId of [ids.bread, 'bread']) {
        expect(names(await search({ q: 'kitten', docId }))).toSatisfy((found: string[]) =>
          found.every(name => name === 'bread'),
        )
        expect(names(await search({ q: 'hot oven', docId, containerTag: 'notes' }))).toEqual(['bread'])
        expect(await search({ q: 'hot oven', docId, containerTag: 'private' })).toEqual([])
      }
      const twins = await Promise.all(
        ['twin_a', 'twin_b'].map(containerTag =>
          add(client, { content: 'Twins look alike.', containerTag, customId: 'twin' }),
        ),
      )
      await Promise.all(twins.map(id => untilFinished(client, id)))
      for (const [i, containerTag] of ['twin_a', 'twin_b'].entries()) {
        const [found] = await search({ q: 'look alike', docId: 'twin', containerTag })
        expect(found).toMatchObject({ documentId: twins[i] })
      }
      const both = await ask({ q: 'look alike', docId: 'twin' })
      expect(both.body).toMatchObject({ code: 'document.ambiguous' })
      for (const id of twins) expect(both.body.details).toContain(`id: ${id}, containerTag: twin_`)
      expect(await search({ q: 'look alike', docId: twins[0]! })).toMatchObject([{ documentId: twins[0] }])
      for (const docId of ['nobody', '1'.repeat(22)])
        expect(await search({ q: 'hot oven', docId })).toEqual([])
    })
  })

  test.each<Record<string, unknown>>([
    { q: '' },
    { q: 7 },
    { q: undefined },
    { q: 'a\0b' },
    { limit: 0 },
    { limit: 101 },
    { limit: 1.5 },
    { chunkThreshold: -0.1 },
    { documentThreshold: 1.1 },
    { docId: 'x'.repeat(256) },
    { docId: 'a\0b' },
    { containerTag: 'a b' },
    { explain: 'yes' },
    { filters: { key: 'name', value: 'cat' } },
    { filters: 'name = cat' },
    { userId: 'x'.repeat(256) },
    { categoriesFilter: ['gardening'] },
    { onlyMatchingChunks: 'no' },
    { filepath: 'a\0b' },
  ])('a request with %j is refused', async body => {
    const answer = await ask({ q: 'kitten', ...body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    expect(answer.body.error).toMatch(new RegExp(`^${Object.keys(body)[0]}`))
  })
})
