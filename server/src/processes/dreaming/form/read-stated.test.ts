import { expect, test } from 'vitest'
import { readStated } from './read-stated.ts'
import { relate } from './reconcile.ts'

const state = (text: string, saidAt = '2024-05-06', isStatic = false) => ({
  ...readStated({ text, isStatic, eventDates: [], corrects: null }, undefined),
  id: text,
  saidAt: new Date(saidAt),
  vector: undefined,
})

test.each([
  ['I live in Berlin.', 'The user lives in Berlin.', 'user'],
  ['User lives in Berlin', 'The user lives in Berlin', 'user'],
  ["User's dog is called Bruno", "The user's dog is called Bruno", 'user'],
  ['Lives in Berlin', 'The user lives in Berlin', 'user'],
  ['Prefers tea over coffee', 'The user prefers tea over coffee', 'user'],
  ['Tom lives in Oslo', 'Tom lives in Oslo', 'tom'],
])('readStated normalises “%s”', (text, told, subject) => {
  const fact = readStated({ text, isStatic: false, eventDates: [], corrects: null }, undefined)
  expect(fact).toMatchObject({ text, claim: { subject }, origin: 'api', stated: { told } })
})

test('readStated uses the name in the entity context for the user', () => {
  const statement = { text: 'User lives in Berlin', isStatic: false, eventDates: [], corrects: null }
  expect(readStated(statement, 'The user is Ada.').stated!.told).toBe('Ada lives in Berlin')
})

test('a stated memory supersedes an older one of the same slot, and a static one gives way only to stated memories', () => {
  const [berlin, oslo] = [state('Lives in Berlin'), state('I moved to Oslo', '2024-06-06')]
  expect(relate(berlin, oslo)).toMatchObject({ kind: 'updates' })
  const lasting = state('Lives in Berlin', '2024-05-06', true)
  expect(relate(lasting, oslo)).toMatchObject({ kind: 'updates' })
  expect(relate(lasting, { ...oslo, origin: 'user' })).toBeUndefined()
})

test('two stated memories with the same meaning are the same', () => {
  const said = relate(state('Lives in Berlin'), state('The user lives in Berlin.', '2024-06-06'))
  expect(said).toMatchObject({ kind: 'same' })
})

test.each([
  ['Ada owns kiln 4.', 'Ada owns kiln 5.'],
  ['Prefers window seats on flights', 'Prefers window seats on long flights'],
  ['The budget is $500', 'The budget is $800'],
])('the stated memories “%s” and “%s” are both current', (older, newer) => {
  expect(relate(state(older), state(newer, '2024-06-06'))).toBeUndefined()
})
