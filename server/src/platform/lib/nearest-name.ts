import { editDistance } from './edit-distance.ts'

/** Longer names are nobody's slip, and comparing them costs their product. */
const longestName = 100

/** How far a misspelt name may be from the one that was meant: a third of its letters, at most three. */
const slipsIn = (name: string) => Math.min(3, Math.ceil(name.length / 3))

/** The known name that a misspelt one most likely stands for, if there is one. `container_tag` is `containerTag`. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  return nearest(given, known, slipsIn)
}

/** The known name that is a slip or two away: near enough that nobody can have meant something else. */
export function nearMiss(given: string, known: readonly string[]): string | undefined {
  return nearest(given, known, name => Math.min(2, Math.floor(name.length / 3)))
}

function nearest(
  given: string,
  known: readonly string[],
  slips: (name: string) => number,
): string | undefined {
  if (given.length > longestName) return undefined
  const written = plain(given)
  return known
    .map(name => ({ name, distance: editDistance(written, plain(name), slips(name)) }))
    .filter(({ name, distance }) => distance <= slips(name))
    .sort((a, b) => a.distance - b.distance)[0]?.name
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[_\-.\s[\]]/g, '')
