import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeId } from '../../src/platform/lib/ids.ts'
import { checkInvariants, toLines } from '../../test/invariants/check-invariants.ts'
import { runCommand } from '../processes.ts'
import type { Actor } from './actor.ts'
import { Caller, Violated } from './caller.ts'
import { causeFault } from './faults.ts'
import { importFolder } from './folder-steps.ts'
import { Model } from './model.ts'
import type { Fault, Plan, Step } from './plan.ts'
import { settle } from './settle.ts'
import { take } from './take-step.ts'
import { verify } from './verify.ts'
import type { StormOrganization, World } from './world.ts'

/** A file may have no row for this long (the default of BLOB_GRACE_MS). */
const graceMs = 3_600_000

export type StormResult = {
  violations: string[]
  steps: number
  answers: Record<string, number>
  slowest: Caller['slowest']
  /** Seconds that the requests, the end of all work and the checks took. */
  took: [number, number, number]
}

/** Runs one storm in an organization of its own, waits until all work has ended, and lists what is not as it must be. */
export async function runStorm(world: World, plan: Plan): Promise<StormResult> {
  const organization = await world.newOrganization(plan.spread)
  const crashesBefore = world.trial.processes.crashes
  const caller = () => new Caller(world.doors.clients.url, organization.key)
  const actors = plan.clients.map((_, n): Actor => {
    const path = join(world.folders, organization.slug, String(n))
    return { world, caller: caller(), model: new Model(n, path) }
  })
  const violations: string[] = []
  const note = async (who: string, work: () => Promise<unknown>) => {
    await work().catch(error => {
      violations.push(`${who}: ${error instanceof Violated ? error.message : (error.stack ?? error)}`)
    })
  }
  const times = [performance.now()]
  const stop = () => times.push(performance.now())
  await runClients({ world, organization, actors, plan, note })
  stop()
  if (violations.length === 0) await note('settling', () => finishWork(world, organization, actors, plan))
  stop()
  if (violations.length === 0) {
    for (const actor of actors)
      for (const check of verify(actor)) await note(`client ${actor.model.number}`, check)
    await note('checker', async () => violations.push(...toLines(await inspect(world, organization, actors))))
  }
  stop()
  const crashes = world.trial.processes.crashes - crashesBefore
  if (crashes > 0) violations.push(`${crashes} processes exited by themselves`)
  return {
    violations,
    steps: plan.clients.flat().length,
    answers: sumOf(actors.map(each => each.caller.answers)),
    slowest: actors.map(each => each.caller.slowest).toSorted((one, other) => other.ms - one.ms)[0]!,
    took: [1, 2, 3].map(n => Math.round((times[n]! - times[n - 1]!) / 100) / 10) as StormResult['took'],
  }
}

type ClientRun = {
  world: World
  organization: StormOrganization
  actors: Actor[]
  plan: Plan
  note(who: string, work: () => Promise<unknown>): Promise<void>
}

/** All clients at once, each one step after the other, and the faults in the middle. */
async function runClients({ world, organization, actors, plan, note }: ClientRun): Promise<void> {
  const total = plan.clients.flat().length
  let taken = 0
  let running = actors.length
  const act = async (actor: Actor, steps: Step[]) => {
    for (const [n, step] of steps.entries()) {
      let isFine = false
      await note(`client ${actor.model.number}, step ${n} ${JSON.stringify(step)}`, async () => {
        await take(actor, step)
        isFine = true
      })
      taken++
      if (!isFine) break
    }
    running--
  }
  const faults = async (fault: Fault) => {
    while (running > 0 && taken < (fault.at / 100) * total) await sleep(5)
    await note(`fault ${JSON.stringify(fault)}`, () => causeFault(world, organization, fault))
  }
  // Two faults that stop the same process must not wait for each other: one after the other, by their time.
  const inTurn = async () => {
    for (const fault of plan.faults.toSorted((one, other) => one.at - other.at)) await faults(fault)
  }
  await Promise.all([inTurn(), ...actors.map((actor, n) => act(actor, plan.clients[n]!))])
}

/** The last imports, exports and model switches end; what holds copies of deleted data is deleted. */
async function finishWork(
  world: World,
  organization: StormOrganization,
  actors: Actor[],
  plan: Plan,
): Promise<void> {
  await Promise.all([world.api, ...world.workers].map(process => process.answers()))
  for (const actor of actors) await importFolder(actor)
  await settle(world, organization)
  for (const actor of actors) await endExports(actor)
  if (plan.faults.some(fault => fault.do === 'switchModel'))
    await runCommand(world.settings, world.trial.logs, 'embeddings', 'switch', organization.slug)
  await settle(world, organization)
}

/** An export may hold what was deleted since. */
async function endExports({ caller, model }: Actor): Promise<void> {
  for (const { id } of model.exports) {
    const { body } = await caller.send({ method: 'GET', path: `/v3/exports/${id}`, wanted: [200] })
    if (body.status !== 'done') throw new Violated(`export ${id}: ${JSON.stringify(body)}`)
  }
  const { body } = await caller.send({ method: 'GET', path: '/v3/exports', wanted: [200] })
  for (const { id } of body.exports)
    await caller.send({ method: 'DELETE', path: `/v3/exports/${id}`, wanted: [200, 204, 404] })
}

function inspect({ ask, blobs }: World, { id }: StormOrganization, actors: Actor[]) {
  const erasedWords = actors.flatMap(({ model }) => [...model.erasedWords, ...model.wordsOfLostFiles()])
  const erasedDocuments = actors.flatMap(({ model }) => model.erased.map(doc => decodeId(doc.id)!))
  return checkInvariants(
    { directory: ask, cells: [ask], blobs },
    { org: id, settled: true, graceMs, erasedWords, erasedDocuments },
  )
}

function sumOf(all: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const each of all)
    for (const [name, count] of Object.entries(each)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
