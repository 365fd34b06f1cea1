import { generalStems } from '../../../language/english/lexicon.ts'
import type { Aspects } from './read-aspects.ts'
import { sharedBesidesSubject, sharedStems } from './shared-stems.ts'

const slotNames: Readonly<Record<string, string>> = {
  residence: 'where they live',
  workplace: 'where they work',
  job: 'what they work as',
  name: 'what they are called',
  current: 'what they are at',
  status: 'what status they have',
  place: 'where it is kept',
  venue: 'where it takes place',
  relationship: 'whether they are in a relationship',
}

/**
 * Number of stems that must be shared besides the slot: none where there is only one of a kind, more where there
 * may be several.
 */
const needed: Readonly<Record<string, number>> = {
  current: 1,
  status: 1,
  place: 2,
  venue: 1,
  'their teacher': 1,
  'their tutor': 1,
  'their instructor': 1,
  'their coach': 1,
}

/** A single-valued slot has another value now. */
export function findSlotUpdate(older: Aspects, newer: Aspects): string | undefined {
  for (const { slot, value, owner } of newer.slots) {
    const before = older.slots.find(other => other.slot === slot && other.owner === owner)
    if (before === undefined || isSameValue(before.value, value)) continue
    // `wants to see Rosa, who moved to Rome`: Rosa has moved.
    if (newer.isIntended && !newer.isChange && owner === newer.subject) continue
    const isOwned = slot.startsWith('their ') || newer.stems.has(owner)
    if (!isOwned && older.topic !== newer.topic) continue
    const both = sharedBesidesSubject(older, newer)
    const besides =
      slot === 'current' ? both : both.filter(stem => !isIn(stem, before.value) && !isIn(stem, value))
    if (besides.length < minShared(slot, older, newer)) continue
    return `both say ${slotNames[slot] ?? slot}; said later`
  }
  return undefined
}

/** The object that is stored is enough: `stores the skis`, `put the skis`. */
function minShared(slot: string, older: Aspects, newer: Aspects): number {
  const objects = ({ complements }: Aspects) =>
    new Set(complements.flatMap(({ by, heads }) => (by === '' ? heads : [])))
  const isOfSameThing = slot === 'place' && sharedStems(objects(older), objects(newer)).length > 0
  return isOfSameThing ? 1 : (needed[slot] ?? 0)
}

const isIn = (stem: string, value: string): boolean =>
  value.split(/\W+/).some(word => word.startsWith(stem.slice(0, 5)))

function isSameValue(a: string, b: string): boolean {
  const words = (value: string) =>
    new Set(value.split(/\W+/).filter(word => word.length > 2 && !generalStems.has(word)))
  const [left, right] = [words(a), words(b)]
  if (left.size === 0 || right.size === 0) return a === b
  return sharedStems(left, right).length > Math.min(left.size, right.size) / 2
}
