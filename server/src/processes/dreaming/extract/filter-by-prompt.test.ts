import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fact } from '../../../language/english/fact.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import { openLocalEmbedder } from '../../../platform/providers/embedding/local-embedder.ts'
import { filterByPrompt } from './filter-by-prompt.ts'
import { readFilterPrompt } from './read-filter-prompt.ts'

test.each([
  ['Only store food preferences. Never keep salaries or debts.', ['food preferences'], ['salaries', 'debts']],
  ['Store nothing except allergies.', ['allergies'], []],
  ['Only technical decisions, never small talk.', ['technical decisions'], ['small talk']],
  ['Please do not remember passwords or other credentials!', [], ['passwords', 'credentials']],
  ['Keep only facts about pets; ignore weather.', ['pets'], ['weather']],
  ['You are a helpful assistant for a bakery.', [], []],
  ['Remember what the user likes.', [], []],
  ['Do not only store what they say about their work.', [], []],
])('readFilterPrompt parses “%s”', (prompt, only, never) => {
  expect(readFilterPrompt(prompt)).toEqual({ only, never })
})

type FilterCase = { prompt: string; wanted: readonly string[]; unwanted: readonly string[] }

/** The thresholds were chosen on these pairs. */
const tuned: readonly FilterCase[] = [
  {
    prompt: 'Only store food preferences and dietary restrictions.',
    wanted: [
      'The user loves sushi and ramen.',
      'The user is allergic to peanuts.',
      'The user is vegetarian.',
      'The user prefers dark chocolate.',
      'The user does not like spicy dishes.',
    ],
    unwanted: [
      'The user works at a bank.',
      'The user moved to Porto.',
      "The user's brother is called Tom.",
      'The user watched a documentary about whales.',
      'The user drives a red Toyota.',
    ],
  },
  {
    prompt: 'Only remember things about the work projects of the user.',
    wanted: [
      'The user is building a billing service in Go.',
      'The deadline of the migration project is 5 May 2024.',
      'The user leads the redesign of the checkout page.',
      'The user presented the roadmap to the team.',
    ],
    unwanted: [
      'The user has a dog called Bruno.',
      'The user loves hiking in the Alps.',
      "The user's mother turned 70.",
      'The user ordered a pizza.',
      'The user is allergic to pollen.',
    ],
  },
  {
    prompt: 'Remember only travel plans and places the user has visited.',
    wanted: [
      'The user is planning a trip to Japan.',
      'The user visited Rome in May 2024.',
      'The user booked a flight to Lisbon.',
      'The user stayed at a hotel in Vienna.',
    ],
    unwanted: [
      'The user prefers tea over coffee.',
      'The user works as a nurse.',
      'The user has a headache.',
      'The user upgraded their phone.',
      'The user plays chess online.',
    ],
  },
  {
    prompt: 'Focus on hobbies and interests only.',
    wanted: [
      'The user paints watercolours.',
      'The user collects stamps.',
      'The user plays the guitar.',
      'The user enjoys bird watching.',
    ],
    unwanted: [
      "The user's rent is 900 euros.",
      'The user has a meeting on Monday.',
      'The user was diagnosed with asthma.',
      'The user works at an insurance company.',
    ],
  },
  {
    prompt: 'Only remember facts about pets.',
    wanted: [
      'The user has a dog called Bruno.',
      "The user's cat is 12 years old.",
      'The user took the puppy to the vet.',
      'The user feeds the parrot twice a day.',
    ],
    unwanted: [
      'The user works as an accountant.',
      'The user flew to Madrid.',
      'The user bought a new car.',
      'The user studies French.',
      'The user has a fever.',
    ],
  },
  {
    prompt: 'Remember only what concerns programming, software and computers.',
    wanted: [
      'The user writes Rust at work.',
      'The user prefers tabs over spaces.',
      'The user deployed the API to Kubernetes.',
      'The user uses a ThinkPad with Debian.',
    ],
    unwanted: [
      'The user loves lasagna.',
      "The user's grandmother lives in Seville.",
      'The user went skiing in Austria.',
      'The user has a sore throat.',
    ],
  },
  {
    prompt: 'We run a garden centre. Only remember plants and gardens.',
    wanted: [
      'The user grows roses.',
      'The user has a lemon tree on the terrace.',
      'The user wants a lawn that needs little water.',
      'The user planted basil and thyme.',
      'The soil at the house is clay.',
    ],
    unwanted: [
      "The user's boss is called Mr Hill.",
      'The user earns 3,000 euros a month.',
      'The user watched a thriller.',
      'The user speaks Portuguese.',
      'The user flies to Chicago on Monday.',
    ],
  },
  {
    prompt: 'Store only music tastes and concerts.',
    wanted: [
      'The user likes jazz.',
      'The user saw Radiohead live in Berlin.',
      'The user plays the cello.',
      "The user's favourite album is Blue Train.",
    ],
    unwanted: [
      'The user has a toothache.',
      'The user rents a flat in Porto.',
      "The user's nephew is two years old.",
      'The user pays taxes in Spain.',
    ],
  },
]

