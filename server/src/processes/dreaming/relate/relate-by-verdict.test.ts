import { afterAll, beforeAll, expect, test } from 'vitest'
import { Listener } from '../../../../test/judged-replacements.ts'

let listener: Listener
beforeAll(async () => {
  listener = await Listener.open()
})
afterAll(() => listener.close())

const known = async (first: string, then: string) =>
  (
    await listener.known([
      { text: first, on: '2026-01-05' },
      { text: then, on: '2026-03-19' },
    ])
  ).join('\n')

test.each([
  ['The coverage gate is 80 percent.', 'We lowered the coverage gate to 70 percent.', '80'],
  ['I live in Ghent.', 'I moved to Leuven last week.', 'Ghent'],
  ['I work at Orbis as a buyer.', 'I got laid off from Orbis on Friday.', 'buyer'],
  ['I am vegetarian.', 'I eat fish again these days.', 'vegetarian'],
  [
    "I'm training for the Hamburg marathon.",
    'I cancelled the Hamburg marathon, my knee is done.',
    'training',
  ],
  [
    'Our deploys go out on Fridays.',
    'Deploys moved to Tuesdays, no more Friday deploys.',
    'go out on Fridays',
  ],
  ['My GP is Dr. Haas.', 'I have a new GP now, Dr. Lindqvist.', 'Haas'],
])('what has changed is no longer known: %s → %s', async (first, then, gone) => {
  expect(await known(first, '')).toContain(gone)
  expect(await known(first, then)).not.toContain(gone)
})

test.each([
  ['Dr. Smith works at Saint Mary.', 'Dr. Jones works at General.', 'Saint Mary'],
  ['The API moved to port 4100.', 'We are not moving to Kubernetes.', '4100'],
  ['My name is Leonor Paz.', 'My ferritin came back at 14.', 'Leonor'],
  ['Hana Novak lives in Brno.', 'Hana Suzuki lives in Osaka.', 'Brno'],
  ['I am allergic to penicillin.', 'I am allergic to cats too.', 'penicillin'],
  ['My brother Tom plays the cello.', 'My brother Paul plays the drums.', 'cello'],
  ['Always use named exports.', 'Always run the linter before a commit.', 'named exports'],
])('another matter leaves it as it was: %s / %s', async (first, then, kept) => {
  expect(await known(first, then)).toContain(kept)
})

test('of a sentence with several facts only the one that changed is replaced', async () => {
  const texts = await known('I live in Utrecht with my partner Ana.', 'I live in Bruges now.')
  expect(texts).toContain('Ana')
  expect(texts).toContain('Bruges')
  expect(texts).not.toContain('Utrecht')
})
