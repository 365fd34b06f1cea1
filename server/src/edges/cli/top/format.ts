const counts = new Intl.NumberFormat('en-US')

/** A count in at most six characters. */
export function shortCount(count: number): string {
  if (count < 100_000) return counts.format(count)
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`
}

/** Events per second. Small rates keep their decimals, because an error every ten seconds matters. */
export function shortRate(perSecond: number): string {
  if (perSecond === 0) return '0'
  if (perSecond < 0.01) return '<0.01'
  if (perSecond < 1) return perSecond.toFixed(2)
  return perSecond < 10 ? perSecond.toFixed(1) : shortCount(Math.round(perSecond))
}

export function shortMs(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 100_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`
}

export function shortSpan(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

const bars = '▁▂▃▄▅▆▇█'

/** The latest values as bars, scaled to the largest of them. */
export function sparkline(values: readonly number[], width: number): string {
  const shown = values.slice(-width)
  const most = Math.max(...shown, 0)
  const bar = (value: number) => bars[most === 0 ? 0 : Math.ceil((value / most) * (bars.length - 1))]
  return shown.map(bar).join('').padStart(width)
}
