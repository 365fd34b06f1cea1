import { describe, expect, test } from 'vitest'
import { presentType, typeSynonyms } from '../../platform/lib/type-words.ts'
import { typeOfFile, typeOfLink } from './file-type.ts'
import { documentTypes } from './status.ts'

describe('The type of a file before its content is read', () => {
  test.each([
    ['application/pdf', 'pdf'],
    ['Application/PDF; charset=binary', 'pdf'],
    ['application/pdf ; x=y', 'pdf'],
    ['image/png', 'image'],
    ['IMAGE/JPEG', 'image'],
    ['audio/mpeg', 'audio'],
    ['video/mp4; codecs="avc1"', 'video'],
    ['text/html', 'text'],
    ['text/plain', 'text'],
    ['application/octet-stream', 'text'],
    // It ends with pdf, and is something else.
    ['application/vnd.pdf', 'text'],
    ['imagery/png', 'text'],
    ['', 'text'],
    ['nonsense', 'text'],
  ])('with the content type "%s" is %s', (contentType, type) => {
    expect(typeOfFile(contentType)).toBe(type)
  })

  test.each([
    ['text/html; charset=utf-8', 'webpage'],
    ['TEXT/HTML', 'webpage'],
    ['application/xhtml+xml', 'webpage'],
    ['text/htmlx', 'text'],
    ['application/pdf', 'pdf'],
    ['text/plain', 'text'],
    ['', 'text'],
  ])('behind a link with the content type "%s" is %s', (contentType, type) => {
    expect(typeOfLink(contentType)).toBe(type)
  })

  test('has no synonym that is a type itself, and no synonym for an unknown type', () => {
    for (const [synonym, type] of Object.entries(typeSynonyms)) {
      expect(documentTypes).toContain(type)
      expect(documentTypes).not.toContain(synonym)
    }
  })

  test('of a connected document is shown with the word that existing clients know', () => {
    for (const [synonym, type] of Object.entries(typeSynonyms)) {
      expect(presentType({ type, connectionId: 'connection' })).toBe(synonym)
      expect(presentType({ type, connectionId: null })).toBe(type)
    }
    expect(presentType({ type: 'pdf', connectionId: 'connection' })).toBe('pdf')
  })
})
