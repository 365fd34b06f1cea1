import type { Attribute, Duration, PairRelation, Subject } from '../../src/platform/lib/judgement.ts'
import type { Random } from './random.ts'
import type { LabelledPair, LabelledStatement } from './read-data.ts'
import { toThirdPerson } from './third-person.ts'

/**
 * Plain short sentences, made of patterns and words. The written data have voices, asides and context; without these the
 * judge took `I work as a potter.` for role-play, and `lives in Bonn`, `lives in Rome` for two people.
 */
type Pattern = {
  says: readonly string[]
  attribute: Attribute
  about: Subject
  lasts?: Duration
  /** What another value in the same words means: one takes the other's place, or both hold. */
  again: 'updates' | 'adds'
}

const words: Record<string, readonly string[]> = {
  city: 'Bonn Rome Oslo Lisbon Bruges Utrecht Berlin Kyoto Leeds Porto Graz Turin Lyon Malmö Denver Austin Quito Nairobi Perth Gdańsk'.split(
    ' ',
  ),
  job: [
    'a potter',
    'an accountant',
    'a nurse',
    'a teacher',
    'an engineer',
    'a baker',
    'a pilot',
    'a translator',
    'a data analyst',
    'a plumber',
    'an editor',
    'a barista',
  ],
  company: [
    'Northwind',
    'Acme',
    'Brightwater',
    'General Hospital',
    'the city library',
    'Helix Labs',
    'Orchard Foods',
    'Blue Ferry',
    'Summit Bank',
    'a bike shop',
  ],
  name: 'Anna Ben Clara David Elif Farid Grace Hugo Ines Jonas Keiko Liam Mona Noor Oscar Petra Rosa Sven Tara Yusuf'.split(
    ' ',
  ),
  pet: 'Bruno Miso Luna Rex Pepper Coco Nala Biscuit Otto Ziggy'.split(' '),
  food: [
    'peanuts',
    'shellfish',
    'milk',
    'eggs',
    'soy',
    'strawberries',
    'sesame',
    'penicillin',
    'cats',
    'dust',
  ],
  kin: [
    'sister',
    'brother',
    'mother',
    'father',
    'daughter',
    'son',
    'cousin',
    'aunt',
    'best friend',
    'neighbour',
    'boss',
    'wife',
    'husband',
  ],
  hobby: [
    'hiking',
    'chess',
    'pottery',
    'jazz',
    'sailing',
    'knitting',
    'climbing',
    'photography',
    'gardening',
    'tennis',
  ],
  colour: 'green blue red yellow purple orange black white teal'.split(' '),
  month: 'January February March April May June July August September October'.split(' '),
  n: '3000 4100 5433 8080 9090 6380 7000 8443'.split(' '),
  few: 'two three four five six'.split(' '),
  day: '3 5 9 12 14 17 21 24 28'.split(' '),
  diet: ['vegan', 'a vegetarian', 'on a low-carb diet', 'off sugar', 'eating fish again'],
  service: ['billing service', 'API', 'web app', 'staging server', 'search worker', 'gateway'],
  tool: [
    'Jest',
    'Vitest',
    'Redis',
    'Postgres',
    'Kafka',
    'pnpm',
    'npm',
    'Docker',
    'Fly.io',
    'Hetzner',
    'GitHub Actions',
    'Prisma',
    'Drizzle',
  ],
  drink: ['coffee', 'green tea', 'oat milk', 'water', 'espresso'],
  language: 'Dutch French Japanese Turkish Polish Arabic Spanish German'.split(' '),
  car: ['a Volvo', 'an old Fiat', 'an electric bike', 'a Honda Civic', 'a van'],
  med: ['metformin', 'ibuprofen', 'an iron supplement', 'lisinopril', 'an inhaler'],
  id: '1042 1043 88 207 311 4519'.split(' '),
  plan: ['basic', 'pro', 'team', 'enterprise', 'free'],
}

const owner = (attribute: Attribute, again: Pattern['again'], ...says: string[]): Pattern => ({
  says,
  attribute,
  about: 'owner',
  again,
})
const person = (attribute: Attribute, again: Pattern['again'], ...says: string[]): Pattern => ({
  says,
  attribute,
  about: 'person',
  again,
})
const thing = (attribute: Attribute, again: Pattern['again'], ...says: string[]): Pattern => ({
  says,
  attribute,
  about: 'thing',
  again,
})

