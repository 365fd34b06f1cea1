import { expect, test } from 'vitest'
import { isToBeRemembered } from './judged.ts'
import { questionsOf } from './questions-of.ts'

test.each([
  ['Remember for me: the stopcock is under the stairs.', ''],
  ["Please remember that Olu can't have nuts.", ''],
  ["Don't forget, the gate code is 5518.", ''],
  ['Log in with ssh ops@north and then run the report.', 'Write that down.'],
  ['The boiler man is Mr Tesfaye.', 'Remember that for me, please.'],
])('is to be remembered: %s %s', (sentence, after) => {
  expect(isToBeRemembered(sentence, after)).toBe(true)
})

test.each([
  ['Remember to water the plants tomorrow.', ''],
  ['Remember when we went to Leith?', ''],
  ["Don't forget to send it.", ''],
  ['Note it.', ''],
  ['The boiler man is Mr Tesfaye.', 'Write him a mail.'],
])('is no request to remember: %s %s', (sentence, after) => {
  expect(isToBeRemembered(sentence, after)).toBe(false)
})

const playedIn = (text: string): string[] =>
  questionsOf({ text, from: 0, saidAt: new Date('2026-03-01'), origin: 'user', entityContext: undefined })
    .filter(({ isPlayed }) => isPlayed)
    .map(({ sentence }) => sentence)

test('a play lasts up to the words that end it, in whichever sentence they stand', () => {
  const play =
    'user: Pretend to be my butler. I live in a castle. I own three golf courses. ok stop. I moved to Leith.'
  expect(playedIn(play)).toEqual(['I live in a castle.', 'I own three golf courses. ok stop.'])
})

test('one word ends a play, and what follows the words that end it in their sentence is meant', () => {
  expect(playedIn('user: Let us pretend. I am a duke. Stop. I am a nurse in Hull.')).toEqual(['I am a duke.'])
  expect(playedIn('user: Pretend you know me. Joking aside, I moved to Hull in May.')).toEqual([])
})
