import { expect, test } from 'vitest'
import { speakerAskedAbout } from './speaker-asked-about.ts'

test.each([
  ['When did Caroline go to Rome?', 'Caroline: I went there', true],
  ['When did Caroline go to Rome?', 'Melanie: Caroline went there', false],
  ["What is Caroline's job?", 'Caroline Smith: I teach', true],
  ['What degree did I graduate with?', 'user: I have a degree', true],
  ['What degree did I graduate with?', 'assistant: Degrees are good', false],
  ['What did you recommend to me?', 'assistant: I recommend tea', true],
  ['What did you recommend to me?', 'user: Recommend something', false],
  ['What does Ada like?', 'user (Ada): Tea', true],
  ['What does Ada like?', 'user (Bob): Tea', false],
  ['Who is Caroline?', 'Caroline is a teacher.', false],
  ['When did we meet Caroline?', '[10:32] Caroline: In May', true],
])('the query "%s" asks about the speaker of "%s": %s', (q, opening, expected) => {
  expect(speakerAskedAbout(q)(opening)).toBe(expected)
})
