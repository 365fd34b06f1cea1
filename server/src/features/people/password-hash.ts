import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** 32 MB and about 60 ms per hash, in a thread of libuv. better-auth's own hash runs in JavaScript and blocks requests. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashBytes = 64

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** `scrypt$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password.normalize('NFKC'), salt, hashBytes, cost)
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const [kind, salt, expected] = hash.split('$')
  if (kind !== 'scrypt' || !salt || !expected) return false
  const found = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), hashBytes, cost)
  return timingSafeEqual(found, Buffer.from(expected, 'base64url'))
}
