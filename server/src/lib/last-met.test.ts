import { expect, test } from 'vitest'
import { LastMet, type Met } from './last-met.ts'

const here: Met = { containers: ['a'], readings: ['en'] }

/** Asks for one name, where `met` is met; answers what was counted, and everywhere that was tried. */
async function ask(lately: LastMet, met: Met) {
  const tried: Met[] = []
  const { counted } = await lately.count(
    'tag',
    async () => met,
    async each => {
      tried.push(each)
      return each.containers.join()
    },
  )
  return { counted, tried }
}

test('counts once where the last search looked, and again where another container or language is met', async () => {
  const lately = new LastMet()
  expect(await ask(lately, here)).toEqual({ counted: 'a', tried: [here] })
  expect(await ask(lately, here)).toEqual({ counted: 'a', tried: [here] })
  const moved = { containers: ['b'], readings: ['en'] }
  expect(await ask(lately, moved)).toEqual({ counted: 'b', tried: [here, moved] })
  const translated = { containers: ['b'], readings: ['en', 'de'] }
  expect(await ask(lately, translated)).toEqual({ counted: 'b', tried: [moved, translated] })
})

test('a guess that fails is heard of only by who needs it', async () => {
  const lately = new LastMet()
  await ask(lately, here)
  const count = async ({ containers }: Met) => {
    if (containers[0] === 'a') throw new Error('gone')
    return 'counted'
  }
  const elsewhere = { containers: ['b'], readings: [] }
  expect(await lately.count('tag', async () => elsewhere, count)).toEqual({
    met: elsewhere,
    counted: 'counted',
  })
})
