/** A lease that is renewed until it is released. `signal` aborts when the lease is lost. */
export type LeaseHandle = { signal: AbortSignal; release(): void }

/**
 * Renews a lease every `everyMs`, one renewal at a time: the pause begins when the last one has ended. With an
 * interval, renewals that waited for a lock took one connection each until the pool had none left.
 *
 * `renew` returns whether the lease is still ours. A renewal that fails is tried again at the next beat. If the lease
 * expires meanwhile, another worker takes over, which is the purpose of a lease.
 */
export function startRenewal(
  everyMs: number,
  renew: () => Promise<boolean>,
  lost: () => Error = () => new Error('lease lost'),
): LeaseHandle {
  const aborter = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  const beat = async () => {
    const isOurs = await renew().catch(() => true)
    if (isReleased) return
    if (isOurs) schedule()
    else aborter.abort(lost())
  }
  const schedule = () => {
    timer = setTimeout(beat, everyMs)
  }
  schedule()
  return {
    signal: aborter.signal,
    release() {
      isReleased = true
      clearTimeout(timer)
    },
  }
}
