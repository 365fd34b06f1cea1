import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Cells, openCells } from '../db/cells.ts'
import { inScope, unscoped } from '../db/tx.ts'
import { newId } from '../lib/ids.ts'
import {
  listGates,
  openGate,
  releaseLanes,
  reportGates,
  shutGate,
  takeProbe,
  waitAtGate,
} from './gate-store.ts'
import { type GateProbe, Gates, releaseWaitingLanes } from './gates.ts'
import { type Lane, lanes } from './lane.ts'

let database: TestDatabase
let cells: Cells
beforeAll(async () => {
  database = await createDatabase()
  cells = openCells([{ name: 'main', url: database.login }], 3, 'gates test')
})
afterAll(async () => {
  await cells.close()
  await database.drop()
})
beforeEach(() => database.admin.query('truncate work.gates, work.gate_waits'))

const shard = 3
const laneIn = (container = newId(shard)): Lane => ({
  shard,
  org: newId(shard),
  container,
  kind: lanes.interactive,
})
const cell = () => cells.all[0]!
const shut = (name: string, probeMs = 0) =>
  unscoped(cell(), db => shutGate(db, { name, code: 'embed.provider_unavailable', reason: '503' }, probeMs))
const waitAt = (names: string[], lane: Lane) =>
  inScope(cell(), { org: lane.org }, db => waitAtGate(db, names, lane))

/** A queue that only remembers. */
function rememberWakes() {
  const woken: Lane[] = []
  return { woken, wakeAll: async (_: unknown, lanes: readonly Lane[]) => void woken.push(...lanes) }
}

describe('A gate', () => {
  test('lets a lane wait once, and tells a lane to go on when it is open', async () => {
    const lane = laneIn()
    expect(await waitAt(['blobs'], lane)).toBe(false)
    await shut('blobs')
    expect(await waitAt(['embedding:a', 'blobs'], lane)).toBe(true)
    expect(await waitAt(['blobs'], lane)).toBe(true)
    expect(await unscoped(cell(), reportGates)).toMatchObject([{ name: 'blobs', lanes: 1, shutSeconds: 0 }])
  })

  test('is probed by one worker at a time, and by another when that one has died', async () => {
    await shut('blobs')
    const take = (leaseMs: number) => unscoped(cell(), db => takeProbe(db, 'blobs', leaseMs))
    const taken = await Promise.all([take(60_000), take(60_000), take(60_000)])
    expect(taken.filter(Boolean)).toHaveLength(1)
    await database.admin.query(`update work.gates set probe_at = now() - interval '1 second'`)
    expect(await take(60_000)).toBe(true)
  })

  test('releases its lanes when it opens, each once, and leaves those of other gates', async () => {
    await shut('blobs')
    await shut('directory')
    const [first, second, other] = [laneIn(), laneIn(), laneIn()]
    for (const lane of [first, second]) await waitAt(['blobs'], lane)
    await waitAt(['directory'], other)
    expect(await unscoped(cell(), db => releaseLanes(db, 10))).toEqual([])
    await unscoped(cell(), db => openGate(db, 'blobs'))
    const queue = rememberWakes()
    expect(await releaseWaitingLanes(cell(), queue)).toBe(2)
    expect(new Set(queue.woken.map(({ container }) => container))).toEqual(
      new Set([first.container, second.container]),
    )
    expect(await releaseWaitingLanes(cell(), queue)).toBe(0)
  })

  test('that opens while a lane comes to wait leaves no lane behind', async () => {
    await shut('blobs')
    const queue = rememberWakes()
    const arrivals = Array.from({ length: 20 }, async (_, i) => {
      if (i === 10) {
        await unscoped(cell(), db => openGate(db, 'blobs'))
        return undefined
      }
      return waitAt(['blobs'], laneIn())
    })
    const waited = (await Promise.all(arrivals)).filter(Boolean).length
    expect(await releaseWaitingLanes(cell(), queue)).toBe(waited)
  })
})

describe('The gates of a process', () => {
  const gatesWith = (probe: GateProbe, name = 'blobs') =>
    new Gates({ probes: new Map([[name, probe]]), probeMs: 0 })

  test('open after a probe that succeeds, and wake the lanes that waited', async () => {
    let isUp = false
    const probe = async () => {
      if (!isUp) throw new Error('still away')
    }
    await shut('blobs')
    const lane = laneIn()
    await waitAt(['blobs'], lane)
    const queue = rememberWakes()
    await gatesWith(probe).probe(cell(), queue)
    expect(await unscoped(cell(), listGates)).toMatchObject([{ reason: 'still away', probes: 1 }])
    expect(queue.woken).toEqual([])
    isUp = true
    // By another worker: this one keeps its verdict for a second.
    await gatesWith(probe).probe(cell(), queue)
    expect(await unscoped(cell(), listGates)).toEqual([])
    expect(queue.woken).toEqual([lane])
  })

  test('ask once for all slices that fail in the same moment', async () => {
    let asked = 0
    const gates = gatesWith(async () => {
      asked++
      throw new Error('away')
    })
    expect(await Promise.all(Array.from({ length: 8 }, () => gates.isDown('blobs')))).not.toContain(false)
    expect(asked).toBe(1)
    expect(await gates.isDown('something unknown')).toBe(false)
  })

  test('open a gate that nobody can probe any more, such as that of a former model', async () => {
    await shut('embedding:former')
    const gates = gatesWith(async () => undefined)
    await gates.probe(cell(), rememberWakes())
    expect(await unscoped(cell(), listGates)).toHaveLength(1)
    await database.admin.query(`update work.gates set probe_at = now() - interval '2 minutes'`)
    await gates.probe(cell(), rememberWakes())
    expect(await unscoped(cell(), listGates)).toEqual([])
  })
})
