import { expect, test } from 'vitest'
import { isToBeRemembered } from './judged.ts'

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
