/**
 * Converts a date from a file or page to ISO 8601; undefined when it is not a date. A day without a time stays a day.
 * A time without a zone counts as UTC, because the zone of this machine is unrelated.
 */
export function toIsoDate(written: string): string | undefined {
  const text = dayFirst(written.trim())
  const day = /^\d{4}([-/])\d{2}\1\d{2}(?!\d)/.exec(text)?.[0].replaceAll('/', '-')
  if (day && !isDay(day)) return undefined
  if (text === day) return day
  if (text.length < 8 || text.length > 64 || !/\d{4}/.test(text)) return undefined
  const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text)
  const time = Date.parse(local ? `${local[1]}T${local[2]}Z` : hasTime(text) ? withZone(text) : `${text} UTC`)
  if (Number.isNaN(time) || time < Date.UTC(1400, 0) || time > Date.UTC(2200, 0)) return undefined
  const iso = new Date(time).toISOString()
  return hasTime(text) ? iso : iso.slice(0, 10)
}

/**
 * `06.05.2024` is the sixth of May wherever dates have dots; JavaScript reads it as the fifth of June. A second number
 * above twelve can only be the day.
 */
function dayFirst(text: string): string {
  return text.replace(
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[\s,T])/,
    (_, first: string, second: string, year: string) => {
      const [day, month] = Number(second) > 12 ? [second, first] : [first, second]
      return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    },
  )
}

/** JavaScript accepts February 30 and takes it for March 1. */
function isDay(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

function hasTime(text: string): boolean {
  return /\d:\d{2}/.test(text)
}

/** AM and PM are no zones, although they look like one. */
function withZone(text: string): string {
  return /(?:Z|[+-]\d{2}:?\d{2}|\b(?![AP]M\b)[A-Z]{2,4}T?|GMT|UTC)\)?$/.test(text) ? text : `${text} UTC`
}
