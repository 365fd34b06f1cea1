import { expect, test } from 'vitest'
import type { Organization } from '../../platform/access/principal.ts'
import { SHARD_COUNT } from '../../platform/lib/ids.ts'
import { placeContainer } from './place-container.ts'

const organization = (id: string, spread: boolean) => ({ id, spread, homeShard: 7 }) as Organization
const tags = Array.from({ length: 2_000 }, (_, i) => `user_${i}`)

test('all containers of an organization that is not spread are on its home shard', () => {
  expect(new Set(tags.map(tag => placeContainer(organization('a', false), tag)))).toEqual(new Set([7]))
})

test('containers of a spread organization are on all shards about equally, and always on the same one', () => {
  const spread = organization('a', true)
  const places = tags.map(tag => placeContainer(spread, tag))
  expect(places).toEqual(tags.map(tag => placeContainer(spread, tag)))
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...places)).toBeLessThan(SHARD_COUNT)
  const counts = [...Map.groupBy(places, place => Math.floor((8 * place) / SHARD_COUNT)).values()]
  expect(counts).toHaveLength(8)
  for (const { length } of counts) expect(length).toBeGreaterThan(150)
})

/** Placement is not stored. Another hash would lose every container of every spread organization. */
test('the shard of a tag never changes, and differs between organizations', () => {
  const id = '0197a6f0-0000-7000-8000-000000000001'
  const other = '0197a6f0-0000-7000-8000-000000000002'
  expect(['ada', 'bob', ''].map(tag => placeContainer(organization(id, true), tag))).toEqual([875, 81, 4])
  expect(placeContainer(organization(other, true), 'ada')).not.toBe(
    placeContainer(organization(id, true), 'ada'),
  )
})
