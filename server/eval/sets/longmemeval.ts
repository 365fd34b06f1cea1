import { type DataSet, type EvalText, everyOther, oneLine, type Question, worthOne } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Message = { role: string; content: string }
type Evidence = {
  question_id: string
  question_type: string
  question: string
  evidence_sessions: { date: string; turns: Message[] }[]
}
type Query = { id: string; query: string }
type Haystack = { haystack_sessions: Message[][] }

const haystacks = ['three_full_haystacks', 'one_haystack_lightmem', 'sample_adit']

/**
 * LongMemEval: the turns that answer 470 questions, in one pool with the turns of six whole histories. Another 30
 * questions ask for something never said (`_abs`); for 9 of them some turns say a part.
 */
export function longmemeval(data: DataFolder): DataSet {
  const asked = data.json<Evidence[]>('longmemeval/evidence_turns.json')
  const evidence = asked.flatMap(toTexts)
  const said = new Set(evidence.map(({ content }) => content))
  const others = haystacks
    .flatMap(file => data.json<Haystack[]>(`longmemeval/${file}.json`))
    .flatMap(({ haystack_sessions }) => haystack_sessions.flat())
    .map(render)
    // The histories belong to some of the questions and contain their evidence again.
    .filter(content => !said.has(content))
  const distractors = [...new Set(others)].map((content, i) => toText(`other.${i}`, content))
  return {
    name: 'longmemeval',
    about: `${evidence.length + distractors.length} turns in one pool, with evidence for 479 questions; 21 questions have none, and 30 have no answer`,
    unit: 'document',
    macro: false,
    tunedOn: 'every other question, beginning with the first',
    texts: [...evidence, ...distractors],
    questions: [...asked.map(toQuestion), ...withoutEvidence(data, asked)],
  }
}

const isUnanswered = (id: string) => id.endsWith('_abs')

function toQuestion(asked: Evidence, i: number): Question {
  return {
    id: asked.question_id,
    container: 'longmemeval',
    text: asked.question,
    relevant: worthOne(toTexts(asked).map(({ key }) => key)),
    isUnanswered: isUnanswered(asked.question_id),
    group: asked.question_type,
    half: everyOther(i),
  }
}

function withoutEvidence(data: DataFolder, asked: readonly Evidence[]): Question[] {
  const known = new Set(asked.map(({ question_id }) => question_id))
  const others = data
    .json<Query[]>('longmemeval/queries_s.json')
    .filter(({ id }) => isUnanswered(id) && !known.has(id))
  return others.map(({ id, query }, i) => ({
    ...{ id, container: 'longmemeval', text: query, relevant: new Map() },
    ...{ isUnanswered: true, group: 'unanswered', half: everyOther(i) },
  }))
}

function toTexts({ question_id, evidence_sessions }: Evidence): EvalText[] {
  return evidence_sessions.flatMap(({ date, turns }, session) =>
    turns.map((turn, i) => ({
      ...toText(`${question_id}.${session}.${i}`, render(turn)),
      documentDate: date.slice(0, 10).replaceAll('/', '-'),
    })),
  )
}

const toText = (key: string, content: string): EvalText => ({ key, container: 'longmemeval', content })

const render = ({ role, content }: Message) => `${role}: ${oneLine(content)}`