const patterns: readonly Pattern[] = [
  owner(
    'home',
    'updates',
    'I live in {city}.',
    'I live in {city} now.',
    'I moved to {city} in {month}.',
    'I am based in {city}.',
    'My home is in {city}.',
  ),
  owner('work', 'updates', 'I work as {job}.', 'I am {job}.', 'I work as {job} now.', 'My job: {job}.'),
  owner(
    'work',
    'updates',
    'I work at {company}.',
    'I started at {company} in {month}.',
    'My new employer is {company}.',
    'I work for {company} these days.',
  ),
  owner('name', 'updates', 'My name is {name}.', 'I am called {name}.', 'I am {name}.'),
  owner(
    'pet',
    'adds',
    'My dog is called {pet}.',
    'I have a cat called {pet}.',
    'I adopted a cat named {pet}.',
  ),
  owner('pet', 'updates', 'I have {few} cats.', 'I own {few} goats now.'),
  owner('health', 'adds', 'I am allergic to {food}.', 'I have an allergy to {food}.'),
  owner('health', 'adds', 'I take {med} every day.', 'I take {med}.'),
  owner('diet', 'updates', 'I am {diet}.', 'I am {diet} now.', 'I have been {diet} since {month}.'),
  owner('preference', 'adds', 'I love {hobby}.', 'I enjoy {hobby}.', 'I like {hobby} a lot.'),
  owner('preference', 'updates', 'My favourite colour is {colour}.', 'My favourite colour is {colour} now.'),
  owner(
    'preference',
    'updates',
    'I mostly drink {drink}.',
    'I drink {drink} in the morning.',
    'My usual drink is {drink}.',
  ),
  owner('skill', 'adds', 'I speak {language}.', 'I am learning {language}.'),
  owner('possession', 'updates', 'I drive {car}.', 'I drive {car} now.', 'My car is {car}.'),
  owner(
    'partner',
    'updates',
    'My partner is called {name}.',
    'I live with my partner {name}.',
    'I am married to {name}.',
  ),
  owner('age', 'updates', 'I am 3{few} years old.', 'I turned 4{few} in {month}.'),
  owner(
    'plan',
    'updates',
    'My dentist appointment is on {day} {month}.',
    'The dentist moved my appointment to {day} {month}.',
  ),
  owner('plan', 'adds', 'I am flying to {city} on {day} {month}.', 'I plan to visit {city} in {month}.'),
  owner(
    'event',
    'adds',
    'I visited {city} in {month}.',
    'I ran a race in {city} in {month}.',
    'I finished my {hobby} course in {month}.',
  ),
  person('home', 'updates', 'My {kin} lives in {city}.', 'My {kin} moved to {city}.'),
  person('family', 'updates', 'My {kin} is called {name}.', "My {kin}'s name is {name}."),
  person(
    'work',
    'updates',
    '{name} works at {company}.',
    'Dr. {name} works at {company}.',
    '{name} is {job} at {company}.',
  ),
  person(
    'age',
    'updates',
    "{name}'s birthday is on {day} {month}.",
    "My {kin}'s birthday is on {day} {month}.",
  ),
  person(
    'possession',
    'updates',
    'Customer {id} is on the {plan} plan.',
    'Customer {id} pays for the {plan} plan.',
  ),
  thing(
    'setting',
    'updates',
    'The {service} listens on port {n}.',
    'The {service} runs on port {n}.',
    'The {service} moved to port {n}.',
  ),
  thing(
    'decision',
    'updates',
    'We use {tool} for tests.',
    'Tests run on {tool} now.',
    'We switched the tests to {tool}.',
  ),
  thing(
    'setting',
    'updates',
    'The {service} is deployed to {tool}.',
    'Deploys of the {service} go to {tool}.',
  ),
  thing(
    'plan',
    'updates',
    'The release is on {day} {month}.',
    'The release moved to {day} {month}.',
    'We release in {month}.',
  ),
]

const idle = [
  'The sky over the harbour was grey all afternoon.',
  'It rained for most of the day.',
  'The leaves turn red in autumn.',
  'A crow sat on the fence and watched.',
  'Nothing much happened after that.',
  'The bus was late again.',
  'Water boils at a hundred degrees.',
  'The street was quiet and the shops were closed.',
  'Somewhere a door closed.',
  'That sounds good.',
  'Thanks, that helps.',
  'The meeting room smelled of paint.',
  'Clouds gathered over the hills and the wind rose.',
  'The old clock in the hall struck nine.',
  'People were walking along the river.',
  'The light faded slowly over the roofs.',
  'Let me think about it.',
  'Good morning!',
]

type Filled = { pattern: Pattern; values: ReadonlyMap<string, string>; text: string }

/** The same word for the same place in every sentence of one subject: `Customer 1042`, `Dr. Osei`, `My sister`. */
const ofSubject = new Set(['kin', 'id', 'service'])

