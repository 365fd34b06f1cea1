import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  attributes,
  durations,
  pairRelations,
  type StatementQuestion,
  stances,
  subjects,
} from '../../src/platform/lib/judgement.ts'
import { bundledFiles } from '../../src/platform/providers/embedding/prepare-minilm.ts'
import {
  type EncodedQuestion,
  encodePair,
  encodeStatement,
  loadTokeniser,
  type Tokenise,
} from '../../src/platform/providers/judge/encode-question.ts'
import { type ChroniclePair, chroniclePairs } from './chronicle-pairs.ts'
import {
  crossedPairs,
  namesakePairs,
  otherPairs,
  samePairs,
  thirdPersonPairs,
  unrelatedPairs,
} from './enrich.ts'
import { plainPairs, plainStatements } from './plain.ts'
import { Random } from './random.ts'
import { heldOutChronicles, readChronicles } from './read-chronicles.ts'
import {
  heldOutDomains,
  type LabelledPair,
  type LabelledStatement,
  readPairs,
  readStatements,
} from './read-data.ts'
import { beginsWithSpeaker, toThirdPerson } from './third-person.ts'

/**
 *   node prepare.ts DIRECTORY [SEED] [SHARE]    writes the examples for train.py as tokens and label numbers
 *
 * SHARE is how many of the written examples are used beside the plain ones, from 0 to 1. -1 is a label that an example does not teach, and -2 is any relation of a pair that replaces nothing. `bare` is the same statement without its neighbours.
 */
type StatementExample = EncodedQuestion & {
  bare: EncodedQuestion
  keep: number
  stance: number
  about: number
  attribute: number
  lasts: number
}
type PairExample = EncodedQuestion & { relation: number }

const notReplaced = -2

const counts = {
  unrelated: 1_500,
  crossed: 0.3,
  namesakes: 0.3,
  other: 1_500,
  same: 700,
  facts: 1_500,
  plain: 1_500,
}

const [directory, seed = '14', share = '1'] = process.argv.slice(2)
if (!directory) throw new Error('Usage: node prepare.ts DIRECTORY [SEED] [SHARE]')
await mkdir(directory, { recursive: true })
const random = new Random(Number(seed))
const { tokenizerPath, weightsPath } = await bundledFiles()
const tokenise = await loadTokeniser(tokenizerPath)

const isTrained = ({ domain }: { domain: string }) => !heldOutDomains.includes(domain)
const statements = Object.groupBy(readStatements(), statement => (isTrained(statement) ? 'train' : 'held'))
const pairs = Object.groupBy(readPairs(), pair => (isTrained(pair) ? 'train' : 'held'))
const chronicles = Object.groupBy(readChronicles(), ({ chronicle }) =>
  heldOutChronicles.includes(chronicle) ? 'held' : 'train',
)
const kept = statements.train!.filter(statement => statement.keep)

await write('statements.train', [
  ...some([
    ...statements.train!.map(statement => toExample(tokenise, statement)),
    ...inThirdPerson(statements.train!).map(statement => toExample(tokenise, statement)),
    ...factStatements(kept),
  ]),
  ...plainStatements(counts.plain, random).map(statement => toExample(tokenise, statement)),
])
await write(
  'statements.held',
  statements.held!.map(statement => toExample(tokenise, statement)),
)
await write(
  'pairs.train',
  [
    ...some([
      ...pairs.train!,
      ...thirdPersonPairs(pairs.train!, random),
      ...unrelatedPairs(kept, counts.unrelated, random),
      ...crossedPairs(pairs.train!, Math.round(counts.crossed * pairs.train!.length), random),
      ...namesakePairs(pairs.train!, Math.round(counts.namesakes * pairs.train!.length), random),
      ...otherPairs(kept, counts.other, random),
      ...samePairs(kept, counts.same, random),
    ]),
    ...plainPairs(counts.plain, random),
    ...chronicles.train!.flatMap(chronicle => chroniclePairs(chronicle, random)),
  ].map(pair => toPairExample(tokenise, pair)),
)
await write(
  'pairs.held',
  pairs.held!.map(pair => toPairExample(tokenise, pair)),
)
await write(
  'chronicles.held',
  chronicles
    .held!.flatMap(chronicle => chroniclePairs(chronicle, random))
    .map(pair => toPairExample(tokenise, pair)),
)
await write('meta', [
  {
    base: weightsPath,
    labels: {
      stance: stances,
      about: subjects,
      attribute: attributes,
      lasts: durations,
      relation: pairRelations,
    },
  },
])

function some<T>(examples: readonly T[]): T[] {
  return random.shuffle(examples).slice(0, Math.round(Number(share) * examples.length))
}

function toExample(tokenise: Tokenise, statement: LabelledStatement): StatementExample {
  const { question } = statement
  return {
    ...encodeStatement(tokenise, question),
    bare: encodeStatement(tokenise, withoutNeighbours(question)),
    keep: Number(statement.keep),
    stance: stances.indexOf(statement.stance),
    about: subjects.indexOf(statement.about),
    attribute: attributes.indexOf(statement.attribute),
    lasts: durations.indexOf(statement.lasts),
  }
}

function toPairExample(
  tokenise: Tokenise,
  { question, relation }: LabelledPair | ChroniclePair,
): PairExample {
  return {
    ...encodePair(tokenise, question),
    relation: relation === 'kept' ? notReplaced : pairRelations.indexOf(relation),
  }
}

/** Facts are kept like their sentence, but the other labels are those of its first fact. */
function factStatements(statements: readonly LabelledStatement[]): StatementExample[] {
  const facts = statements.flatMap(statement =>
    statement.facts.map(fact => ({
      ...toExample(tokenise, {
        ...statement,
        question: withoutNeighbours({ ...statement.question, sentence: fact }),
      }),
      about: -1,
      attribute: -1,
      lasts: -1,
    })),
  )
  return random.shuffle(facts).slice(0, counts.facts)
}

/** One in five of the user's sentences once more, as if somebody else told it of them. */
function inThirdPerson(statements: readonly LabelledStatement[]): LabelledStatement[] {
  return statements
    .filter(({ question }) => question.speaker === 'user' && beginsWithSpeaker(question.sentence))
    .filter(() => random.chance(0.2))
    .map(statement => ({
      ...statement,
      question: withoutNeighbours({
        ...statement.question,
        sentence: toThirdPerson(statement.question.sentence),
      }),
    }))
}

function withoutNeighbours(question: StatementQuestion): StatementQuestion {
  return { ...question, before: [], after: '' }
}

async function write(name: string, examples: readonly unknown[]): Promise<void> {
  const file = createWriteStream(join(directory!, `${name}.jsonl`))
  for (const example of examples) file.write(`${JSON.stringify(example)}\n`)
  file.end()
  await finished(file)
  console.log(`${name}: ${examples.length}`)
}
