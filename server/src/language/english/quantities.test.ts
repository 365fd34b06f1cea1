import { expect, test } from 'vitest'
import { presupposedIn } from './presupposed.ts'
import { quantitiesIn } from './quantities.ts'
import { readWords } from './words.ts'

test.each([
  ['twenty-five postcards', 'count postcard 25'],
  ['two hundred and fifty coins', 'count coin 250'],
  ['2k followers', 'count follow 2000'],
  ['two dozen roses', 'count rose 24'],
  ['over 3,000+ steps', 'count step 3000'],
  ['six of the breweries', 'count breweri 6'],
  ['my fifth open source project', 'count project 5'],
  ['a 45-minute commute', 'duration minut 45'],
  ['an hour and a half', 'duration hour 1.5'],
  ['the 180 ms latency', 'count ms 180'],
  ['five days a week', 'frequency 5'],
  ['3x a week', 'frequency 3'],
  ['once every two weeks', 'frequency 0.5'],
  ['every other Friday', 'frequency 0.5, weekday fri'],
  ['at 7:30pm', 'clock 1170'],
  ['at 10 PM', 'clock 1320'],
  ['ran it in 27:12', 'score 27:12'],
  ['$45 an hour', 'money 45'],
  ['a 5k run', ''],
])('quantitiesIn reads "%s" as %j', (text, expected) => {
  const read = quantitiesIn(readWords(text)).map(({ type, unit, amount }) =>
    [type, unit, amount].filter(each => each !== undefined).join(' '),
  )
  expect(read.join(', ')).toBe(expected)
})

test.each([
  ['How do I fill my 45-minute commute?', ['I have a 45-minute commute']],
  ["With the $4,000 I've saved for a car, what should I buy?", ["I've saved $4,000 for a car"]],
  ['Which gifts suit my three nephews?', ['I have three nephews']],
  [
    'How should I prepare for my interview at Corvid on March 10?',
    ['I have an interview at Corvid on March 10'],
  ],
  ['Is it normal that my internet costs $58 now?', ['my internet costs $58 now']],
  ["What books suit my nephew, who's in third grade now?", ['my nephew is in third grade now']],
  ['Any tips for my fifth visit to Rome?', ['I mention my fifth visit to Rome']],
  ['Can you help me cook a 10-pound turkey?', []],
  ['How do I wash my new wool sweater?', []],
  ['What if I ran 10 miles a day?', []],
])('the question "%s" presupposes %j', (question, expected) => {
  expect(presupposedIn(question)).toEqual(expected)
})
