import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hear } from '../../../../test/hear.ts'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { keysOf, type ReconciledMemory, reconcile, relate } from './reconcile.ts'

const day = (n: number) => new Date(Date.UTC(2024, 0, n))

let ids = 0
const said = (text: string, onDay: number): DatedFact[] =>
  extractLocally({
    text: `user: ${text}`,
    from: 0,
    saidAt: day(onDay),
    origin: 'user',
    entityContext: undefined,
  }).map(fact => ({ ...fact, id: String(ids++), saidAt: day(onDay), vector: undefined }))

const relation = (older: string, newer: string) => relate(said(older, 1)[0]!, said(newer, 2)[0]!)?.kind

describe('A newer fact supersedes an older one', () => {
  test.each([
    ['I live in Boston.', 'I moved to Denver last month.'],
    ['My sister Emma lives in Austin.', 'My sister Emma just moved to Seattle.'],
    ['I work at Acme as an analyst.', 'I started a new job at Globex.'],
    ['I work as a marketing coordinator.', 'I was just promoted to senior marketing manager.'],
    ['I see my therapist, Dr. Smith, every two weeks.', 'I see my therapist Dr. Smith every week now.'],
    ['I have two cats.', 'I have three cats now.'],
    ['My rent is $1,200 a month.', 'My landlord raised my rent to $1,350.'],
    [
      'I have been using my Garmin watch for 6 months.',
      'I have been using my Garmin watch for 9 months now.',
    ],
    ['I am currently on page 200 of "Dune".', 'I am on page 320 of "Dune" now.'],
    ['I am reading "Project Hail Mary" at the moment.', 'I finished "Project Hail Mary" yesterday.'],
    ['My favorite band is Radiohead.', 'My favorite band these days is Khruangbin.'],
    ['My boss is Linda.', 'My new boss is Carlos.'],
    ['I hate olives.', "I've started to like olives."],
    ['I prefer tea over coffee.', 'I prefer coffee over tea now.'],
    ['I drive a Honda Civic.', 'I just traded in my Honda Civic for a Tesla.'],
    [
      'My appointment with Dr. Lee is on March 3 at 10 AM.',
      'My appointment with Dr. Lee was rescheduled to March 10 at 2 PM.',
    ],
    [
      'I have 46 records on my shelf so far.',
      'I found one by Coltrane, which brings my collection to 47 records.',
    ],
    ['I have read 14 books this year.', 'I just finished my 19th book of the year.'],
    [
      'I have visited 11 of the national parks so far.',
      'Having now visited 15 national parks, I want a rest.',
    ],
    ['I rode my road bike for 1,200 km this season.', 'I have hit 2,000 km on my road bike this season.'],
    ['I ran my best 10K in 52:30.', 'I finally broke my record and ran a 10K in 49:58.'],
    ['We are expecting 80 guests at our wedding.', 'The guest list for our wedding has grown to 110 people.'],
    ['I commute by train every morning.', 'Now that I commute by bike, I sleep longer.'],
    ['Our band rehearses in the garage.', 'Our band rehearses in a rented studio now.'],
    ['I store my skis in the basement.', 'After the flood I put my skis in the attic.'],
    ['My manager at the bakery is called Helen.', 'We have a new manager at the bakery, Omar.'],
  ])('%s → %s', (older, newer) => {
    expect(relation(older, newer)).toBe('updates')
  })
})

describe('Facts that add up are both current', () => {
  test.each([
    ['I bought a blue jacket for $80.', 'I bought running shoes for $120.'],
    ['I visited the Louvre on March 3.', 'I visited the Orsay on March 5.'],
    ['I have a dog named Rex.', 'I have a cat named Tom.'],
    ['I went to Paris last May with my sister.', 'I went to Rome last June with my sister.'],
    ['My brother lives in Ohio.', 'My sister lives in Texas.'],
    ["I'm learning Spanish.", "I'm also learning Italian."],
    ['I have a yoga class on Mondays at 6 pm.', 'I have a pottery class on Wednesdays at 7 pm.'],
    ['I planted 5 tomato plants.', 'I planted 3 pepper plants.'],
    ['I read "Dune" in January.', 'I read "Emma" in February.'],
    ['I spent $40 on groceries yesterday.', 'I spent $65 on groceries today.'],
    ['I love hiking in the Alps.', 'I love swimming in the sea.'],
    ['I sold 5 candles at the market on Saturday.', 'I sold 8 candles at the fair on Sunday.'],
    ['I have two meetings on Monday.', 'I have four meetings on Tuesday.'],
    ['I store my skis in the basement.', 'I store my tent in the attic now.'],
    ['I cook Thai food for my kids.', 'I cook Italian food for my parents these days.'],
    ['I play chess with my father on Sundays.', 'I play tennis with my father on Saturdays now.'],
    ['I have a physio appointment at 9 am.', 'I have a dentist appointment at 2 pm.'],
    ['My bedroom is 12 square meters.', 'My living room is 25 square meters.'],
    ['My company has 100 leadership positions.', 'Women hold 20 of the leadership positions in my company.'],
  ])('%s | %s', (older, newer) => {
    expect(relation(older, newer)).not.toBe('updates')
    expect(relation(older, newer)).not.toBe('same')
  })

  test('a page does not supersede what somebody says about themselves', () => {
    const [own] = said('I live in Boston.', 1)
    const [page] = said('I moved to Denver.', 2)
    expect(relate(own!, { ...page!, origin: 'document' })).toBeUndefined()
  })
})

