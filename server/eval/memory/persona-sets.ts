import { everyOther, type Half, oneLine } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'
import { chosen, type Run } from './part.ts'
import type { Telling } from './remember.ts'

export type PersonaQuestion = {
  container: string
  type: string
  /** The person's words, without the options. */
  asked: string
  options: string[]
  /** Index of the right option. */
  right: number
}

type SessionRow = { id: string; user_id: string; content: string }
type QuestionRow = {
  query: string
  gold_answers: string[]
  user_id: string
  meta: { question_type: string; retrieval_query: string }
}

/** PersonaMem: conversations of 37 people with an assistant over several sessions. */
export function personas(data: DataFolder): (Telling & { half: Half })[] {
  const sessions = data.json<SessionRow[]>('personamem_32k/documents.json')
  return [...Map.groupBy(sessions, ({ user_id }) => user_id)].map(([user, rows], i) => ({
    container: containerOf(user),
    statements: rows.map(({ content }, s) => ({
      key: String(s),
      content: transcriptOf(content),
      // The sessions have an order and no dates: one a month.
      documentDate: new Date(Date.UTC(2024, s)).toISOString(),
    })),
    half: everyOther(i),
  }))
}

/** As many as fit into a quarter of an hour, because their sessions are long. */
const mostPeople = 12

export const chosenPeople = (run: Run): Telling[] =>
  chosen(personas(run.data), { ...run, limit: Math.min(run.limit, mostPeople) })

const containerOf = (user: string) => `persona.${user.slice(0, 16)}`

/** `[USER] User: …`, one paragraph or several, becomes one line per turn. */
function transcriptOf(content: string): string {
  return content
    .split(/^(?=\[(?:SYSTEM|USER|ASSISTANT)\])/m)
    .filter(turn => turn.trim() !== '')
    .map(turn => {
      const [, role, said] = /^\[(\w+)\] (?:(?:User|Assistant|Patient|Therapist): )?([\s\S]*)$/.exec(turn)!
      return `${role!.toLowerCase()}: ${oneLine(said!)}`
    })
    .join('\n')
}

export function personaQuestions(data: DataFolder): PersonaQuestion[] {
  return data
    .json<QuestionRow[]>('personamem_32k/queries.json')
    .map(({ query, gold_answers, user_id, meta }) => ({
      container: containerOf(user_id),
      type: meta.question_type,
      asked: meta.retrieval_query.replace(/^User: .*\n+/, ''),
      options: query
        .split(/\n\([a-d]\) /)
        .slice(1)
        .map(option => option.trim()),
      right: 'abcd'.indexOf(gold_answers.at(-1)!),
    }))
}
