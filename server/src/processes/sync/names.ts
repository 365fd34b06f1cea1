import { hash } from 'node:crypto'
import { encodeId } from '../../platform/lib/ids.ts'

/** A customId has at most 100 characters, of which the connection takes 28. */
const mostChars = 72

/**
 * The customId of an item: `conn:<connection>:<external id>`. An external id with other characters than a customId may have, or
 * with too many, is named by its hash.
 */
export function customIdOf(connection: string, externalId: string): string {
  const isPlain = externalId.length <= mostChars && /^[A-Za-z0-9_:.-]+$/.test(externalId)
  return `conn:${encodeId(connection)}:${isPlain ? externalId : hash('sha256', externalId, 'base64url')}`
}

/** The key of a row has at most 2,700 bytes in its index. */
const mostIdBytes = 1_000

/** Whether an id of a source can be the key of a row. */
export const isFitting = (externalId: string): boolean =>
  Buffer.byteLength(externalId) <= mostIdBytes && !externalId.includes('\0')

/** A version as it is stored: sources may have long ones. */
export const versionOf = ({ version }: { version: string }): string =>
  isFitting(version) ? version : hash('sha256', version, 'base64url')
