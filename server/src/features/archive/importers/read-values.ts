import { createHash } from 'node:crypto'
import { isStorable } from '../../../platform/lib/storable-text.ts'

/** Reads fields of exports, whose names and types differ between versions of their programs. */

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first of these fields that has a value. An empty text or list does not hide a filled one. */
export function firstFilled(fields: Fields, names: readonly string[]): unknown {
  return names.map(name => fields[name]).find(isFilled)
}

const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  !(typeof value === 'string' && value.trim() === '') &&
  !(Array.isArray(value) && value.length === 0)

export function textOf(fields: Fields, ...names: string[]): string | undefined {
  const found = names
    .map(name => fields[name])
    .find(value => typeof value === 'string' && value.trim() !== '')
  return found as string | undefined
}

/** Objects of the first list that is filled. */
export function listOf(fields: Fields, ...names: string[]): Fields[] {
  const found = firstFilled(fields, names)
  return Array.isArray(found) ? found.filter(isFields) : []
}

/** The first of these fields that is a time. */
export function dateOf(fields: Fields, ...names: string[]): Date | undefined {
  for (const name of names) {
    const date = toDate(fields[name])
    if (date) return date
  }
  return undefined
}

const [earliest, latest] = [Date.UTC(1900, 0), Date.UTC(2200, 0)]

/** Dates without separators, as notes have them: 2024, 20240801, 202408011230, 20240801123000. */
const compact =
  /^((?:19|20|21)\d\d)(?:(0[1-9]|1[0-2])([0-2]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?)?$/

/**
 * A time as programs write it: seconds, milliseconds, microseconds or nanoseconds since 1970, ISO 8601, or a date without
 * separators. A time without an offset is UTC. Undefined: it is missing, or no time.
 */
export function toDate(value: unknown): Date | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const text = String(value).trim()
  const ms = compact.test(text)
    ? parseCompact(text)
    : /^-?\d+(\.\d+)?(e\+?\d+)?$/.test(text)
      ? toMilliseconds(Number(text))
      : parseTime(text)
  return ms >= earliest && ms < latest ? new Date(ms) : undefined
}

function parseCompact(text: string): number {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = compact.exec(text)!
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Programs write 0 for a missing time, and small numbers are no times but counts. */
const leastEpoch = 1e8

function toMilliseconds(epoch: number): number {
  const size = Math.abs(epoch)
  if (size < leastEpoch) return Number.NaN
  if (size < 1e11) return epoch * 1e3
  if (size < 1e14) return epoch
  return size < 1e17 ? epoch / 1e3 : epoch / 1e6
}

/** Postgres writes a space for the T and offsets of two digits; others write UTC for Z. */
function parseTime(text: string): number {
  const iso = text
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')
    .replace(/(T[\d:.]+) ?([+-]\d\d)$/, '$1$2:00')
    .replace(/(T[\d:.]+) ?(?:UTC|GMT|Z)$/i, '$1Z')
  if (!/\d{4}/.test(iso)) return Number.NaN
  return Date.parse(/T[\d:.]+$/.test(iso) ? `${iso}Z` : iso)
}

/** A short, stable name of a text, for sources that give no id. */
export const hashKey = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

export type Metadata = Record<string, string | number | boolean | string[]>

/** The bounds of metadata in the API. */
const mostMetadata = { fields: 90, keyChars: 255, textChars: 8_000, items: 1_000 }

/** Values that metadata can hold; others are left out, and long ones are cut. */
export function toMetadata(fields: Fields): Metadata | undefined {
  const { fields: most, keyChars, textChars, items } = mostMetadata
  const kept = Object.entries(fields).flatMap(([name, value]): [string, Metadata[string]][] => {
    if (name === '' || name.length > keyChars || !isStorable(name)) return []
    if (typeof value === 'string') return value === '' ? [] : [[name, value.slice(0, textChars)]]
    if (typeof value === 'boolean' || Number.isFinite(value)) return [[name, value as number | boolean]]
    const isTexts = Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
    return isTexts ? [[name, value.slice(0, items).map(item => item.slice(0, textChars))]] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept.slice(0, most)) : undefined
}

export const baseName = (path: string): string => path.replaceAll('\\', '/').split('/').at(-1) ?? path
