/** A position in the write-ahead log, as `16/B374D848`, as a number. */
export function toPosition(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

type Sample = { position: bigint; atMs: number }

/** An hour of looks, one each second. */
const most = 3_600

/**
 * How old a replica's data is: the time since the primary was first seen at a position that the replica has not replayed. The
 * replica's own clock cannot say it, because a primary that nobody writes to makes it look late.
 */
export class LagMeter {
  #ahead: Sample[] = []

  /** Notes both positions at this time, and returns the lag. */
  note(primary: bigint, replica: bigint, atMs: number): number {
    this.#ahead.push({ position: primary, atMs })
    const first = this.#ahead.findIndex(({ position }) => position > replica)
    this.#ahead = first < 0 ? [] : this.#ahead.slice(first)
    // The oldest sample says how old the data is. Of later ones any may go.
    if (this.#ahead.length > most) this.#ahead.splice(1, 1)
    const [oldest] = this.#ahead
    return oldest ? atMs - oldest.atMs : 0
  }
}
