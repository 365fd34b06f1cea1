import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractLocally } from './extract-locally.ts'
import type { FactOrigin } from './fact.ts'

const saidAt = new Date('2024-05-06T12:00:00Z')

const read = (text: string, origin: FactOrigin = 'user', from = 0) =>
  extractLocally({ text, from, saidAt, origin, entityContext: undefined })

const texts = (text: string, origin?: FactOrigin) => read(text, origin).map(fact => fact.text)

describe('extractLocally retells a first-person sentence in the third person', () => {
  test.each([
    ['I live in Berlin and work at Siemens.', 'The user lives in Berlin and works at Siemens.'],
    ["I've had my cat, Luna, for a year.", 'The user has had their cat, Luna, for a year.'],
    ["I'm a nurse.", 'The user is a nurse.'],
    ["I don't eat meat.", "The user doesn't eat meat."],
    ["I won't fly to Norway.", "The user won't fly to Norway."],
    ['I was born in Ghana.', 'The user was born in Ghana.'],
    ['My sister Emma lives in Austin.', "The user's sister Emma lives in Austin."],
    ['My name is Ada.', "The user's name is Ada."],
    ['I love to sing and dance.', 'The user loves to sing and dance.'],
    ['We adopted a greyhound.', 'The user and others adopted a greyhound.'],
    ['Lost my job as a banker.', 'The user lost their job as a banker.'],
    ['Been to Rome with Emma.', 'The user has been to Rome with Emma.'],
    ['Planning a trip to Norway.', 'The user is planning a trip to Norway.'],
  ])('%s', (said, told) => {
    expect(texts(`user: ${said}`)[0]).toContain(told.replace(/\.$/, ''))
  })

  test('uses the name of the speaker, if there is one', () => {
    expect(texts('user (Ada): I moved to Lisbon.')).toEqual(['Ada moved to Lisbon.'])
    expect(texts('Ada: I moved to Lisbon.')).toEqual(['Ada moved to Lisbon.'])
    const chat =
      'Caroline: I adopted a greyhound.\nMelanie: I paint landscapes.\nCaroline: Nice!\nMelanie: Thanks!'
    expect(texts(chat)).toEqual(['Caroline adopted a greyhound.', 'Melanie paints landscapes.'])
  })

  test.each([
    ['The user is Ada, a nurse in Porto.', 'Ada'],
    ["Ada Lovelace's diary.", 'Ada Lovelace'],
    ['Conversations with Emma about her garden.', 'Emma'],
    ['A support desk for kettles.', 'The user'],
  ])('uses the name in the entity context: %s', (entityContext, name) => {
    const facts = extractLocally({
      text: 'user: I moved to Lisbon.',
      from: 0,
      saidAt,
      origin: 'user',
      entityContext,
    })
    expect(facts).toMatchObject([{ text: `${name} moved to Lisbon.`, claim: { subject: 'user' } }])
  })

  test('also in a note without speakers, but not in a document', () => {
    const note = 'I prefer dark mode in every editor.'
    expect(texts(note)).toEqual(['The user prefers dark mode in every editor.'])
    expect(texts(note, 'document')).toEqual([])
  })
})

