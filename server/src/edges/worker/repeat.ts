export type RepeatedTask = { stop(): Promise<void> }

/** Runs `task` at once and then at an interval. A run that takes longer than the interval delays the next. */
export function repeat(
  everyMs: number,
  onError: (error: unknown) => void,
  task: () => Promise<void>,
): RepeatedTask {
  let running: Promise<void> | undefined
  const tick = () => {
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(tick, everyMs)
  tick()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
