/** A caller: a key of an organization. It may be limited to one container, and it may be expired or disabled. */
export type Principal = {
  name: string
  key: string
  org: string
  /** The container tag of a scoped key. */
  tag?: string
  isDead?: boolean
}

/** A container in which something may be visible. A request that begins after `until` must not see it there. */
type VisibleContainer = { tag: string; until: number }

/** A word that occurs in one document or memory only. A response with the word shows that document or memory. */
export type Canary = {
  word: string
  org: string
  places: VisibleContainer[]
  /** Additional tags of the document. A list by such a tag finds it, but a scoped key of that tag does not see it. */
  further: string[]
  /** A request that begins after this time must not see the word. */
  goneAt: number
}

export type Thing = {
  kind: 'document' | 'memory'
  id: string
  org: string
  tag: string
  customId?: string
  canaries: Canary[]
  isGone: boolean
  /** Incremented by every change. The status of a response is checked only if the version did not change meanwhile. */
  version: number
  /** True if its container may be merged or deleted at any moment. */
  isUnsure: boolean
  isMoving?: boolean
  /** True if it was uploaded as a file. */
  isFile?: boolean
  /** The number of open requests that may delete or move it. */
  changing?: number
}

export const forever = Number.POSITIVE_INFINITY

/** The model of the server's content: which words exist and who may read them. */
export class Model {
  readonly things: Thing[] = []
  readonly #canaries = new Map<string, Canary>()
  #planted = 0

  /** Makes a new word. Without a tag it belongs to the whole organization, and no scoped key may see it. */
  plant(org: string, tag?: string, further: string[] = []): Canary {
    const word = `qz${++this.#planted}zq`
    const places = tag === undefined ? [] : [{ tag, until: forever }]
    const canary = { word, org, places, further, goneAt: forever }
    this.#canaries.set(word, canary)
    return canary
  }

  /** Returns the words in a text that this caller must not see, given the time of the request and its tags. */
  leaksIn(text: string, by: Principal, askedAt: number, tags?: readonly string[]): string[] {
    const words = new Set(text.match(/qz\d+zq/g))
    return [...words].filter(word => {
      const canary = this.#canaries.get(word)
      return canary !== undefined && !maySee(canary, by, askedAt, tags)
    })
  }

  pick(index: number, kind?: Thing['kind']): Thing | undefined {
    // Prefers recent entries, because most old ones are deleted.
    const from = Math.max(0, this.things.length - 400)
    const choices = this.things.slice(from).filter(thing => kind === undefined || thing.kind === kind)
    return choices[index % Math.max(1, choices.length)]
  }

  remove(thing: Thing, at: number): void {
    thing.isGone = true
    thing.version++
    for (const canary of thing.canaries) canary.goneAt = Math.min(canary.goneAt, at)
  }

  /** Moves a thing to another tag. Requests that began before `leftAt` may still see it at the old tag. */
  move(thing: Thing, tag: string, leftAt: number): void {
    for (const { places } of thing.canaries) {
      for (const place of places) place.until = Math.min(place.until, leftAt)
      places.push({ tag, until: forever })
    }
    thing.tag = tag
    thing.version++
  }
}

function maySee(canary: Canary, by: Principal, askedAt: number, tags?: readonly string[]): boolean {
  if (canary.org !== by.org || askedAt > canary.goneAt) return false
  const isAt = (tag: string) => canary.places.some(place => place.tag === tag && askedAt <= place.until)
  if (by.tag !== undefined) return isAt(by.tag)
  return tags === undefined || tags.some(tag => isAt(tag) || canary.further.includes(tag))
}

/** True if the caller may read the thing by its id. */
export function mayReach({ org, tag }: Principal, thing: Thing): boolean {
  return !thing.isGone && thing.org === org && (tag === undefined || tag === thing.tag)
}
