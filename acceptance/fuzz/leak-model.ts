/** Who asks: a key of an organization, perhaps for one container, perhaps no longer good. */
export type Principal = {
  name: string
  key: string
  org: string
  /** Of a scoped key. */
  tag?: string
  isDead?: boolean
}

/** Where something may be seen, and until when: a request that begins later must not see it there any more. */
type Place = { tag: string; until: number }

/** A word that is in one thing only. Whoever reads the word reads the thing. */
export type Canary = {
  word: string
  org: string
  places: Place[]
  /** Tags by which a list finds it too; a scoped key of one of them does not see it. */
  further: string[]
  /** Begun later, no request may see it. */
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
  /** Raised by whatever changes it: only what stayed the same while a request was under way is judged by its status. */
  version: number
  /** Merged or deleted with its container, perhaps: nobody can say at which moment. */
  isUnsure: boolean
  isMoving?: boolean
  /** It came as a file. */
  isFile?: boolean
  /** Requests under way that may delete or move it. */
  changing?: number
}

export const forever = Number.POSITIVE_INFINITY

/** What was planted, by whom it may be read, and what there is to ask for. */
export class Model {
  readonly things: Thing[] = []
  readonly #canaries = new Map<string, Canary>()
  #planted = 0

  /** A new word. Without a tag it belongs to the organization as a whole, which no scoped key sees. */
  plant(org: string, tag?: string, further: string[] = []): Canary {
    const word = `qz${++this.#planted}zq`
    const places = tag === undefined ? [] : [{ tag, until: forever }]
    const canary = { word, org, places, further, goneAt: forever }
    this.#canaries.set(word, canary)
    return canary
  }

  /** The words in a text that this principal, asking at that time for these tags or for any, must not see. */
  leaksIn(text: string, by: Principal, askedAt: number, tags?: readonly string[]): string[] {
    const words = new Set(text.match(/qz\d+zq/g))
    return [...words].filter(word => {
      const canary = this.#canaries.get(word)
      return canary !== undefined && !maySee(canary, by, askedAt, tags)
    })
  }

  pick(index: number, kind?: Thing['kind']): Thing | undefined {
    // Mostly what is new: the old is mostly gone.
    const from = Math.max(0, this.things.length - 400)
    const choices = this.things.slice(from).filter(thing => kind === undefined || thing.kind === kind)
    return choices[index % Math.max(1, choices.length)]
  }

  remove(thing: Thing, at: number): void {
    thing.isGone = true
    thing.version++
    for (const canary of thing.canaries) canary.goneAt = Math.min(canary.goneAt, at)
  }

  /** From now on it may be seen there; where it was before, until `leftAt`. */
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

/** Whether a principal may reach a thing by its id. */
export function mayReach({ org, tag }: Principal, thing: Thing): boolean {
  return !thing.isGone && thing.org === org && (tag === undefined || tag === thing.tag)
}