/** The thresholds were checked on these pairs, which were written last. */
const heldOut: readonly FilterCase[] = [
  {
    prompt: 'Remember only allergies and medication.',
    wanted: [
      'The user takes ibuprofen against headaches.',
      'The user is allergic to bees.',
      'The user cannot tolerate lactose.',
      'The user was prescribed antibiotics.',
      'The user carries an EpiPen.',
    ],
    unwanted: [
      'The user drives to work.',
      'The user sold their flat in Turin.',
      'The user reads science fiction.',
      'The user has three sisters.',
      'The user speaks at a conference in June.',
    ],
  },
  {
    prompt: 'Store nothing except what is said about the children.',
    wanted: [
      "The user's daughter starts school in September.",
      'Leo is afraid of dogs.',
      'The user picks up the twins at four.',
      'The baby sleeps through the night.',
    ],
    unwanted: [
      'The user invested in bonds.',
      'The user installed a new router.',
      'The user likes Thai food.',
      'The user flew to Denver.',
    ],
  },
  {
    prompt: 'Only remember cars, repairs and maintenance.',
    wanted: [
      'The user drives a 2012 Golf.',
      'The brakes were changed on 5 May 2024.',
      'The user hears a rattling noise on the motorway.',
      "The user's tyres are worn.",
    ],
    unwanted: [
      'The user loves the poems of Rilke.',
      'The user is lactose intolerant.',
      'The user studies law.',
      "The user's aunt moved to Malta.",
    ],
  },
  {
    prompt: 'Please keep only the goals of the user for learning languages.',
    wanted: [
      'The user wants to speak Spanish by summer.',
      'The user practices Japanese every morning.',
      'The user aims for the B2 exam.',
      'The user finds German grammar hard.',
    ],
    unwanted: [
      'The user bought a washing machine.',
      'The user has a cold.',
      "The user's cat is called Milo.",
      'The user paid the electricity bill.',
    ],
  },
  {
    prompt: 'Focus on sports and training only.',
    wanted: [
      'The user runs ten kilometres on Sundays.',
      'The user plays in a handball team.',
      'The user injured a knee while skiing.',
      'The user lifts weights.',
    ],
    unwanted: [
      'The user is vegetarian.',
      'The user works for a publisher.',
      'The user owns a piano.',
      "The user's mortgage ends in 2030.",
    ],
  },
  {
    prompt: 'Only what concerns the house and its renovation is to be remembered.',
    wanted: [
      'The user wants oak floors in the hall.',
      'The roof leaks above the kitchen.',
      'The plumber comes on Tuesday.',
      'The budget for the bathroom is $9,000.',
    ],
    unwanted: [
      'The user likes detective series.',
      "The user's friend Ana is a dentist.",
      'The user has hay fever.',
      'The user wrote a paper on bees.',
    ],
  },
]

