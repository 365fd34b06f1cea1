const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * A terminal sends Ctrl-C to its whole process group, and npm forwards it too. Two signals within this time count as one.
 */
const sameSignalMs = 1_000

/** Exits if a stop signal arrives during the start, before any request or document is in progress. A migration is rolled back. */
export async function unlessStopped<T>(stopSignal: Promise<NodeJS.Signals>, work: Promise<T>): Promise<T> {
  const first = await Promise.race([work.then(value => ({ value })), stopSignal])
  if (typeof first === 'string') process.exit(0)
  return first.value
}

/** Resolves with the first stop signal. A second signal, at least one second later, exits the process at once. */
export function awaitSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = performance.now()
        resolve(signal)
      } else if (performance.now() - firstAt >= sameSignalMs) {
        console.error('Second signal: stopping at once, without finishing open requests and documents.')
        process.exit(1)
      }
    }
    for (const signal of signals) process.on(signal, onSignal)
  })
}