describe('reconcile', () => {
  const chain = (memories: readonly ReconciledMemory[]) =>
    memories.map(({ fact, version, isLatest, parent }) => [fact.text, version, isLatest, parent?.fact.text])

  const lives = [
    ...said('I live in Boston.', 1),
    ...said('I moved to Denver.', 20),
    ...said('I live in Boston.', 30),
  ]

  test('keeps superseded facts as history, in the order they were said', () => {
    const [boston, denver, back] = reconcile(lives)
    expect(chain([boston!, denver!, back!])).toEqual([
      ['The user lives in Boston.', 1, false, undefined],
      ['The user moved to Denver.', 2, false, 'The user lives in Boston.'],
      ['The user lives in Boston.', 3, true, 'The user moved to Denver.'],
    ])
    expect(back!.root).toBe(boston)
    expect(denver!.relations).toEqual([
      { to: boston, relation: 'updates', reason: 'both say where they live; said later' },
    ])
  })

  test('inserts a late, older fact at its place in the history', () => {
    const late = [...lives.slice(0, 1), ...lives.slice(2), ...lives.slice(1, 2)]
    expect(chain(reconcile(late))).toEqual(chain(reconcile(lives)))
  })

  test('counts the facts that say the same', () => {
    const memories = reconcile([...said('I have two cats.', 1), ...said('I have two cats.', 5)])
    expect(memories).toHaveLength(1)
    expect(memories[0]!.saidBy.map(({ saidAt }) => saidAt)).toEqual([day(1), day(5)])
  })

  test('does not repeat a supersession that a person has undone', () => {
    const facts = lives.slice(0, 2)
    const memories = reconcile(facts, new Set([`${facts[0]!.text}\0${facts[1]!.text}`]))
    expect(memories.map(({ isLatest }) => isLatest)).toEqual([true, true])
  })

  test('depends on the facts, not on their order or ids', () => {
    const facts = [
      ...lives,
      ...said('I have two cats. I love sushi.', 3),
      ...said('I have three cats now. My rent is $1,200 a month.', 12),
      ...said('My landlord raised my rent to $1,350. I love sushi.', 25),
      ...said('I have two cats and a greyhound named Bolt.', 12),
    ]
    const plain = (memories: readonly ReconciledMemory[]) =>
      memories.map(({ fact, saidBy, version, isLatest, parent, root, relations }) => ({
        text: fact.text,
        saidBy: saidBy.map(({ text, saidAt }) => [text, saidAt]),
        version,
        isLatest,
        parent: parent?.fact.text,
        root: root.fact.text,
        relations: relations.map(({ to, relation: kind, reason }) => [to.fact.text, kind, reason]),
      }))
    const expected = plain(reconcile(facts))
    fc.assert(
      fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), shuffled => {
        expect(plain(reconcile(shuffled.map((fact, i) => ({ ...fact, id: `other ${i}` }))))).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })
})

test('related facts share a key', () => {
  const [older, newer] = [said('I live in Boston.', 1)[0]!, said('I moved to Denver last month.', 2)[0]!]
  expect(keysOf(older).filter(key => keysOf(newer).includes(key))).toEqual(['residence of user'])
  expect(
    keysOf(
      said(
        'My friend Rachel from Leipzig plays the oboe, the cello, the harp, the organ and the lute.',
        1,
      )[0]!,
    ).length,
  ).toBeLessThanOrEqual(13)
})

describe("Facts of pages, tools and assistants do not supersede a person's:", () => {
  const moved = (text: string, origin: Fact['origin'], day: string): DatedFact => {
    const saidAt = new Date(`${day}T00:00:00Z`)
    const [fact] = hear(text, saidAt)
    return { ...fact!, origin, id: `${day} ${text}` }
  }
  const standing = (facts: DatedFact[]) =>
    reconcile(facts)
      .filter(({ isLatest }) => isLatest)
      .map(({ fact }) => [fact.origin, fact.text])
      .sort()

  const lisbon = ['user', 'The user lives in Lisbon.']

  test.each(['document', 'tool', 'assistant'] as const)(
    'a later fact of origin %s is current next to it',
    origin => {
      const facts = [
        moved('I live in Lisbon.', 'user', '2024-01-01'),
        moved('I live in Moscow.', origin, '2024-02-01'),
      ]
      expect(standing(facts)).toEqual([[origin, 'The user lives in Moscow.'], lisbon].sort())
    },
  )

  test('a page that agreed first does not open the memory to another page', () => {
    const facts = [
      moved('I live in Lisbon.', 'document', '2023-12-01'),
      moved('I live in Lisbon.', 'user', '2024-01-01'),
      moved('I live in Moscow.', 'document', '2024-02-01'),
    ]
    expect(standing(facts)).toContainEqual(lisbon)
  })

  test('a page that repeats or varies a statement the user has superseded changes nothing', () => {
    const facts = [
      moved('I live in Moscow.', 'document', '2023-12-01'),
      moved('I live in Lisbon.', 'user', '2024-01-01'),
      moved('I live in Moscow.', 'document', '2024-02-01'),
      moved('I live in Minsk.', 'document', '2024-03-01'),
    ]
    expect(standing(facts)).toContainEqual(lisbon)
  })

  test('but the user supersedes a page, also when the page only differs from their own words', () => {
    const facts = [
      moved('I live in Moscow.', 'document', '2023-12-01'),
      moved('I live in Lisbon.', 'user', '2024-01-01'),
      moved('I live in Minsk.', 'document', '2024-02-01'),
      moved('I live in Porto now.', 'user', '2024-03-01'),
    ]
    expect(standing(facts)).toEqual([['user', 'The user lives in Porto now.']])
  })
})
