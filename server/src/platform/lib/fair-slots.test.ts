import { expect, test } from 'vitest'
import { FairSlots } from './fair-slots.ts'

/** The number of slots of each owner, when the owners in turn take all they may. */
function share(count: number, owners: readonly string[]): number[] {
  const places = new FairSlots(count)
  return owners.map(owner => {
    let held = 0
    while (places.isOpenTo(owner)) {
      places.take(owner)
      held++
    }
    return held
  })
}

test.each([
  [1, [1, 0]],
  [2, [1, 1, 0]],
  [4, [2, 1, 1, 0]],
  [8, [4, 2, 1, 1, 0]],
  [64, [32, 16, 8, 4, 2, 1, 1, 0]],
])('of %i slots, owners that each take all they may get %j', (count, held) => {
  const owners = held.map((_, i) => `owner ${i}`)
  expect(share(count, owners)).toEqual(held)
})

test('an owner that releases its slots may take slots again, and so may others', () => {
  const places = new FairSlots(4)
  for (const owner of ['one', 'one', 'two']) places.take(owner)
  expect(places.ownersAtLimit).toEqual(['one', 'two'])
  places.release('one')
  expect(places.ownersAtLimit).toEqual([])
  places.release('one')
  places.release('two')
  expect(places.isOpenTo('one')).toBe(true)
})

test('requests without an owner may take all slots', () => {
  const places = new FairSlots(3)
  for (let i = 0; i < 3; i++) {
    expect(places.isOpenTo(undefined)).toBe(true)
    places.take(undefined)
  }
  expect(places.isOpenTo(undefined)).toBe(false)
})
