const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * A terminal sends Ctrl-C to its whole process group, and npm passes it on once more: two signals that close together are
 * one wish.
 */
const oneWishMs = 1_000

/** Told to stop while starting, before anything is in hand: the process ends, and a migration is rolled back. */
export async function unlessTold<T>(told: Promise<NodeJS.Signals>, work: Promise<T>): Promise<T> {
  const first = await Promise.race([work.then(value => ({ value })), told])
  if (typeof first === 'string') process.exit(0)
  return first.value
}

/** Resolves with the first signal that asks us to stop. A second one, a second later or more, ends the process at once. */
export function awaitSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = performance.now()
        resolve(signal)
      } else if (performance.now() - firstAt >= oneWishMs) {
        console.error('Second signal: stopping at once, without finishing open requests and documents.')
        process.exit(1)
      }
    }
    for (const signal of signals) process.on(signal, onSignal)
  })
}
