import { formerValue } from './rules/kinds.ts'
import { clauseOfName } from './rules/pronouns.ts'
import { slotRules } from './rules/slots.ts'

/** A single-valued attribute of a person or thing, recognised by its wording. */
export type Slot = { slot: string; value: string; owner?: string }

/** The slots that a third-person statement fills. */
export function slotsIn(text: string): Slot[] {
  return slotRules.flatMap(pattern => {
    const match =
      pattern.besides === undefined || pattern.besides.test(text) ? pattern.expression.exec(text) : null
    if (match === null || formerValue.expression.test(text.slice(0, match.index))) return []
    const groups = match.slice(1).map(group => group.trim().toLowerCase())
    const { slot } = pattern
    const isPreference = groups.length === 2 && match[0].trimEnd().endsWith('prefers')
    const value = isPreference ? groups[0]! : groups.at(-1)!
    const owner = clauseOfName.expression.exec(text.slice(0, match.index))?.[1]?.toLowerCase()
    return {
      ...(owner !== undefined && { owner }),
      slot: typeof slot === 'string' ? slot : slot(groups[0]!, groups.at(-1)!),
      value,
    }
  })
}
