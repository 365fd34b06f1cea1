import { contentOf, type LabelledSet, says } from '../assistant/labelled-set.ts'
import { compareFacts, type Models } from './compare-facts.ts'
import type { LabelledGroup } from './fit-change.ts'

/**
 * The statements of a labelled life that state a superseded or a current fact, each with all later ones that it is compared
 * with. The labels tell whether one of those replaces it, and not which.
 */
export async function labelLife(set: LabelledSet, models: Models): Promise<LabelledGroup[]> {
  const messages = set.items.map(item => ({ id: item.id, date: item.date, text: contentOf(item) }))
  const pairs = await compareFacts(messages, models, set.container?.entityContext)
  const groups = [...Map.groupBy(pairs, ({ older }) => older.text)].flatMap(([text, members]) => {
    const stated = set.facts.filter(fact => says(fact, text)).map(({ state }) => state)
    const isReplaced = stated.includes('superseded')
    // A sentence with a fact that holds and one that does not any more teaches neither.
    if (isReplaced === stated.includes('current')) return []
    return [{ set: set.set, isReplaced, pairs: members.map(({ evidence }) => evidence) }]
  })
  return groups.map(group => ({ ...group, weight: 1 / groups.length }))
}
