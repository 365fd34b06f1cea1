import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/lib/ids.ts'
import { organizationVectorsFrom, organizationWordsFrom } from '../index-sizes.ts'
import type { LargeOrganization } from './index-store.ts'
import { listsFor, planOrganizationIndexes } from './maintain-organization-indexes.ts'

const shard = 700

const large = (sizes: Partial<LargeOrganization>): LargeOrganization => ({
  ...{ shard, org: newId(shard), chunks: 0, memories: 0, set: 5, dimensions: 16, isSearched: true },
  ...sizes,
})

const namesOf = (tasks: ReturnType<typeof planOrganizationIndexes>) =>
  tasks.map(({ key, do: what }) => `${what} ${key.kind} of ${key.corpus}`)

/** The indexes as they are listed after these tasks were carried out. */
const built = (tasks: ReturnType<typeof planOrganizationIndexes>) =>
  tasks.map(({ key, lists }) => ({ ...key, lists, isReady: true, isPostponed: false }))

describe('the plan of the indexes of organizations', () => {
  test('begins with words, and adds vectors when the organization is larger', () => {
    const some = planOrganizationIndexes([large({ chunks: organizationWordsFrom })], [])
    expect(namesOf(some)).toEqual(['build words of chunks'])
    const both = planOrganizationIndexes([large({ memories: organizationVectorsFrom })], [])
    expect(namesOf(both)).toEqual(['build words of memories', 'build vectors of memories'])
    expect(planOrganizationIndexes([large({ chunks: organizationWordsFrom - 1 })], [])).toEqual([])
  })

  test('drops an index at half the size that gave it, and not before', () => {
    const organization = large({ chunks: organizationWordsFrom })
    const known = built(planOrganizationIndexes([organization], []))
    const half = { ...organization, chunks: organizationWordsFrom / 2 }
    expect(planOrganizationIndexes([half], known)).toEqual([])
    expect(namesOf(planOrganizationIndexes([], known))).toEqual(['drop words of chunks'])
  })

  test('builds an index again that was interrupted', () => {
    const organization = large({ chunks: organizationWordsFrom })
    const known = built(planOrganizationIndexes([organization], [])).map(each => ({
      ...each,
      isReady: false,
    }))
    expect(namesOf(planOrganizationIndexes([organization], known))).toEqual(['build words of chunks'])
  })

  test('leaves out a build that was postponed', () => {
    const organization = large({ chunks: organizationWordsFrom })
    const [known] = built(planOrganizationIndexes([organization], []))
    const postponed = { ...known!, isReady: false, isPostponed: true }
    expect(planOrganizationIndexes([organization], [postponed])).toEqual([])
  })

  test('rebuilds a vector index whose lists have become too long, while it serves searches', () => {
    const organization = large({ chunks: organizationVectorsFrom })
    const known = built(planOrganizationIndexes([organization], []))
    const grown = (times: number) => ({ ...organization, chunks: organizationVectorsFrom * times })
    expect(planOrganizationIndexes([grown(2)], known)).toEqual([])
    const [rebuild, ...others] = planOrganizationIndexes([grown(2.1)], known)
    expect(rebuild).toMatchObject({ do: 'rebuild', lists: 420 })
    expect(others).toEqual([])
  })

  test('has none for a set that is not searched', () => {
    const tasks = planOrganizationIndexes([large({ chunks: organizationVectorsFrom, isSearched: false })], [])
    expect(tasks).toEqual([])
  })

  test('has at most 64, those of the largest organizations first', () => {
    const many = Array.from({ length: 70 }, (_, i) => large({ chunks: organizationWordsFrom + i }))
    const tasks = planOrganizationIndexes(many, [])
    expect(tasks).toHaveLength(64)
    expect(tasks[0]!.key.org).toBe(many.at(-1)!.org)
  })
})

test('an IVFFlat index has a list per thousand rows up to a million, the square root beyond, and at most 3,000', () => {
  expect([200_000, 1_000_000, 6_000_000, 20_000_000].map(listsFor)).toEqual([200, 1_000, 2_449, 3_000])
})
