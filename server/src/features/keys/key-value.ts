import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A key value is `sm_<id>_<secret><checksum>`. The id finds the row, the secret (192 bits) authenticates, and the
 * checksum tells a mistyped or truncated key from a wrong one without a query.
 */
export type KeyValue = { id: string; secret: string }

const pattern = /^sm_([0-9a-z]{12})_([0-9a-f]{48})([0-9a-f]{8})$/

export function mintKey(): { value: string; id: string; secretHash: Buffer } {
  const id = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(13, '0')
    .slice(-12)
  const secret = randomBytes(24).toString('hex')
  return { value: `sm_${id}_${secret}${checksum(id, secret)}`, id, secretHash: hashSecret(secret) }
}

export function parseKey(text: string): KeyValue | undefined {
  const [, id, secret, sum] = pattern.exec(text) ?? []
  if (!id || !secret || sum !== checksum(id, secret)) return undefined
  return { id, secret }
}

/** A random secret of 192 bits needs no slow hash, because it cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

export function isSecret(secret: string, secretHash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), secretHash)
}

function checksum(id: string, secret: string): string {
  return crc32(`${id}_${secret}`).toString(16).padStart(8, '0')
}
