import { expect, test } from 'vitest'
import { splitFacts } from './split-facts.ts'

test.each([
  [
    'Hi, I’m Ada Byron, 36, engineer at Babbage.',
    ['My name is Ada Byron.', 'I am 36 years old.', 'I am an engineer at Babbage.'],
  ],
  [
    'I live in Rome with my partner Bo and our son Max, who is 5.',
    ['I live in Rome.', 'My partner is called Bo.', 'My son is called Max.', 'My son Max is 5 years old.'],
  ],
  ['I live in Rome and work at the port.', ['I live in Rome.', 'I work at the port.']],
  [
    'I am allergic to nuts and my sister lives in Bonn.',
    ['I am allergic to nuts.', 'My sister lives in Bonn.'],
  ],
])('splits “%s” into facts that change separately', (sentence, facts) => {
  expect(splitFacts(sentence.replaceAll('’', "'"))).toEqual(facts)
})

test.each([
  'I moved to Rome and bought a flat there.',
  'I like to sing and dance.',
  'My sister and my brother live in Bonn.',
  'I went home because I was ill and my boss let me.',
  'Hi, I’m Ada.',
])('leaves “%s” whole', sentence => {
  expect(splitFacts(sentence)).toEqual([sentence])
})
