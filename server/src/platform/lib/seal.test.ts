import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyIdOf, reseal, seal, UnsealError, unseal } from './seal.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

/** Seals a value in the format from before keys had ids. */
function sealBefore(masterKey: Buffer, text: string) {
  const encrypt = (key: Buffer, plain: Buffer) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }
  const key = randomBytes(32)
  return { v: 1 as const, key: encrypt(masterKey, key), text: encrypt(key, Buffer.from(text)) }
}

describe('a sealed value', () => {
  test('names its key and opens for the purpose it was sealed for', () => {
    const sealed = seal(first, 'ada settings.a', 'sesame')
    expect(sealed).toMatchObject({ v: 2, kid: keyIdOf(first) })
    expect(unseal([second, first], 'ada settings.a', sealed)).toBe('sesame')
    expect(JSON.stringify(sealed)).not.toContain('sesame')
  })

  test('does not open for another organization or setting, nor without its key', () => {
    const sealed = seal(first, 'ada settings.a', 'sesame')
    expect(() => unseal([first], 'bob settings.a', sealed)).toThrow(UnsealError)
    expect(() => unseal([second], 'ada settings.a', sealed)).toThrow(/is not configured/)
    expect(() => unseal([second], 'ada settings.a', { ...sealed, kid: keyIdOf(second) })).toThrow(UnsealError)
  })

  test('cannot be assembled from two others', () => {
    const [one, other] = [seal(first, 'a', 'one'), seal(first, 'b', 'other')]
    expect(() => unseal([first], 'a', { ...one, text: other.text })).toThrow()
  })

  test('is resealed with the current key once, whichever key sealed it', () => {
    for (const sealed of [seal(first, 'a', 'sesame'), sealBefore(first, 'sesame')]) {
      const again = reseal([second, first], 'a', sealed)!
      expect(again).toMatchObject({ v: 2, kid: keyIdOf(second) })
      expect(unseal([second], 'a', again)).toBe('sesame')
      expect(reseal([second, first], 'a', again)).toBeUndefined()
    }
  })

  test('of the old format opens with the key that sealed it, among others, and with no other key', () => {
    expect(unseal([second, first], 'a', sealBefore(first, 'sesame'))).toBe('sesame')
    expect(() => unseal([second], 'a', sealBefore(first, 'sesame'))).toThrow(UnsealError)
  })
})
