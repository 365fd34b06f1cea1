/**
 * Converts a date from a file or page to ISO 8601; undefined when it is not a date. A day without a time stays a day.
 * A time without a zone counts as UTC, because the zone of this machine is unrelated.
 */
export function toIsoDate(written: string): string | undefined {
  const text = written.trim()
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0]
  if (day) return Number.isNaN(Date.parse(day)) ? undefined : day
  if (text.length < 8 || text.length > 64 || !/\d{4}/.test(text)) return undefined
  const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text)
  const time = Date.parse(local ? `${local[1]}T${local[2]}Z` : hasTime(text) ? withZone(text) : `${text} UTC`)
  if (Number.isNaN(time) || time < Date.UTC(1400, 0) || time > Date.UTC(2200, 0)) return undefined
  const iso = new Date(time).toISOString()
  return hasTime(text) ? iso : iso.slice(0, 10)
}

function hasTime(text: string): boolean {
  return /\d:\d{2}/.test(text)
}

function withZone(text: string): string {
  return /(?:Z|[+-]\d{2}:?\d{2}|\b[A-Z]{2,4}T?|GMT|UTC)\)?$/.test(text) ? text : `${text} UTC`
}
