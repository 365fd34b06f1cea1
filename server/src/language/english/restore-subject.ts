import { openingParticiples } from './lexicon.ts'
import { bareVerb, having, participleSubject } from './rules/openings.ts'
import { isPast } from './verbs.ts'

/**
 * Past forms that usually mean something else at the beginning of a sentence: `Read this`, `Let me`, `Set a goal`,
 * `Based on`.
 */
const notPast = new Set(
  'read let set put cut hit cost shut spread beat based given said speaking need used'.split(' '),
)

const feelings = new Set('excited interested tired worried thrilled stressed obsessed hooked'.split(' '))

/** `Lost my job yesterday`, `Been to Rome`, `Planning a trip`: in informal messages the subject `I` is omitted. */
export function restoreSubject(text: string): string {
  if (/^can(?:'t|not) wait (?:to|for) /i.test(text)) return `I ${text.toLowerCase()[0]}${text.slice(1)}`
  if (/^looking forward to /i.test(text)) return `I'm looking${text.slice(7)}`
  if (/^gonna /i.test(text)) return text.replace(/^gonna /i, "I'm going to ")
  if (having.expression.test(text)) return text.replace(having.expression, "I've ")
  const [, before, verb, rest] = bareVerb.expression.exec(text) ?? []
  if (before === undefined || verb === undefined || rest === undefined || rest.trim() === '') return text
  const lower = verb.toLowerCase()
  const said = `${before.toLowerCase()}${lower}${rest}`
  if (lower === 'been') return /^ (?:to|using|\w+ing)\b/.test(rest) ? `I've ${said}` : text
  if (feelings.has(lower)) return `I'm ${said}`
  if (isPast(lower) && !notPast.has(lower) && /^ (?!by\b|in order\b)/.test(rest)) return `I ${said}`
  if (
    openingParticiples.has(lower) &&
    /^ \S/.test(rest) &&
    !participleSubject.expression.test(rest) &&
    !/, (?:I|we)\b/i.test(rest)
  )
    return `I'm ${said}`
  return text
}
