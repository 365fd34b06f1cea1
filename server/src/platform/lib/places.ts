import { AsyncLocalStorage } from 'node:async_hooks'

/** Limits of one kind of request. */
export type PlaceLimits = {
  /** Requests that run at once. */
  places: number
  /** Requests that may wait in a line that has just formed. Long, because a burst ends by itself. */
  burst: number
  /** Requests that may wait in a line that lasts. Clients that each send one request after the other keep it that long. */
  line: number
  /** Requests that may wait after a refusal. Short, so that those who are served are served soon. */
  shortLine: number
}

/** No place is free, and the line is full. */
export class NoPlaceLeft extends Error {
  /** The owner has more requests than an equal share, so it should send fewer. Otherwise there are too many owners. */
  readonly isOwnFault: boolean

  constructor(isOwnFault: boolean) {
    super('no place is left')
    this.isOwnFault = isOwnFault
  }
}

/** `refuse` is absent for a request that must not be refused any more. Those stand first in the line of their owner. */
type Waiter = { enter(place: Place): void; refuse?(reason: NoPlaceLeft): void }
/** `servedAt` counts the places given so far; 0 for an owner that got none yet. */
type Owner = { running: number; away: number; line: Waiter[]; servedAt: number }

/** A line that was not empty for this long is no burst: `Promise.all` over 500 requests delivers them within 0.2 s. */
const burstMs = 300
/** The line stays short until nobody was refused for this long. A moment without waiters is no sign of calm. */
const calmMs = 1_000
/**
 * Requests that wait for a remote model hold no place. All of them may come back at once, so this many per place, running
 * and away together, are the most: with 24 on two cores, each then waits 0.1 s for its turn.
 */
const inFlightPerPlace = 4

/**
 * Bounds the requests that run at once, and shares the places fairly among owners.
 *
 * - The next place goes to the owner that holds the fewest. Among equals, to the one served longest ago.
 * - An owner holds at most three quarters of the places, so that slow requests of one leave room for another.
 * - When the line is full, a newcomer replaces the last waiting request of the owner with the most requests.
 *
 * Overload is told from a burst by time, as in CoDel, and from clients that wait for their answers by length: they never
 * fill the line. When it is full, a request is refused, and from then on only a short line is allowed until nobody was
 * refused for a second. Nobody waits with a timer: a request is refused when it arrives, or served.
 */
export class Places {
  readonly #limits: PlaceLimits
  readonly #ownerLimit: number
  readonly #now: () => number
  /** Owners with requests running, away or waiting. */
  readonly #owners = new Map<string, Owner>()
  #served = 0
  #running = 0
  #away = 0
  #waiting = 0
  #waitingSince = 0
  #crowdedUntil = Number.NEGATIVE_INFINITY

  constructor(limits: PlaceLimits, now = () => performance.now()) {
    this.#limits = limits
    this.#ownerLimit = limits.places - Math.floor(limits.places / 4)
    this.#now = now
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Throws `NoPlaceLeft` if `take` would. Called before a body is read, because a refusal must cost little. */
  check(name: string): void {
    this.#findRoom(this.#owners.get(name) ?? newOwner())
  }

  /** Returns a place at once if one is free, else when it is the owner's turn. Rejects or throws `NoPlaceLeft`. */
  take(name: string): Place | Promise<Place> {
    const known = this.#owners.get(name)
    const owner = known ?? newOwner()
    const room = this.#findRoom(owner)
    if (!known) this.#owners.set(name, owner)
    if (room === 'free') return this.#enter(name, owner)
    if (room !== 'line') this.#refuseLast(room)
    this.#countWaiting()
    return new Promise((enter, refuse) => owner.line.push({ enter, refuse }))
  }

  /** The same for an answer that has begun and needs a place for its next part. It waits as long as it takes. */
  takeAgain(name: string): Place | Promise<Place> {
    const owner = this.#owners.get(name) ?? newOwner()
    this.#owners.set(name, owner)
    if (this.#isOpenTo(owner)) return this.#enter(name, owner)
    this.#countWaiting()
    return new Promise(enter => owner.line.unshift({ enter }))
  }

  /** Called by a place whose request waits for a remote model: the place may serve another request meanwhile. */
  leave(name: string): void {
    const owner = this.#owners.get(name)!
    owner.running--
    owner.away++
    this.#running--
    this.#away++
    this.#serve()
  }

  /** The answer has come. The request continues even if all places are taken by now: half its work is done. */
  comeBack(name: string): void {
    const owner = this.#owners.get(name)!
    owner.running++
    owner.away--
    this.#running++
    this.#away--
  }

  release(name: string): void {
    const owner = this.#owners.get(name)!
    owner.running--
    this.#running--
    this.#forgetIfIdle(name, owner)
    this.#serve()
  }

  #forgetIfIdle(name: string, { running, away, line }: Owner): void {
    if (running === 0 && away === 0 && line.length === 0) this.#owners.delete(name)
  }

  #countWaiting(): void {
    if (this.#waiting === 0) this.#waitingSince = this.#now()
    this.#waiting++
  }

  #isOpenTo({ running, away }: Owner): boolean {
    const { places } = this.#limits
    return (
      this.#running < places &&
      running < this.#ownerLimit &&
      this.#running + this.#away < places * inFlightPerPlace &&
      running + away < this.#ownerLimit * inFlightPerPlace
    )
  }

