import { type DataSet, type EvalText, everyOther, oneLine, worthOne } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Message = { role: string; content: string }
type Evidence = {
  question_id: string
  question_type: string
  question: string
  evidence_sessions: { date: string; turns: Message[] }[]
}
type Haystack = { haystack_sessions: Message[][] }

const haystacks = ['three_full_haystacks', 'one_haystack_lightmem', 'sample_adit']

/** LongMemEval: the turns that answer 479 questions, in one pool with the turns of six whole histories. */
export function longmemeval(data: DataFolder): DataSet {
  const asked = data.json<Evidence[]>('longmemeval/evidence_turns.json')
  const evidence = asked.flatMap(toTexts)
  const said = new Set(evidence.map(({ content }) => content))
  const others = haystacks
    .flatMap(file => data.json<Haystack[]>(`longmemeval/${file}.json`))
    .flatMap(({ haystack_sessions }) => haystack_sessions.flat())
    .map(render)
    // The histories belong to some of the questions and hold their evidence again.
    .filter(content => !said.has(content))
  const distractors = [...new Set(others)].map((content, i) => toText(`other.${i}`, content))
  return {
    name: 'longmemeval',
    about: `turns that answer 479 questions, of ${evidence.length + distractors.length} in one pool`,
    unit: 'document',
    macro: false,
    tunedOn: 'every other question, from the first',
    texts: [...evidence, ...distractors],
    questions: asked.map((question, i) => ({
      id: question.question_id,
      container: 'longmemeval',
      text: question.question,
      relevant: worthOne(toTexts(question).map(({ key }) => key)),
      group: question.question_type,
      half: everyOther(i),
    })),
  }
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
