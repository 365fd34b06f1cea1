import { beforeEach, describe, expect, test } from 'vitest'
import { NoPlaceLeft, outsidePlace, Places } from './places.ts'

let now: number
let places: Places
let order: string[]

beforeEach(() => {
  now = 0
  places = new Places({ places: 4, burst: 8, line: 4, shortLine: 2 }, () => now)
  order = []
})

type Request = { end(): Promise<void>; outcome: Promise<string> }

/** Starts a request that runs until it is ended. */
function start(owner: string): Request {
  const work = Promise.withResolvers<void>()
  const run = async () => {
    const place = await places.take(owner)
    await place.run(async () => {
      order.push(owner)
      await work.promise
    })
    return 'served'
  }
  const outcome = run().catch(error => {
    if (!(error instanceof NoPlaceLeft)) throw error
    return error.isOwnFault ? 'own fault' : 'refused'
  })
  return {
    outcome,
    async end() {
      work.resolve()
      await outcome
    },
  }
}

const startAll = (...owners: string[]): Request[] => owners.map(start)
const endAll = (requests: readonly Request[]) => Promise.all(requests.map(request => request.end()))
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('places', () => {
  test('one owner alone gets three quarters of them', async () => {
    startAll('one', 'one', 'one', 'one', 'one')
    await settled()
    expect([places.running, places.waiting]).toEqual([3, 2])
  })

  test('another owner enters at once while the first one has requests waiting', async () => {
    startAll('one', 'one', 'one', 'one', 'two')
    await settled()
    expect(order).toEqual(['one', 'one', 'one', 'two'])
  })

  test('the next place goes to the owner that holds the fewest', async () => {
    const [first] = startAll('one', 'one', 'one', 'two', 'one', 'one', 'three')
    await settled()
    await first!.end()
    await settled()
    expect(order.slice(4)).toEqual(['three'])
  })

  test('owners that hold equally many take turns', async () => {
    places = new Places({ places: 1, burst: 8, line: 4, shortLine: 2 }, () => now)
    const requests = startAll('one', 'one', 'one', 'two', 'three')
    await settled()
    await endAll(requests)
    expect(order).toEqual(['one', 'two', 'three', 'one', 'one'])
  })

  test('a burst waits and is served', async () => {
    const requests = startAll(...Array<string>(11).fill('one'))
    await settled()
    await endAll(requests)
    expect(new Set(await Promise.all(requests.map(({ outcome }) => outcome)))).toEqual(new Set(['served']))
    expect([places.running, places.waiting]).toEqual([0, 0])
  })

  test('a request over the burst is refused at once, as the fault of an owner with most requests', async () => {
    startAll(...Array<string>(11).fill('one'))
    expect(await start('one').outcome).toBe('own fault')
    expect([places.running, places.waiting]).toEqual([3, 8])
  })

  test('a newcomer replaces the last waiting request of the owner with the most', async () => {
    const requests = startAll(...Array<string>(11).fill('one'), 'two', 'three')
    expect(await requests[10]!.outcome).toBe('own fault')
    await settled()
    expect([places.running, places.waiting]).toEqual([4, 8])
    await requests[0]!.end()
    await settled()
    expect(order.at(-1)).toBe('three')
  })

  test('with many owners of one request each, the next is refused without being at fault', async () => {
    startAll(...Array.from({ length: 12 }, (_, n) => `owner ${n}`))
    expect(await start('another').outcome).toBe('refused')
  })

  test('a line that lasts is allowed to be half as long as a burst', async () => {
    const requests = startAll(...Array<string>(7).fill('one'))
    await settled()
    now = 301
    expect(await start('one').outcome).toBe('own fault')
    await endAll(requests)
  })

  test('after a refusal the line is short, until nobody was refused for a second', async () => {
    const requests = startAll(...Array<string>(11).fill('one'))
    expect(await start('one').outcome).toBe('own fault')
    await endAll(requests)
    now = 999
    const later = startAll('one', 'one', 'one', 'one', 'one')
    await settled()
    expect(await start('one').outcome).toBe('own fault')
    await endAll(later)
    now = 2_000
    const calm = startAll(...Array<string>(11).fill('one'))
    await settled()
    expect(places.waiting).toBe(8)
    await endAll(calm)
  })

  test('a check refuses exactly when a request would be refused, and takes no place', async () => {
    const requests = startAll(...Array<string>(10).fill('one'))
    await settled()
    places.check('one')
    requests.push(start('one'))
    await settled()
    expect(() => places.check('one')).toThrow(NoPlaceLeft)
    places.check('two')
    expect([places.running, places.waiting]).toEqual([3, 8])
    await endAll(requests)
  })

  test('an answer that has begun waits for its next part before other requests of its owner, and is never refused', async () => {
    const requests = startAll(...Array<string>(11).fill('one'))
    await settled()
    const again = Promise.resolve(places.takeAgain('one')).then(place =>
      place.run(async () => void order.push('again')),
    )
    requests.push(...startAll('two', 'three', 'four', 'five'))
    await settled()
    expect(places.waiting).toBe(9)
    await endAll(requests.slice(0, 1))
    await endAll(requests)
    await again
    expect(order.filter(owner => owner === 'one' || owner === 'again').slice(3, 4)).toEqual(['again'])
    expect([places.running, places.waiting]).toEqual([0, 0])
  })
})

describe('a call to a remote model', () => {
  test('gives the place to another request meanwhile, up to four requests a place', async () => {
    places = new Places({ places: 1, burst: 8, line: 4, shortLine: 2 }, () => now)
    const call = Promise.withResolvers<void>()
    const search = async (owner: string) => {
      const place = await places.take(owner)
      return place.run(() => outsidePlace(() => call.promise))
    }
    const searches = ['one', 'one', 'one', 'one', 'one'].map(search)
    await settled()
    expect([places.running, places.waiting]).toEqual([0, 1])
    call.resolve()
    await Promise.all(searches)
    expect([places.running, places.waiting]).toEqual([0, 0])
  })

  test('that outlasts its request leaves the count right', async () => {
    const call = Promise.withResolvers<void>()
    let calling: Promise<void> | undefined
    const place = await places.take('one')
    await place.run(async () => {
      calling = outsidePlace(() => call.promise)
    })
    expect(places.running).toBe(0)
    call.resolve()
    await calling
    expect(places.running).toBe(0)
    const all = startAll('one', 'two', 'three', 'four')
    await settled()
    expect(places.running).toBe(4)
    await endAll(all)
  })

  test('outside a request changes nothing', async () => {
    expect(await outsidePlace(async () => 'answer')).toBe('answer')
  })
})
