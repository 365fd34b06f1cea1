import { expect, test } from 'vitest'
import { ContainerCache, type SearchedPlace } from './container-cache.ts'

const here: SearchedPlace = { containers: ['a'], stemLanguages: ['en'] }

/** Counts the terms in a place. Returns the counts, and every place in which terms were counted. */
async function ask(cache: ContainerCache, place: SearchedPlace) {
  const tried: SearchedPlace[] = []
  const { counts } = await cache.count(
    'tag',
    async () => place,
    async each => {
      tried.push(each)
      return each.containers.join()
    },
  )
  return { counts, tried }
}

test('the container cache counts once where the last search looked, and again when the container or a language has changed', async () => {
  const cache = new ContainerCache()
  expect(await ask(cache, here)).toEqual({ counts: 'a', tried: [here] })
  expect(await ask(cache, here)).toEqual({ counts: 'a', tried: [here] })
  const moved = { containers: ['b'], stemLanguages: ['en'] }
  expect(await ask(cache, moved)).toEqual({ counts: 'b', tried: [here, moved] })
  const translated = { containers: ['b'], stemLanguages: ['en', 'de'] }
  expect(await ask(cache, translated)).toEqual({ counts: 'b', tried: [moved, translated] })
})

test('the container cache ignores a failed count of a guess that was wrong', async () => {
  const cache = new ContainerCache()
  await ask(cache, here)
  const count = async ({ containers }: SearchedPlace) => {
    if (containers[0] === 'a') throw new Error('gone')
    return 'counted'
  }
  const elsewhere = { containers: ['b'], stemLanguages: [] }
  expect(await cache.count('tag', async () => elsewhere, count)).toEqual({
    place: elsewhere,
    counts: 'counted',
  })
})
