import { type DataSet, everyOther, oneLine, transcript, worthOne } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Turn = { conv: string; session: number; datetime: string; dia_id: string; speaker: string; text: string }
type Asked = { qid: string; conv: string; category: number; question: string; evidence: string[] }

const categories = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial']

/**
 * LoCoMo: ten long conversations between friends; the evidence for a question is single turns. A session is a
 * document.
 */
export function locomo(data: DataFolder): DataSet {
  const turns = data.lines<Turn>('locomo/turns.jsonl')
  const known = new Set(turns.map(keyOf))
  const containers = [...new Set(turns.map(({ conv }) => conv))]
  const sessions = Map.groupBy(turns, ({ conv, session }) => `${conv}.${session}`)
  return {
    name: 'locomo',
    about: 'ten long conversations, one container each, and 1,982 questions that their turns answer',
    unit: 'turn',
    macro: true,
    tunedOn: 'the first, third, fifth, seventh and ninth conversation',
    texts: [...sessions].map(([key, said]) =>
      transcript(
        key,
        said[0]!.conv,
        said.map(turn => ({ key: keyOf(turn), line: `${turn.speaker}: ${oneLine(turn.text)}` })),
        toDate(said[0]!.datetime),
      ),
    ),
    questions: data
      .lines<Asked>('locomo/queries.jsonl')
      .map(({ qid, conv, category, question, evidence }) => ({
        id: qid,
        container: conv,
        text: question,
        relevant: worthOne(evidence.map(turn => `${conv}|${turn}`)),
        group: categories[category] ?? String(category),
        half: everyOther(containers.indexOf(conv)),
      }))
      .filter(({ relevant }) => relevant.size > 0 && [...relevant.keys()].every(key => known.has(key))),
  }
}

/** The same turns, each stated as a memory: without surrounding words, and never compared token by token. */
export function statements(data: DataFolder): DataSet {
  const set = locomo(data)
  const inOwn = <T extends { container: string }>(each: T) => ({
    ...each,
    container: `${each.container}-stated`,
  })
  return {
    ...set,
    name: 'statements',
    about: 'the turns of LoCoMo, each written as one memory, and the same questions',
    unit: 'memory',
    texts: set.texts.map(inOwn),
    questions: set.questions.map(inOwn),
  }
}

const keyOf = ({ conv, dia_id }: Turn) => `${conv}|${dia_id}`

/** `1:56 pm on 8 May, 2023` as a date. */
function toDate(datetime: string): string {
  const [, day, month, year] = / on (\d+) (\w+), (\d+)/.exec(datetime) ?? []
  return new Date(`${day} ${month} ${year} UTC`).toISOString().slice(0, 10)
}