/** Prompts that name unwanted subjects: their facts are kept, because they could not be recognised well enough. */
const neverWanted: readonly FilterCase[] = [
  {
    prompt: 'Never remember anything about health or medical conditions.',
    wanted: [
      'The user lives in Berlin.',
      'The user likes jazz concerts.',
      'The user works as a carpenter.',
      'The user bought a road bike.',
      'The user is planning a trip to Norway.',
    ],
    unwanted: [
      'The user was diagnosed with diabetes.',
      'The user takes medication for high blood pressure.',
      "The user's back surgery is on 5 May 2024.",
      'The user sees a doctor about their migraines.',
    ],
  },
  {
    prompt: 'Do not store salary, income or other financial details.',
    wanted: [
      'The user plays the violin.',
      'The user has two cats.',
      'The user is reading a novel by Murakami.',
      'The user runs on Sundays.',
      "The user's sister lives in Rome.",
    ],
    unwanted: [
      "The user's salary is $85,000 a year.",
      'The user has a mortgage of $350,000.',
      'The user invested in index funds.',
      'The user has credit card debt.',
    ],
  },
  {
    prompt: 'Ignore politics and religion.',
    wanted: [
      'The user likes to bake bread.',
      'The user bought a new laptop.',
      'The user teaches mathematics.',
      'The user went to the dentist.',
      'The user has a daughter.',
    ],
    unwanted: [
      'The user votes for the Green party.',
      'The user goes to church every Sunday.',
      'The user attended an election rally.',
      'The user is a practicing Buddhist.',
    ],
  },
  {
    prompt: "Don't keep information on family members or relationships.",
    wanted: [
      'The user repaired their bicycle.',
      'The user learns Spanish.',
      'The user likes horror movies.',
      'The user uses Vim.',
    ],
    unwanted: [
      "The user's wife is called Anna.",
      "The user's son started school.",
      'The user broke up with their girlfriend.',
      "The user's parents live in Madrid.",
    ],
  },
  {
    prompt: 'Never store anything about alcohol or smoking.',
    wanted: [
      'The user drinks green tea in the morning.',
      'The user grows tomatoes on the balcony.',
      'The user smokes salmon for Christmas.',
      'The user works at a pharmacy.',
      'The user likes orange juice.',
    ],
    unwanted: ['The user drinks whisky at weekends.', 'The user quit cigarettes.', 'The user collects wine.'],
  },
  {
    prompt: 'Ignore sports.',
    wanted: [
      'The user plays the piano.',
      'The user walked to the office.',
      'The user enjoys board games.',
      'The user coaches new employees.',
    ],
    unwanted: [
      'The user plays football on Saturdays.',
      'The user is a fan of the Lakers.',
      'The user ran a marathon.',
    ],
  },
  {
    prompt: "Don't remember home addresses or phone numbers.",
    wanted: [
      'The user painted the kitchen blue.',
      'The user called their mother.',
      'The user likes Berlin.',
      'The user ordered a new phone case.',
    ],
    unwanted: ["The user's phone number is 555 0134.", 'The user lives at 12 Baker Street.'],
  },
  {
    prompt: 'Exclude weather and small talk.',
    wanted: [
      'The user climbs in the rain.',
      'The user is learning Dutch.',
      'The user has a greenhouse.',
      'The user talked to the landlord about the heating.',
    ],
    unwanted: ['It was sunny in Lisbon all week.', 'The weather is cold today.'],
  },
  {
    prompt: 'Do not remember anything about court cases or crimes.',
    wanted: [
      'The user watches detective series.',
      'The user plays tennis on a clay court.',
      'The user reads crime novels.',
      'The user is a paralegal.',
      'The user lost their wallet.',
    ],
    unwanted: [
      'The user was convicted of theft.',
      'The user is being sued by a neighbour.',
      'The user was arrested in 2019.',
    ],
  },
  {
    prompt: 'Never keep passwords, keys or credentials.',
    wanted: [
      'The user lost their house keys.',
      'The user plays keyboards in a band.',
      'The user uses a password manager at work.',
      'The user logs in every morning.',
    ],
    unwanted: ["The user's password is hunter2.", 'The API key of the user is sk-123.'],
  },
  {
    prompt: 'Ignore gossip about celebrities and royals.',
    wanted: [
      'The user met the mayor of Ghent.',
      'The user likes gossip magazines for their crosswords.',
      'The user likes the films of Meryl Streep.',
      'The user stayed at the Hotel Royal.',
    ],
    unwanted: ['The user follows the Kardashians.', 'The user thinks that Prince Harry was right.'],
  },
]

let embedder: Embedder
let modelDir: string
beforeAll(async () => {
  modelDir = await mkdtemp(join(tmpdir(), 'reverie-models-'))
  embedder = await openLocalEmbedder({ model: '', modelDir, threads: 1 })
})
afterAll(async () => {
  await embedder.close()
  await rm(modelDir, { recursive: true })
})

const fact = (text: string): Fact => ({
  ...{ text, kind: 'fact', claim: { subject: 'user', frame: [] }, isStatic: false },
  ...{ eventDates: [], origin: 'user', confidence: 0.8, spans: [] },
})

async function measure(sets: readonly FilterCase[]) {
  const wrong: string[] = []
  let [dropped, asked] = [0, 0]
  for (const { prompt, wanted, unwanted } of sets) {
    const kept = await filterByPrompt(
      embedder,
      prompt,
      [...wanted, ...unwanted].map(fact),
      AbortSignal.timeout(60_000),
    )
    const texts = new Set(kept.map(({ text }) => text))
    wrong.push(...wanted.filter(text => !texts.has(text)).map(text => `${prompt} ${text}`))
    dropped += unwanted.filter(text => !texts.has(text)).length
    asked += unwanted.length
  }
  return { wrong, precision: dropped / Math.max(1, dropped + wrong.length), recall: dropped / asked }
}

test.each([
  ['tuned', tuned, 0.35],
  ['held out', heldOut, 0.35],
] as const)('filterByPrompt drops the right facts of hand-made pairs (%s)', async (_, sets, recall) => {
  const measured = await measure(sets)
  expect(measured.precision, measured.wrong.join('\n')).toBeGreaterThanOrEqual(0.9)
  expect(measured.recall).toBeGreaterThanOrEqual(recall)
})

test('filterByPrompt keeps unwanted subjects, and keeps everything with a model that was not measured', async () => {
  expect(await measure(neverWanted)).toMatchObject({ wrong: [], recall: 0 })
  const other = { ...embedder, model: { ...embedder.model, name: 'another' } }
  const facts = ['The user has a salary of $1,000.', 'The user has a mortgage.'].map(fact)
  expect(await filterByPrompt(other, 'Only store hobbies.', facts, AbortSignal.timeout(1_000))).toEqual(facts)
})
