import { describe, expect, it } from 'vitest'
import { blobUrlLifetimeMs, signBlobUrl, verifyBlobUrl } from './sign-url.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-03-01T12:00:00Z')
const grant = {
  key: 'org/container/document/1',
  expiresAt: new Date(now.getTime() + blobUrlLifetimeMs),
  contentType: 'application/pdf',
  filename: 'Übersicht "2026".pdf',
  document: 'x'.repeat(22),
}
const token = signBlobUrl(secret, grant)

describe('a download link', () => {
  it('carries the signed data for a day', () => {
    expect(verifyBlobUrl(secret, token, now)).toEqual(grant)
    expect(verifyBlobUrl(secret, token, new Date(grant.expiresAt.getTime() - 1))).toEqual(grant)
    expect(verifyBlobUrl(secret, token, grant.expiresAt)).toBe('expired')
  })

  it('is invalid when a single letter differs', () => {
    for (let i = 0; i < token.length; i++) {
      const forged = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
      expect(verifyBlobUrl(secret, forged, now)).toBe('invalid')
    }
  })

  it.each(['', '.', '..', 'a.b', `${token}.`, `${token}=`, `.${token}`, token.split('.')[0]!])(
    'is invalid as %j',
    forged => {
      expect(verifyBlobUrl(secret, forged, now)).toBe('invalid')
    },
  )

  it('is valid under its own secret only', () => {
    expect(verifyBlobUrl(secret.toUpperCase(), token, now)).toBe('invalid')
  })

  it('needs a secret that is hard to guess', () => {
    expect(() => signBlobUrl('', grant)).toThrow(RangeError)
    expect(() => verifyBlobUrl('short', token, now)).toThrow(RangeError)
  })

  it.each(['"', '\\', 'я', '日', '👩', 'a', '\u0000'])('fits into a path with a file name of %j', letter => {
    const id = 'x'.repeat(64)
    const key = `${id}/${id}/${id}/${id}`
    const longest = { ...grant, key, contentType: '"'.repeat(127), filename: `${letter.repeat(5000)}.docx` }
    const long = signBlobUrl(secret, longest)
    expect(long.length).toBeLessThanOrEqual(1024)
    expect(long).toMatch(/^[\w.-]+$/)
    const { filename } = verifyBlobUrl(secret, long, now) as typeof grant
    expect(filename).toMatch(/.\.docx$/)
  })
})
