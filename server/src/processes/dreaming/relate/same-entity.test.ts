import { expect, test } from 'vitest'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import type { DatedFact } from '../../../language/english/fact.ts'
import type { Subject } from '../../../platform/lib/judgement.ts'
import { aspectsOf } from './read-aspects.ts'
import { mayBeOfOne } from './same-entity.ts'

function factOf(sentence: string, about: Subject): DatedFact {
  const passage = {
    text: sentence,
    from: 0,
    saidAt: new Date(0),
    origin: 'document',
    entityContext: undefined,
  }
  const [fact] = extractLocally({ ...passage, origin: 'document' })
  if (!fact) throw new Error(`No fact in: ${sentence}`)
  return { ...fact, about, said: sentence, id: sentence, saidAt: new Date(0), vector: undefined }
}

function areOfOne(older: string, newer: string, about: Subject): boolean {
  const [a, b] = [factOf(older, about), factOf(newer, about)]
  return mayBeOfOne(a, b, aspectsOf(a), aspectsOf(b))
}

test.each([
  ['Dr. Smith works at Saint Mary.', 'Dr. Jones works at General.'],
  ['Hana Novak prefers invoices by post.', 'Hana Suzuki prefers invoices by email.'],
  ['Customer 1042 is on the silver plan.', 'Customer 1043 is on the gold plan.'],
  ['Room 7 is booked until Friday.', 'Room 9 is booked until Sunday.'],
])('two people or things stay two: %s / %s', (older, newer) => {
  expect(areOfOne(older, newer, 'person')).toBe(false)
})

test.each([
  ['Hana Novak prefers invoices by post.', 'Hana prefers invoices by email now.'],
  ['Customer 1042 is on the silver plan.', 'Customer 1042 is on the gold plan now.'],
  ['Dr. Smith works at Saint Mary.', 'Dr. Smith works at General now.'],
  ['Delivery of the kilns is on Monday.', 'Amara moved the delivery of the kilns to Friday.'],
  ["Joan Pettifer's Bella gets 60 mg twice a day.", "Dr. Wray raises Joan's Bella to 90 mg twice a day."],
  ['Priya leads the design team.', 'Tomas takes over the design team from Priya.'],
])('one person or thing is one: %s / %s', (older, newer) => {
  expect(areOfOne(older, newer, 'person')).toBe(true)
})
