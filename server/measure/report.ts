/** Figures of a measuring command, by name. JSON has no NaN, so a figure that could not be measured is null. */
export type Figures = Record<string, unknown>

const startedAt = performance.now()

/** Prints progress. On standard error, so that standard output ends with the figures. */
export function say(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
  process.stderr.write(`${seconds} s  ${text}\n`)
}

/** Prints a progress line every few seconds, until stopped. */
export function sayEvery(seconds: number, line: () => string): { stop(): void } {
  const timer = setInterval(() => say(line()), seconds * 1000)
  return { stop: () => clearInterval(timer) }
}

export function secondsSinceStart(): number {
  return Math.round((performance.now() - startedAt) / 100) / 10
}

/** The last line of every measuring command: one object with the figures and `ok`. */
export function printFigures(figures: Figures, ok: boolean): void {
  process.stdout.write(`${JSON.stringify({ ...figures, ok })}\n`)
}
