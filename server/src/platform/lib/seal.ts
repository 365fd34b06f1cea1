import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Envelope encryption with AES-256-GCM: each secret is encrypted by a key of its own, and the configured key encrypts that key.
 * Changing the configured key means rewrapping 32 bytes per secret, without decrypting the secret.
 *
 * `kid` names the configured key, so that several can be in use while they are rotated. The purpose, such as the
 * organization and the setting, is authenticated too: a value copied to another row does not open there.
 */
export type SealedValue = { v: 2; kid: string; key: string; text: string }

/** The format from before keys had ids. It names neither its key nor a purpose. */
type SealedValueV1 = { v: 1; key: string; text: string }

export type AnySealedValue = SealedValue | SealedValueV1

/** None of the configured keys, current or old, opens the value. */
export class UnsealError extends Error {}

/** An id that tells keys apart and reveals nothing about them. */
export function keyIdOf(masterKey: Buffer): string {
  return createHash('sha256').update('reverie key id\n').update(masterKey).digest('hex').slice(0, 12)
}

export function seal(masterKey: Buffer, purpose: string, text: string): SealedValue {
  const key = randomBytes(32)
  return wrap(masterKey, purpose, key, encrypt(key, Buffer.from(text), purpose))
}

/** Opens a value that any of these keys sealed for this purpose. */
export function unseal(masterKeys: readonly Buffer[], purpose: string, sealed: AnySealedValue): string {
  const key = openKey(masterKeys, purpose, sealed)
  return decrypt(key, sealed.text, sealed.v === 1 ? '' : purpose).toString()
}

/** Seals the value with the first of these keys. Undefined: it is already sealed with that key. */
export function reseal(
  masterKeys: readonly [Buffer, ...Buffer[]],
  purpose: string,
  sealed: AnySealedValue,
): SealedValue | undefined {
  const [current] = masterKeys
  if (sealed.v === 1) return seal(current, purpose, unseal(masterKeys, purpose, sealed))
  if (sealed.kid === keyIdOf(current)) return undefined
  return wrap(current, purpose, openKey(masterKeys, purpose, sealed), sealed.text)
}

function wrap(masterKey: Buffer, purpose: string, key: Buffer, text: string): SealedValue {
  const kid = keyIdOf(masterKey)
  return { v: 2, kid, key: encrypt(masterKey, key, `${kid}\n${purpose}`), text }
}

function openKey(masterKeys: readonly Buffer[], purpose: string, sealed: AnySealedValue): Buffer {
  if (sealed.v === 1) return openWithAny(masterKeys, sealed.key)
  const masterKey = masterKeys.find(each => keyIdOf(each) === sealed.kid)
  if (!masterKey) throw new UnsealError(`The key ${sealed.kid} is not configured`)
  try {
    return decrypt(masterKey, sealed.key, `${sealed.kid}\n${purpose}`)
  } catch (cause) {
    throw new UnsealError('The value is damaged, or was sealed for another purpose', { cause })
  }
}

function openWithAny(masterKeys: readonly Buffer[], key: string): Buffer {
  for (const masterKey of masterKeys)
    try {
      return decrypt(masterKey, key, '')
    } catch {
      // Another key sealed it.
    }
  throw new UnsealError('None of the configured keys opens the value')
}

const ivBytes = 12
const tagBytes = 16

function encrypt(key: Uint8Array, plain: Buffer, purpose: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decrypt(key: Uint8Array, text: string, purpose: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
}
