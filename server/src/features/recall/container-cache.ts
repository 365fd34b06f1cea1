import { BoundedMap } from '../../platform/lib/bounded-map.ts'

/** The containers of a search, and the languages that occur in them. */
export type SearchedPlace = { containers: readonly string[]; stemLanguages: readonly string[] }

/** Some hundred bytes each. */
const most = 10_000

/**
 * Remembers where the last search with the same tags looked. How rare a query's terms are can be counted only once the
 * containers and their languages are known. These seldom change, so the terms are counted there at once, in the round trip
 * that finds the containers, and again if the guess was wrong. No answer comes from this cache.
 */
export class ContainerCache {
  readonly #places = new BoundedMap<string, SearchedPlace>(most)

  async count<Place extends SearchedPlace, Counts>(
    name: string,
    find: () => Promise<Place>,
    count: (place: SearchedPlace) => Promise<Counts>,
  ): Promise<{ place: Place; counts: Counts }> {
    const before = this.#places.get(name)
    const finding = find()
    const guess = before && count(before)
    guess?.catch(() => undefined)
    const place = await finding
    if (guess && isSame(before, place)) return { place, counts: await guess }
    this.#places.set(name, { containers: place.containers, stemLanguages: place.stemLanguages })
    return { place, counts: await count(place) }
  }
}

function isSame(a: SearchedPlace, b: SearchedPlace): boolean {
  return isSameList(a.containers, b.containers) && isSameList(a.stemLanguages, b.stemLanguages)
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i])
}
