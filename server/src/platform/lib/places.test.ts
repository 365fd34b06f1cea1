import { expect, test } from 'vitest'
import { Places } from './places.ts'

/** How many places each owner gets that takes all it may, one after the other. */
function share(count: number, owners: readonly string[]): number[] {
  const places = new Places(count)
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
])('of %i places, those who take all they may have %j', (count, held) => {
  const owners = held.map((_, i) => `owner ${i}`)
  expect(share(count, owners)).toEqual(held)
})

test('who leaves may come again, and makes room for others', () => {
  const places = new Places(4)
  for (const owner of ['one', 'one', 'two']) places.take(owner)
  expect(places.sated).toEqual(['one', 'two'])
  places.leave('one')
  expect(places.sated).toEqual([])
  places.leave('one')
  places.leave('two')
  expect(places.isOpenTo('one')).toBe(true)
})

test('who says no name takes them all', () => {
  const places = new Places(3)
  for (let i = 0; i < 3; i++) {
    expect(places.isOpenTo(undefined)).toBe(true)
    places.take(undefined)
  }
  expect(places.isOpenTo(undefined)).toBe(false)
})
