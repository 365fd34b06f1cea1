import { editDistance } from './edit-distance.ts'

/** Longer names are not compared: they are not typing errors, and the time grows with the product of the lengths. */
const longestName = 100

/** The largest edit distance of a misspelt name from the known one: a third of its letters, at most three. */
const slipsIn = (name: string) => Math.min(3, Math.ceil(name.length / 3))

/** The known name that a misspelt name most likely stands for, if there is one. `container_tag` matches `containerTag`. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  return nearest(given, known, slipsIn)
}

/** The known name at an edit distance of one or two: so close that the caller cannot have meant another name. */
export function nearMiss(given: string, known: readonly string[]): string | undefined {
  return nearest(given, known, name => Math.min(2, Math.floor(name.length / 3)))
}

/** The known name at an edit distance of one, or the same but for case and separators. */
export function oneSlipFrom(given: string, known: readonly string[]): string | undefined {
  return nearest(given, known, () => 1)
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
