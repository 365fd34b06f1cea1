import { createHash } from 'node:crypto'
import { namePattern } from '../../../platform/lib/name-pattern.ts'

const mostLength = 100

/** The customId of an imported document: the format and its id there, or a hash of them where they do not fit. */
export function importName(format: string, key: string, session = 1): string {
  const name = `${format}:${key}${session > 1 ? `:${session}` : ''}`
  if (name.length <= mostLength && namePattern.test(name)) return name
  return `${format}:${createHash('sha256').update(name).digest('hex').slice(0, 40)}`
}
