/**
 * Places that are held for long and taken back from nobody. An owner may hold as many as are left free: alone it has half of
 * them, a second one half of the rest, and so on. Whoever comes finds a place until there are several at once who take all
 * they can get (the dynamic thresholds of switches that share their memory).
 */
export class Places {
  readonly #count: number
  readonly #held = new Map<string, number>()
  #taken = 0

  constructor(count: number) {
    this.#count = count
  }

  get areTaken(): boolean {
    return this.#taken >= this.#count
  }

  /** Who has to wait until somebody leaves, be it themselves. */
  get sated(): string[] {
    const free = this.#count - this.#taken
    return [...this.#held].flatMap(([owner, held]) => (held >= free ? [owner] : []))
  }

  /** Who says no name takes what there is. */
  isOpenTo(owner: string | undefined): boolean {
    return !this.areTaken && (owner === undefined || !this.sated.includes(owner))
  }

  take(owner: string | undefined): void {
    this.#taken++
    if (owner !== undefined) this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  leave(owner: string | undefined): void {
    this.#taken--
    if (owner === undefined) return
    const held = this.#held.get(owner)! - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
  }
}
