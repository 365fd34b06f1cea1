import { expect, test } from 'vitest'
import { splitUtterances } from './split-utterances.ts'

const speakersOf = (text: string) =>
  splitUtterances({ text, from: 0, saidAt: new Date(0), origin: 'user', entityContext: undefined }).map(
    ({ self }) => self,
  )

test.each([
  'Verdict: a torn ligament. They told me to rest.',
  "Correction: I'm 41, not 42.",
  'Diagnosis: coeliac disease. I have to change everything.',
  "Decision: we're staying on Postgres.",
])('a heading at the beginning of a note is no speaker: %s', text => {
  expect(speakersOf(text)).toEqual(['The user'])
})

test.each(['Ada: I went to Rome yesterday.', "Malik: we're staying on Postgres."])(
  'a name at the beginning of a note is its speaker: %s',
  text => {
    expect(speakersOf(text)).toEqual([text.slice(0, text.indexOf(':'))])
  },
)
