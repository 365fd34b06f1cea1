/**
 * Shares slots fairly among owners that hold them for long; a slot is never taken back. An owner may hold at most as many slots
 * as are free: the first owner gets half of them, the second half of the rest, and so on. So a new owner finds a free slot,
 * unless several owners at once take all they may. (Network switches share their buffer memory by the same dynamic thresholds.)
 */
export class FairSlots {
  readonly #count: number
  readonly #held = new Map<string, number>()
  #taken = 0

  constructor(count: number) {
    this.#count = count
  }

  get isFull(): boolean {
    return this.#taken >= this.#count
  }

  /** Owners that must wait until a slot is released, by themselves or by another owner. */
  get ownersAtLimit(): string[] {
    const free = this.#count - this.#taken
    return [...this.#held].flatMap(([owner, held]) => (held >= free ? [owner] : []))
  }

  /** A request without an owner may take any free slot. */
  isOpenTo(owner: string | undefined): boolean {
    return !this.isFull && (owner === undefined || !this.ownersAtLimit.includes(owner))
  }

  take(owner: string | undefined): void {
    this.#taken++
    if (owner !== undefined) this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  release(owner: string | undefined): void {
    this.#taken--
    if (owner === undefined) return
    const held = this.#held.get(owner)! - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
  }
}
