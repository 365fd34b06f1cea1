import { describe, expect, test } from 'vitest'
import type { Cell } from '../db/cells.ts'
import { newId } from '../lib/ids.ts'
import { type LaneKind, lanes } from './lane.ts'
import { type LaneSteps, runLane } from './run-lanes.ts'

describe('a wake of a lane that works in steps', () => {
  /** Runs one wake whose step says that nothing is left to do, so that no database is needed. */
  async function runWake(kind: LaneKind) {
    const [ran, errors]: [string[], unknown[]] = [[], []]
    const step = (name: string) => async () => {
      ran.push(name)
      return 'done' as const
    }
    const steps: LaneSteps = {
      [lanes.upkeep]: step('upkeep'),
      [lanes.reembed]: step('reembed'),
      [lanes.dream]: step('dream'),
      [lanes.archive]: step('archive'),
      [lanes.sync]: step('sync'),
    }
    const lane = { shard: 7, org: newId(7), container: newId(7), kind }
    await runLane(
      {
        cell: {} as Cell,
        queue: { wake: async () => undefined },
        worker: 'test',
        leaseMs: 60_000,
        work: async () => undefined,
        steps,
        onError: error => errors.push(error),
      },
      lane,
      new AbortController().signal,
    )
    return { ran, errors }
  }

  test.each(['upkeep', 'reembed', 'dream'] as const)('runs the step of its own lane: %s', async name => {
    expect(await runWake(lanes[name])).toEqual({ ran: [name], errors: [] })
  })

  test('is reported, and runs no step, when this version does not know the lane', async () => {
    const { ran, errors } = await runWake(99 as LaneKind)
    expect(ran).toEqual([])
    expect(errors).toMatchObject([{ message: 'This version has no lane 99' }])
  })
})
