import { isMoved } from './change-words.ts'
import type { Aspects } from './read-aspects.ts'
import { sharedBesidesSubject } from './shared-stems.ts'
import { appointments } from './single-valued.ts'

const oneMore =
  /\b(?:added|adopted|acquired|picked up|found|received|welcomed|got|bought)\b(?: \w+){0,2}? (?:an?|another|one more|two more|\d+ more|a few more|some new)\b.{0,60} to (?:their|the|his|her) (?:\w+ ){0,3}?(?:collection|library|list|family|flock|herd|team|stack|shelf|set|wardrobe|fleet|roster|menu|portfolio|shop|garden)\b/i

/** A total has increased: `has 37 coins`, `just added a coin to the collection`. */
export function findIncrement(older: Aspects, newer: Aspects): string | undefined {
  if (!oneMore.test(newer.text)) return undefined
  const counted = older.measured.find(
    ({ type, isTotal, unit }) => type === 'count' && isTotal && unit !== undefined && newer.stems.has(unit),
  )
  if (counted === undefined) return undefined
  const besides = sharedBesidesSubject(older, newer).filter(stem => stem !== counted.unit)
  return besides.length >= 1 ? 'there is more of what was counted' : undefined
}

const moved =
  /\b(?:has|have|was|were|got|been|is)(?: now| just| been)* (?:re-?scheduled|moved|postponed|pushed|delayed|cancell?ed)\b/i

/** An appointment was moved, without its new date. */
export function findMove(older: Aspects, newer: Aspects): string | undefined {
  if (!moved.test(newer.text) || !isMoved.test(newer.text) || newer.isIntended) return undefined
  const isSet = older.measured.some(({ type }) => /^(?:date|weekday|clock)$/.test(type))
  if (!isSet || older.isPastEvent || !appointments.test(older.text)) return undefined
  return sharedBesidesSubject(older, newer).length >= 2 ? 'says that it was moved' : undefined
}
