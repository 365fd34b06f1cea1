import { expect, test } from 'vitest'
import { withName } from './quotation.ts'
import { whoIsMeant } from './who-is-meant.ts'

test.each([
  ['She needs three As.', 'Yewande is set on medicine.', 'Yewande'],
  ['He wants email only.', 'Tomasz Wilk is our contact at Harbour Trust.', 'Tomasz Wilk'],
  ['And she hates cyclists.', "My dog Biscuit's four now.", 'Biscuit'],
  ['Her knee is fine again.', 'My sister Noor played on Sunday.', 'Noor'],
])('%s after “%s” is about %s', (sentence, before, name) => {
  expect(whoIsMeant(sentence, before)).toBe(name)
})

test.each([
  ['She is tired.', 'Sofia met Ingrid.'],
  ['She is tired.', 'Sofia met my sister.'],
  ['He is tired.', 'Sofia works for Omar.'],
  ['She is tired.', 'I met Sofia.'],
  ['She is tired.', 'Structural engineers are on site.'],
  ['It is red.', 'Rosinante is our van.'],
  ['They are tired.', 'Sofia moved to Graz.'],
])('%s after “%s” is about nobody for sure', (sentence, before) => {
  expect(whoIsMeant(sentence, before)).toBeUndefined()
})

test('the name takes the place of the pronoun when statements are compared', () => {
  expect(withName({ of: 'Noor', words: 'She needs a visa.' })).toBe('Noor needs a visa.')
  expect(withName({ of: 'Noor', words: 'And her knee hurts.' })).toBe("And Noor's knee hurts.")
})
