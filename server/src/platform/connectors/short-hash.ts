import { createHash } from 'node:crypto'

/** 16 characters (96 bits) of a hash of these parts: short enough for checkpoints, long enough not to collide by chance. */
export function shortHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('base64url').slice(0, 16)
}
