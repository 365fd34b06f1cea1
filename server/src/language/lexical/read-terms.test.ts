import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { detectLanguage, marks, stemLanguageOf, stemmers } from './languages.ts'
import { readTerms } from './read-terms.ts'
import { termId } from './term-vector.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: false })
})
afterAll(() => server.close())

const read = (text: string, stemLanguage: string) =>
  unscoped(server.app.cells.all[0]!, async db => (await readTerms(db, [{ text, stemLanguage }]))[0]!)

describe('readTerms', () => {
  test.each([
    ['en', 'She was running', 'run'],
    ['de', 'die Häuser der Städte', 'haus'],
    ['es', 'corriendo rápidamente', 'corr'],
    ['ru', 'книгами', 'книг'],
  ])('stems words of %s', async (stemLanguage, text, stem) => {
    expect([...(await read(text, stemLanguage)).keys()]).toContain(termId(stem))
  })

  test('leaves out stop words and counts the rest', async () => {
    const terms = await read('The cat and the cats', 'en')
    expect([...terms]).toEqual([[termId('cat'), 2]])
  })

  test('keeps words of a language without a stemmer', async () => {
    expect([...(await read('chạy chạy', 'other'))]).toEqual([[termId('chạy'), 2]])
  })

  test('reads many texts in their own languages at once', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => ({
      text: `houses${i} Häuser`,
      stemLanguage: i % 2 ? 'de' : 'en',
    }))
    const terms = await unscoped(server.app.cells.all[0]!, db => readTerms(db, texts))
    expect(terms[1]!.has(termId('haus'))).toBe(true)
    expect(terms[0]!.has(termId('haus'))).toBe(false)
    expect(terms).toHaveLength(40)
  })

  test('has a dictionary for each language it stems', async () => {
    for (const stemLanguage of Object.keys(stemmers))
      expect((await read('x', stemLanguage)).size).toBeLessThanOrEqual(1)
  })
})

describe('the language of a text', () => {
  test.each([
    ['en', 'I went to the market this morning and bought some apples.'],
    ['de', 'Ich bin heute Morgen auf den Markt gegangen und habe Äpfel gekauft.'],
    ['zh', '今天早上我去市场买了一些苹果。'],
    ['ar', 'ذهبت إلى السوق هذا الصباح واشتريت بعض التفاح.'],
  ])('is detected as %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  test('is unknown without words', () => {
    expect(detectLanguage('12345 !!')).toBeUndefined()
  })

  test('has a mark, which languages stemmed alike share', () => {
    expect(new Set(marks.values()).size).toBe(marks.size)
    expect(stemLanguageOf('zh')).toBe(stemLanguageOf('th'))
    expect(stemLanguageOf('de')).toBe('de')
  })
})
