import { createHash, randomBytes } from 'node:crypto'

/** 192 random bits, so the stored hash needs no salt and cannot be guessed. */
export function mintToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(24).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
