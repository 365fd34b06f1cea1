import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Envelope encryption, AES-256-GCM twice: each secret has a key of its own, and that key is what the configured one
 * encrypts. Changing the configured key means rewrapping 32 bytes per secret, not decrypting anything.
 */
export type Sealed = { v: 1; key: string; text: string }

export function seal(masterKey: Buffer, text: string): Sealed {
  const key = randomBytes(32)
  return { v: 1, key: encrypt(masterKey, key), text: encrypt(key, Buffer.from(text)) }
}

export function unseal(masterKey: Buffer, sealed: Sealed): string {
  return decrypt(decrypt(masterKey, sealed.key), sealed.text).toString()
}

const ivBytes = 12
const tagBytes = 16

function encrypt(key: Uint8Array, plain: Buffer): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decrypt(key: Uint8Array, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
}
