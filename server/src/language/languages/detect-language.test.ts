import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { sentenceRole } from './sentence-role.ts'

const folder = new URL('../../../test/languages/', import.meta.url)
const linesOf = (file: string | URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
const examples = readdirSync(folder)
  .filter(file => file.endsWith('.txt') && file !== 'en.txt')
  .map(file => file.replace('.txt', ''))
  .map(language => ({ language, lines: linesOf(new URL(`${language}.txt`, folder)).map(toExample) }))

function toExample(line: string): { role: string; sentence: string } {
  const [role, sentence] = line.split(' | ')
  return { role: role!, sentence: sentence! }
}

/** Scripts without spaces count as long. */
const isLong = (sentence: string): boolean =>
  sentence.split(' ').length >= 5 || /\p{Script=Han}/u.test(sentence)

describe('detectLanguage', () => {
  test.each(examples)(
    'recognises 97 % of the sentences of five words in $language',
    ({ language, lines }) => {
      const long = lines.filter(({ sentence }) => isLong(sentence))
      const wrong = long.filter(({ sentence }) => detectLanguage(sentence) !== language)
      expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(Math.floor(0.03 * long.length))
    },
  )

  test.each(examples)('recognises every sentence in $language when its message is', ({ language, lines }) => {
    const wrong = lines.filter(({ sentence }) => detectLanguage(sentence, language) !== language)
    expect(wrong).toEqual([])
  })

  test.each(linesOf(new URL('en.txt', folder)))(
    'keeps English with foreign names, and short: %s',
    sentence => {
      expect(detectLanguage(sentence)).toBe('en')
    },
  )

  test.each([
    ['de', 'Ich heirate in Graz.'],
    ['fr', 'Je pars demain.'],
    ['nl', 'Ik vertrek zondag.'],
  ])('takes a sentence that begins with the word for I for %s: %s', (language, sentence) => {
    expect(detectLanguage(sentence)).toBe(language)
  })

  test.each([
    ['I moved to Malmö last week.', 'sv'],
    ['i moved', 'de'],
    ['My daughter is at home with chickenpox.', 'nl'],
    ['we live here now', 'es'],
  ])('takes %j as English in a message in %s', (sentence, message) => {
    expect(detectLanguage(sentence, message)).toBe('en')
  })

  test.each([
    ['Hej!', 'sv'],
    ['Ja, klopt.', 'nl'],
    ['Super!', 'de'],
    ['Perfecto.', 'es'],
  ])('takes %j for the language of its message, %s', (sentence, message) => {
    expect(detectLanguage(sentence, message)).toBe(message)
  })

  test('takes less than .5 % of English statements for another language', () => {
    const statements = new URL('../../../judge/statements/', import.meta.url)
    // Sentences that are written in another language in an English conversation are listed, not counted.
    const written = new Set(linesOf(new URL('in-english-conversations.list', folder)))
    const all = readdirSync(statements)
      .flatMap(file => linesOf(new URL(file, statements)))
      .flatMap(line => /^(?:yes|no) [^|]+ \| (.*)$/.exec(line)?.[1] ?? [])
    const english = all.filter(sentence => !written.has(sentence))
    const wrong = english.filter(sentence => detectLanguage(sentence) !== 'en')
    expect(english.length).toBeGreaterThan(9_000)
    expect(wrong.length / english.length, JSON.stringify(wrong)).toBeLessThan(0.005)
  })
})

describe('sentenceRole', () => {
  test.each(examples)('tells what is about the speaker in $language', ({ language, lines }) => {
    const wrong = lines.filter(
      ({ role, sentence }) => (sentenceRole(sentence, language) === 'self') !== (role === 'keep'),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ['nl', 'Ze is vier jaar oud.', 'refers'],
    ['de', 'Sie geht in den Kindergarten.', 'refers'],
    ['es', 'Tiene cuatro años.', 'refers'],
    ['fr', 'Elle a quatre ans.', 'refers'],
    ['fr', 'Il y a trois ans, j’ai déménagé à Lille.', 'self'],
    ['it', 'È nata mia figlia.', 'self'],
    ['es', 'Muchas veces viajo en tren con mi hermana.', 'self'],
    ['pl', 'Bardzo lubię zupę ogórkową.', 'self'],
    ['de', 'Ich auch.', 'other'],
    ['es', 'Necesito ayuda con una carta.', 'other'],
    ['de', '„Ich wohne in Ulm.“', 'other'],
    ['fr', 'Le voisin a dit : « je pars demain ».', 'other'],
    ['hu', 'Két macskám van.', 'other'],
  ])('gives a sentence in %s its role: %s', (language, sentence, role) => {
    expect(sentenceRole(sentence, language)).toBe(role)
  })
})