function fill(
  pattern: Pattern,
  random: Random,
  says: string,
  fixed: ReadonlyMap<string, string> = new Map(),
): Filled {
  const values = new Map<string, string>()
  const text = says.replaceAll(/\{(\w+)\}/g, (_, kind: string) => {
    const value = fixed.get(kind) ?? values.get(kind) ?? random.pick(words[kind]!)
    values.set(kind, value)
    return value
  })
  return { pattern, values, text: text[0]!.toUpperCase() + text.slice(1) }
}

const told = (text: string, isTold: boolean): string => (isTold ? toThirdPerson(text) : text)

export function plainStatements(count: number, random: Random): LabelledStatement[] {
  return Array.from({ length: count }, () => {
    if (random.chance(0.15)) return idleStatement(random)
    const pattern = random.pick(patterns)
    const { text } = fill(pattern, random, random.pick(pattern.says))
    const { attribute, about } = pattern
    const lasts =
      attribute === 'plan' || attribute === 'event' ? 'dated' : attribute === 'name' ? 'always' : 'lasting'
    const before = random.chance(0.5) ? [random.chance(0.5) ? random.pick(idle) : plainText(random)] : []
    return {
      ...{ domain: 'plain', keep: true, stance: 'asserted', about, subject: '', attribute, lasts, facts: [] },
      question: {
        speaker: 'user',
        before,
        sentence: told(text, random.chance(0.2)),
        after: random.chance(0.3) ? plainText(random) : '',
      },
    }
  })
}

function plainText(random: Random): string {
  const pattern = random.pick(patterns)
  return fill(pattern, random, random.pick(pattern.says)).text
}

function idleStatement(random: Random): LabelledStatement {
  return {
    ...{
      domain: 'plain',
      keep: false,
      stance: 'asserted',
      about: 'none',
      subject: '',
      attribute: 'other',
      lasts: 'passing',
      facts: [],
    },
    question: {
      speaker: 'user',
      before: [plainText(random)],
      sentence: random.pick(idle),
      after: random.chance(0.5) ? plainText(random) : '',
    },
  }
}

export function plainPairs(count: number, random: Random): LabelledPair[] {
  return Array.from({ length: count }, () => {
    const { relation, earlier, later } = plainPair(random)
    const isTold = random.chance(0.4)
    const question = {
      earlier: told(earlier, isTold),
      later: told(later, random.chance(0.8) ? isTold : !isTold),
    }
    return { domain: 'plain', relation, question }
  })
}

function plainPair(random: Random): { relation: PairRelation; earlier: string; later: string } {
  const pattern = random.pick(patterns)
  const first = fill(pattern, random, random.pick(pattern.says))
  const subject = new Map(
    [...first.values].filter(
      ([kind]) => ofSubject.has(kind) || (pattern.about === 'person' && kind === 'name'),
    ),
  )
  const kind = random.next()
  if (kind < 0.45) return withOther(pattern, first, subject, random)
  if (kind < 0.6)
    return {
      relation: 'same',
      earlier: first.text,
      later: fill(pattern, random, random.pick(pattern.says), first.values).text,
    }
  if (kind < 0.75 && subject.size > 0)
    return { relation: 'other', earlier: first.text, later: ofAnother(pattern, first, random) }
  if (kind < 0.8) return { relation: 'ends', earlier: first.text, later: endOf(first.text) }
  const others = patterns.filter(({ attribute }) => attribute !== pattern.attribute)
  const other = random.pick(others)
  return {
    relation: 'unrelated',
    earlier: first.text,
    later: fill(other, random, random.pick(other.says)).text,
  }
}

function withOther(pattern: Pattern, first: Filled, subject: ReadonlyMap<string, string>, random: Random) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const later = fill(pattern, random, random.pick(pattern.says), subject)
    const differs = [...later.values].some(
      ([kind, value]) => !subject.has(kind) && first.values.has(kind) && first.values.get(kind) !== value,
    )
    if (differs) return { relation: pattern.again, earlier: first.text, later: later.text }
  }
  return { relation: 'same' as const, earlier: first.text, later: first.text }
}

function ofAnother(pattern: Pattern, first: Filled, random: Random): string {
  for (;;) {
    const later = fill(pattern, random, random.pick(pattern.says))
    const isOther = [...later.values].some(
      ([kind, value]) =>
        (ofSubject.has(kind) || kind === 'name') &&
        first.values.has(kind) &&
        first.values.get(kind) !== value,
    )
    if (isOther) return later.text
    if (random.chance(0.05)) return first.text
  }
}

const endOf = (text: string): string => `It is no longer so: ${text[0]!.toLowerCase()}${text.slice(1)}`
