import { InvalidArgumentError } from 'commander'
import { dayMs, hourMs } from '../../platform/lib/durations.ts'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'

/** Parsers of options. They refuse an invalid value before anything is sent or written. */

export function parseTag(value: string, previous?: string): string {
  refuseSecond(previous)
  if (value.length > 100) throw new InvalidArgumentError('A container tag must have at most 100 characters.')
  if (!namePattern.test(value)) throw new InvalidArgumentError(`A container tag ${nameHint}.`)
  return value
}

export function parseLimit(value: string, previous?: number): number {
  refuseSecond(previous)
  const limit = Number(value)
  if (!/^\d+$/.test(value) || limit < 1 || limit > 100)
    throw new InvalidArgumentError('Give a whole number from 1 to 100.')
  return limit
}

export function parseDocumentLimit(value: string, previous?: number): number {
  refuseSecond(previous)
  const limit = Number(value)
  if (!/^\d+$/.test(value) || limit < 1 || limit > 10_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 10000.')
  return limit
}

const minutesOf: Record<string, number> = { m: 1, h: 60, d: 1_440, w: 10_080 }

/** A duration in minutes (`30m`, `6h`, `1d`, `1w`). `never` is zero. */
export function parseInterval(value: string, previous?: number): number {
  refuseSecond(previous)
  if (value === 'never') return 0
  const span = /^([1-9]\d{0,5})([mhdw])$/.exec(value)
  const minutes = span ? Number(span[1]) * minutesOf[span[2]!]! : Number.NaN
  if (!(minutes <= 525_600))
    throw new InvalidArgumentError('Give an interval such as 30m, 6h, 1d or 1w, or never.')
  return minutes
}

export function parseConcurrency(value: string, previous?: number): number {
  refuseSecond(previous)
  const count = Number(value)
  if (!/^\d+$/.test(value) || count < 1 || count > 32)
    throw new InvalidArgumentError('Give a whole number from 1 to 32.')
  return count
}

export function parseLookInterval(value: string, previous?: number): number {
  refuseSecond(previous)
  const seconds = Number(value)
  if (!/^\d+(\.\d+)?$/.test(value) || seconds < 1 || seconds > 60)
    throw new InvalidArgumentError('Give a number of seconds from 1 to 60.')
  return seconds
}

export function collectAddress(value: string, previous: string[] = []): string[] {
  const address = value.replace(/(\/metrics)?\/*$/, '')
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new InvalidArgumentError('Give an HTTP address such as http://127.0.0.1:8787.')
  return [...previous, address]
}

export function parseDimensions(value: string, previous?: number): number {
  refuseSecond(previous)
  if (!/^\d{1,5}$/.test(value)) throw new InvalidArgumentError('Give a whole number.')
  return Number(value)
}

const spansMs: Record<string, number> = {
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
  y: 365 * dayMs,
}

/** A duration from now (`12h`, `30d`, `2w`, `1y`), or a date: the key expires at its midnight in UTC. */
export function parseExpiry(value: string, previous?: Date): Date {
  refuseSecond(previous)
  const span = /^(\d{1,5})([hdwy])$/.exec(value)
  const isDate = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value)
  const expiresAt = span
    ? new Date(Date.now() + Number(span[1]) * spansMs[span[2]!]!)
    : new Date(isDate ? value : Number.NaN)
  if (Number.isNaN(expiresAt.getTime()))
    throw new InvalidArgumentError(
      'Give a duration such as 12h, 30d, 2w or 1y, or a date such as 2027-01-31 or 2027-01-31T12:00:00Z.',
    )
  if (expiresAt.getTime() <= Date.now()) throw new InvalidArgumentError('The time must be in the future.')
  return expiresAt
}

export function parseStatus(value: string, previous?: string): string {
  refuseSecond(previous)
  if (!/^[1-5](\d\d|xx)$/.test(value)) throw new InvalidArgumentError('Give a status such as 404, or 5xx.')
  return value
}

const codePattern = /^[a-z_]+(\.[a-z_]+)*(\.\*)?$/

export function collectCode(value: string, previous: string[] = []): string[] {
  if (!codePattern.test(value))
    throw new InvalidArgumentError('Give an error code such as embed.provider_unavailable, or embed.*.')
  return [...previous, value]
}

/** A duration ago (`2h`, `7d`), or a date or time. */
export function parseSince(value: string, previous?: Date): Date {
  refuseSecond(previous)
  const span = /^(\d{1,5})([hdwy])$/.exec(value)
  const isDate = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value)
  const since = span
    ? new Date(Date.now() - Number(span[1]) * spansMs[span[2]!]!)
    : new Date(isDate ? value : Number.NaN)
  if (Number.isNaN(since.getTime()))
    throw new InvalidArgumentError(
      'Give a duration such as 2h or 7d, or a date such as 2027-01-31 or 2027-01-31T12:00:00Z.',
    )
  return since
}

function refuseSecond(previous: unknown): void {
  if (previous !== undefined) throw new InvalidArgumentError('Give this option only once.')
}
