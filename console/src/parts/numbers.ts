const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const figure = (value: number) => whole.format(value)
export const shortFigure = (value: number) => (value < 10_000 ? whole.format(value) : short.format(value))

/** "1 document", "3 documents". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${figure(count)} ${count === 1 ? noun : plural}`
}

const units = ['B', 'KB', 'MB', 'GB']

export function bytes(size: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3))
  return `${(size / 1000 ** step).toFixed(step === 0 || size >= 10 * 1000 ** step ? 0 : 1)} ${units[step]}`
}

/** "340 ms", "2.4 s", "3 min". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.round(ms / 60_000)} min`
}
