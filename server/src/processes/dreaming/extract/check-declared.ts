import type { DeclaredRelation } from '../../../language/english/fact.ts'
import { slotsIn } from '../../../language/english/slots.ts'
import { ended } from '../relate/change-words.ts'
import { findPeriods, findSupportedDays, isDateSupported } from './check-dates.ts'
import { areFiguresSupported, denied, type Evidence, isValueSupported } from './check-statement.ts'
import type { ReadStatement } from './read-statement.ts'
import type { AnsweredFact } from './resolve-handles.ts'

/**
 * The relations that a model declared of a fact, if the sentences of its quote bear them: an update must contain the
 * value and the date, and an end must say so. Whether both facts are about the same is checked whenever memories form.
 */
export function checkDeclared(
  read: AnsweredFact,
  statement: ReadStatement,
  evidence: Evidence,
): DeclaredRelation[] {
  const { relation, targets = [] } = read
  if (relation === 'new' || targets.length === 0 || !isBorne(read, statement, evidence)) return []
  return targets.map(of => ({ relation, of: [...of] }))
}

function isBorne(read: AnsweredFact, statement: ReadStatement, evidence: Evidence): boolean {
  const { relation } = read
  if (relation === 'repeats' || relation === 'extends') return true
  if (!areDatesSaid(read, statement, evidence)) return false
  return relation === 'ends' ? isEndSaid(evidence) : isValueSaid(read, statement, evidence)
}

/** The value may not come from another sentence: `I've changed it` proves no new value. */
function isValueSaid({ value }: AnsweredFact, { text, dates }: ReadStatement, { said }: Evidence): boolean {
  const [slot] = slotsIn(text)
  const told = value ?? slot?.value
  if (told === undefined) return dates.length > 0 || areFiguresSupported(text, said)
  if (said.toLowerCase().includes(told.trim().toLowerCase())) return true
  return isValueSupported(told, said) && areFiguresSupported(told, said)
}

/** Our date reader knows few date words of other languages. */
function areDatesSaid(
  { dates }: AnsweredFact,
  { dates: resolved, saidAt }: ReadStatement,
  { said, language }: Evidence,
): boolean {
  if (language !== 'en') return true
  const periods = findPeriods(said, saidAt, language)
  const isTold = resolved.every(date => isDateSupported(date, periods))
  return isTold && (resolved.length > 0 || findSupportedDays(dates, periods).length === dates.length)
}

const over =
  /\b(?:over|finish\w*|complet\w*|expired?|clos\w+|died|dead|passed away|laid off|fired|let go|ends?|ended|ending|ran out|back (?:to|on)|done)\b/i

const isEndSaid = ({ said, language }: Evidence): boolean =>
  language !== 'en' || ended.test(said) || denied.test(said) || over.test(said)