  #enter(name: string, owner: Owner): Place {
    owner.servedAt = ++this.#served
    owner.running++
    this.#running++
    return new Place(this, name)
  }

  /** A free place, room in the line, or the owner whose last waiting request makes room. Throws if there is none. */
  #findRoom(owner: Owner): 'free' | 'line' | Owner {
    if (owner.line.length === 0 && this.#isOpenTo(owner)) return 'free'
    const now = this.#now()
    if (this.#waiting < this.#mostWaiting(now)) return 'line'
    this.#crowdedUntil = now + calmMs
    const heaviest = this.#heaviestWaiting()
    // Owners with one request each must not replace each other.
    if (heaviest === undefined || requestsOf(heaviest) <= requestsOf(owner) + 1) throw this.#refusal(owner)
    return heaviest
  }

  #mostWaiting(now: number): number {
    const { burst, line, shortLine } = this.#limits
    if (now < this.#crowdedUntil) return shortLine
    return this.#waiting > 0 && now - this.#waitingSince > burstMs ? line : burst
  }

  #refuseLast(owner: Owner): void {
    const refusal = this.#refusal(owner)
    this.#waiting--
    owner.line.pop()!.refuse!(refusal)
  }

  #heaviestWaiting(): Owner | undefined {
    let heaviest: Owner | undefined
    for (const owner of this.#owners.values())
      if (owner.line.at(-1)?.refuse && (!heaviest || requestsOf(owner) > requestsOf(heaviest)))
        heaviest = owner
    return heaviest
  }

  #refusal(owner: Owner): NoPlaceLeft {
    const equalShare = (this.#running + this.#away + this.#waiting) / Math.max(1, this.#owners.size)
    return new NoPlaceLeft(requestsOf(owner) > 0 && requestsOf(owner) >= equalShare)
  }

  /** Gives free places to waiting requests. */
  #serve(): void {
    while (this.#waiting > 0 && this.#running < this.#limits.places) {
      const next = this.#nextOwner()
      if (!next) return
      const [name, owner] = next
      this.#waiting--
      owner.line.shift()!.enter(this.#enter(name, owner))
    }
  }

  #nextOwner(): [string, Owner] | undefined {
    let next: [string, Owner] | undefined
    for (const entry of this.#owners) {
      const [, owner] = entry
      if (owner.line.length === 0 || !this.#isOpenTo(owner)) continue
      if (!next || isBefore(owner, next[1])) next = entry
    }
    return next
  }
}

const newOwner = (): Owner => ({ running: 0, away: 0, line: [], servedAt: 0 })

const requestsOf = ({ running, away, line }: Owner) => running + away + line.length

const isBefore = (one: Owner, other: Owner) =>
  one.running < other.running || (one.running === other.running && one.servedAt < other.servedAt)

const current = new AsyncLocalStorage<Place>()

/** The place of one request. */
export class Place {
  readonly #places: Places
  readonly #owner: string
  /** Calls to remote models under way. */
  #calls = 0
  #hasEnded = false

  constructor(places: Places, owner: string) {
    this.#places = places
    this.#owner = owner
  }

  /** Runs the request and gives the place back at its end. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await current.run(this, work)
    } finally {
      this.#end()
    }
  }

  leave(): void {
    if (this.#calls++ === 0 && !this.#hasEnded) this.#places.leave(this.#owner)
  }

  comeBack(): void {
    if (--this.#calls === 0 && !this.#hasEnded) this.#places.comeBack(this.#owner)
  }

  /** A request may end before a call that it made, for example because its client disconnected. */
  #end(): void {
    if (this.#calls > 0) this.#places.comeBack(this.#owner)
    this.#hasEnded = true
    this.#places.release(this.#owner)
  }
}

/**
 * Runs a call to a remote model. Meanwhile its request gives its place to another one, because it only waits: with a
 * language model that takes a second, four places would otherwise serve four searches a second.
 */
export async function outsidePlace<T>(call: () => Promise<T>): Promise<T> {
  const place = current.getStore()
  if (!place) return call()
  place.leave()
  try {
    return await call()
  } finally {
    place.comeBack()
  }
}
