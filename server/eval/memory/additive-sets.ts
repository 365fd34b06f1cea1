import { everyOther, type Half, oneLine } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'
import type { Telling } from './remember.ts'
import { sessionDate } from './update-pairs.ts'

type Evidence = {
  question_id: string
  question_type: string
  evidence_sessions: { date: string; turns: { role: string; content: string }[] }[]
}

/** LongMemEval's multi-session questions: facts that add up, none of which supersedes another. */
export function additiveSets(data: DataFolder): (Telling & { half: Half })[] {
  return data
    .json<Evidence[]>('longmemeval/evidence_turns.json')
    .filter(({ question_type }) => question_type === 'multi-session')
    .map(({ question_id, evidence_sessions }, i) => ({
      container: `additive.${question_id}`,
      statements: evidence_sessions
        .map(({ date, turns }, s) => ({
          key: String(s),
          content: turns.map(({ role, content }) => `${role}: ${oneLine(content)}`).join('\n'),
          documentDate: sessionDate(date),
        }))
        .sort((a, b) => (a.documentDate < b.documentDate ? -1 : 1)),
      half: everyOther(i),
    }))
}
