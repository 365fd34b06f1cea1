import { createHash } from 'node:crypto'

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

/**
 * A time as programs write it: seconds, milliseconds, microseconds or nanoseconds since 1970, or ISO 8601. A time without an
 * offset is UTC. Undefined: it is missing, or no time.
 */
export function toDate(value: unknown): Date | undefined {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d{9,19}(\.\d+)?$/.test(value))
  const ms = isNumber
    ? toMilliseconds(Number(value))
    : typeof value === 'string'
      ? parseTime(value)
      : Number.NaN
  return ms >= earliest && ms < latest ? new Date(ms) : undefined
}

function toMilliseconds(epoch: number): number {
  const size = Math.abs(epoch)
  if (size < 1e11) return epoch * 1e3
  if (size < 1e14) return epoch
  return size < 1e17 ? epoch / 1e3 : epoch / 1e6
}

function parseTime(text: string): number {
  const iso = text.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T')
  return Date.parse(/T[\d:.]+$/.test(iso) ? `${iso}Z` : iso)
}

/** A short, stable name of a text, for sources that give no id. */
export const hashKey = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

export type Metadata = Record<string, string | number | boolean | string[]>

/** Values that metadata can hold; others are left out. */
export function toMetadata(fields: Fields): Metadata | undefined {
  const kept = Object.entries(fields).flatMap(([name, value]): [string, Metadata[string]][] => {
    if (typeof value === 'string') return value === '' ? [] : [[name, value.slice(0, 8_000)]]
    if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
    const isTexts = Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
    return isTexts ? [[name, value.slice(0, 1_000)]] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept.slice(0, 90)) : undefined
}

export const baseName = (path: string): string => path.replaceAll('\\', '/').split('/').at(-1) ?? path
