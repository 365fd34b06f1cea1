import { toIsoDate } from '../../extraction/iso-date.ts'

/** Minutes east of UTC. JavaScript knows the zones of North America; feeds also use these. */
const zones: Record<string, string> = {
  Z: '+0000',
  UT: '+0000',
  WET: '+0000',
  WEST: '+0100',
  BST: '+0100',
  CET: '+0100',
  MET: '+0100',
  CEST: '+0200',
  MEST: '+0200',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  IST: '+0530',
  SGT: '+0800',
  HKT: '+0800',
  JST: '+0900',
  KST: '+0900',
  AEST: '+1000',
  AEDT: '+1100',
  NZST: '+1200',
  NZDT: '+1300',
  BRT: '-0300',
  AKST: '-0900',
  AKDT: '-0800',
  HST: '-1000',
}

/** Clocks of servers are a few minutes wrong, and local times without a zone up to 14 hours. */
const maxAheadMs = 36 * 3_600_000

/**
 * A date as feeds write it: RFC 822 with two or four digits of the year, ISO 8601 with and without a zone, seconds or
 * milliseconds since 1970. Undefined for anything else, and for a date that lies ahead by more than a wrong clock explains.
 */
export function readFeedDate(written: string | undefined, now: Date): Date | undefined {
  const time = written === undefined ? undefined : toTime(written.trim())
  if (time === undefined || Number.isNaN(time) || time > now.getTime() + maxAheadMs) return undefined
  return new Date(time)
}

function toTime(text: string): number | undefined {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000
  if (/^\d{12,14}$/.test(text)) return Number(text)
  const iso = toIsoDate(normalise(text))
  return iso === undefined ? undefined : Date.parse(iso)
}

function normalise(text: string): string {
  return text
    .replace(/^\p{L}{2,10}\.?,\s*(?=\d)/u, '')
    .replace(
      /^(\d{1,2}) (\p{L}{3,9})\.? (\d{2})(?= )/u,
      (_, day, month, year) => `${day} ${month} ${century(year)}`,
    )
    .replace(/^(\d{4})(\d{2})(\d{2})(?=T|$)/i, '$1-$2-$3')
    .replace(/^(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})(?!\d)/i, '$1T$2:$3:$4')
    .replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, '$1T')
    .replace(/(\d)z$/, '$1Z')
    .replace(/(:\d{2}(?:\.\d+)?) ?([A-Z]{1,4})$/, (whole, time, zone) =>
      zones[zone] === undefined ? whole : `${time} ${zones[zone]}`,
    )
    .replace(/^(\d{4}-\d{2}-\d{2}T[\d:.]+) ([+-]\d{2}):?(\d{2})$/, '$1$2:$3')
}

/** RFC 822 has two digits; no feed is older than 1990. */
function century(year: string): string {
  return Number(year) >= 90 ? `19${year}` : `20${year}`
}
