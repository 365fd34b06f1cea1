import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import { NoPlaceLeft, Places } from '../../platform/lib/places.ts'

/** 32 MB and about 60 ms per hash, in a thread of libuv. better-auth's own hash runs in JavaScript and blocks requests. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashBytes = 64

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * libuv has four threads, which also read files and resolve names. Strangers may send any number of passwords, so two
 * threads are theirs at most. A hundred that wait take about 3 s.
 */
const places = new Places({ places: 2, burst: 100, line: 100, shortLine: 20 })

async function deriveInTurn(password: string, salt: Buffer): Promise<Buffer> {
  const place = await takePlace()
  return place.run(() => derive(password.normalize('NFKC'), salt, hashBytes, cost))
}

async function takePlace() {
  try {
    return await places.take('passwords')
  } catch (error) {
    if (!(error instanceof NoPlaceLeft)) throw error
    throw new AppError('server.overloaded', { retryAfterSeconds: 3, cause: error })
  }
}

/** `scrypt$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await deriveInTurn(password, salt)
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
  const found = await deriveInTurn(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(found, Buffer.from(expected, 'base64url'))
}
