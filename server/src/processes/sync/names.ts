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
export const mostIdBytes = 1_000