describe('extractLocally', () => {
  test('keeps the clause that states something and drops the question around it', () => {
    expect(
      texts('user: Thanks! By the way, I just moved to Porto, so can you recommend a good dentist there?'),
    ).toEqual(['The user just moved to Porto.'])
  })

  test.each([
    'Can you recommend a good book?',
    'Thank you so much, that is really helpful!',
    "I'll definitely check those out.",
    'I was wondering if you could help me with my essay.',
    'If I were rich, I would buy a boat.',
    'What should I cook tonight?',
    'Hello, how are you?',
    'Please write a poem about the sea.',
  ])('extracts nothing from: %s', said => {
    expect(texts(`user: ${said}`)).toEqual([])
  })

  test("keeps only the user's own sentences of a message with a pasted page", () => {
    const page = Array.from({ length: 20 }, (_, i) => `The regulation ${i} applies to processors in Europe.`)
    expect(texts(`user: I work as a lawyer in Bonn. ${page.join(' ')}`)).toEqual([
      'The user works as a lawyer in Bonn.',
    ])
  })

  test('puts the name of the thing into a statement taken from a request', () => {
    expect(
      texts(
        "user: I'm worried about missing the call with Emma Mensah, so remind me that it's moved to 5 PM?",
      ),
    ).toContainEqual(expect.stringContaining('The call with Emma Mensah is moved to 5 PM'))
  })

  test('resolves `she`, or drops the statement', () => {
    expect(texts('user: I called my friend Rachel yesterday. She moved to Chicago.')).toContain(
      "The user's friend Rachel moved to Chicago.",
    )
    expect(texts('user: She moved to Chicago.')).toEqual([])
  })

  test('joins a statement to the sentence that its `it` refers to, and cites both', () => {
    const text = 'user: I bought a walnut coffee table. It cost $300 at the flea market.'
    const [fact] = read(text)
    expect(fact!.text).toBe('The user bought a walnut coffee table. It cost $300 at the flea market.')
    expect(fact!.spans.map(span => text.slice(...span))).toEqual([
      'I bought a walnut coffee table.',
      'It cost $300 at the flea market.',
    ])
  })

  test('writes dates in full', () => {
    const [fact] = read('user: I ran a marathon yesterday.')
    expect(fact!.text).toBe('The user ran a marathon on 5 May 2024.')
    expect(fact!.eventDates).toEqual([new Date('2024-05-05T00:00:00Z')])
  })

  test.each([
    ['I bought it in Paris yesterday.', 'Ada bought something in Paris on 5 May 2024.'],
    ['I took that photo at the lake yesterday.', 'Ada took a photo at the lake on 5 May 2024.'],
    ['She and I are going to the opera tomorrow, want to join?', 'Ada is going to the opera on 7 May 2024.'],
    ['This was my trip to Oslo last year.', 'Ada mentions their trip to Oslo in 2023.'],
    ['It reminds me of a trip I took last year.', 'Ada is reminded of a trip they took in 2023.'],
    ["Been busy lately - had an audition yesterday. I'm tired.", 'Ada had an audition on 5 May 2024'],
    [
      'I helped at the shelter yesterday, and they gave me a medal.',
      'Ada helped at the shelter on 5 May 2024.',
    ],
    ["I can't wait to see Oslo next year.", "Ada can't wait to see Oslo in 2025."],
    ['Just yesterday, I found a violin in my attic.', 'On 5 May 2024, Ada found a violin in their attic.'],
  ])('keeps the known part of a dated event: %s', (said, told) => {
    expect(texts(`Ada: ${said}`)).toContainEqual(expect.stringContaining(told.replace(/\.$/, '')))
  })

  test.each(['It was great last week.', "I'll check those out tomorrow.", 'She moved to Chicago.'])(
    'drops a sentence with unresolved pronouns: %s',
    said => expect(texts(`user: ${said}`)).toEqual([]),
  )

  test.each([
    [
      'What do I do since the sessions with Tom got extended to July 16?',
      'The sessions with Tom got extended to 16 July 2024',
    ],
    [
      'How will the 12% rate on assets above $200,000 affect us?',
      'The user mentions the 12% rate on assets above $200,000',
    ],
    ['They put my rent up to 920 pounds.', "Somebody put the user's rent up to 920 pounds"],
  ])('keeps a figure named in passing: %s', (said, told) => {
    expect(texts(`user: ${said}`)).toContainEqual(expect.stringContaining(told))
  })

  test.each([
    'The process reminded me of my music.',
    'My heart beating fast, which made it hard to speak.',
    'My library has grown as a result.',
  ])('drops fragments and sentences about nothing named: %s', said => {
    expect(texts(`user: ${said}`)).toEqual([])
  })

  test.each([
    ['I love sushi.', 'preference', true],
    ['I am planning a trip to Norway.', 'plan', false],
    ['I adopted a greyhound in 2020.', 'event', false],
    ['I live in Berlin.', 'attribute', true],
  ] as const)('recognises the kind of: %s', (said, kind, isStatic) => {
    expect(read(`user: ${said}`)[0]).toMatchObject({ kind, isStatic, origin: 'user' })
  })

  test('keeps the sentences of a page that are understood alone and name their subject', () => {
    const page = 'Ada Lovelace wrote the first program in 1843. It was never run. This is why she is famous.'
    expect(read(page, 'document')).toMatchObject([
      {
        text: 'Ada Lovelace wrote the first program in 1843.',
        origin: 'document',
        claim: { subject: 'ada lovelace' },
      },
    ])
  })

  test('quotes first-person sentences in other languages', () => {
    expect(texts('user: Ich wohne seit drei Jahren in Hamburg. Kannst du mir helfen?')).toEqual([
      'The user says: “Ich wohne seit drei Jahren in Hamburg.”',
    ])
    expect(texts('user: 我住在北京已经三年了。你能帮我吗？')).toEqual([
      'The user says: “我住在北京已经三年了。”',
    ])
  })
})

describe('extractLocally', () => {
  const first = 'user: I called my friend Rachel.\nassistant: Nice!\n'

  test('starts at `from`, but knows the text before it', () => {
    const text = `${first}user: I have two dogs.`
    expect(read(text, 'user', first.length).map(fact => fact.text)).toEqual(['The user has two dogs.'])
    expect(read(text).length).toBe(2)
  })

  test.each([
    'I, ',
    'I - ',
    '"I am ',
    'so and but ',
    'that the ',
    'my friend Rachel moved to ',
    'user: \n',
    ' ',
  ])('reads 100 KB of text without sentences in less than 3 s of CPU: %j', piece => {
    // CPU time, because the machine may be busy with other tests.
    const before = process.cpuUsage()
    expect(read(`user: ${piece.repeat(100_000 / piece.length)}`)).toEqual([])
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(3_000)
  })

  test('is deterministic and cites trimmed spans, whatever the text', () => {
    const piece = fc.constantFrom(
      'I live in Rome.',
      'user: ',
      '\n',
      'assistant: ',
      ' ',
      'My cat, Tom, is 3 years old!',
      '“Hm?”',
      '…',
      'Ada: ',
      '- ',
      '# ',
      'It was $5.',
      '```',
      '<b>',
      'I’ve been there twice a week',
      '😀',
      '。',
      'e.g. ',
      'Dr. Lee met me on May 5.',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), pieces => {
        const text = pieces.join('')
        const facts = read(text)
        expect(read(text)).toEqual(facts)
        for (const { spans, confidence } of facts) {
          expect(confidence > 0 && confidence <= 1).toBe(true)
          for (const [start, end] of spans) expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
        }
      }),
      { numRuns: 200 },
    )
  })
})
