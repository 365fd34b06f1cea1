import { createHash, timingSafeEqual } from 'node:crypto'
import { SourceError } from '../connector.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Throws unless the event brings the secret that it was given. The time of the comparison says nothing about either. */
export function checkSecret(given: string | null, expected: string | undefined): void {
  if (expected && given !== null && timingSafeEqual(hash(given), hash(expected))) return
  throw new SourceError('webhook_refused', 'The token of the event is wrong.')
}
