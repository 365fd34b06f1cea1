const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' })

/** "3 minutes ago", as people say it. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step
    ? relative.format(Math.trunc(seconds / step[1]), step[0])
    : seconds > 1
      ? 'in a moment'
      : 'just now'
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A date that something is about, and not when it happened here. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}

/** A time as people say it, with the full one on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={whole.format(new Date(at))} className={className}>
      {ago(at)}
    </time>
  )
}
