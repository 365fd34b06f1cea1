import { setTimeout as sleep } from 'node:timers/promises'
import type { Misbehaviour } from '../../test/embedding-server.ts'
import { dropWakes } from '../drop-wakes.ts'
import { runCommand } from '../processes.ts'
import type { Fault, FaultName } from './plan.ts'
import type { StormOrganization, World } from './world.ts'

type FaultTarget = { world: World; organization: StormOrganization; a: number }

const minuteMs = 60_000

/** Failures of a model that is away. One that answers rubbish fails documents, as it should. */
const outages: Misbehaviour[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 401 },
  { kind: 'reset' },
  { kind: 'silence' },
]

/** Each begins, lasts for a moment, and ends by itself. */
const acts: Record<FaultName, (target: FaultTarget) => Promise<unknown> | unknown> = {
  killWorker: ({ world, a }) => world.workers[a % world.workers.length]!.kill(),
  killApi: ({ world }) => world.api.kill(),
  async killPostgres({ world, a }) {
    await world.cluster.crash()
    await sleep(a * 10)
    await world.cluster.start()
  },
  async cutClients({ world, a }) {
    for (let cuts = 0; cuts <= a % 4; cuts++) {
      world.doors.clients.cut()
      await sleep(40 + a)
    }
  },
  async cutDatabase({ world, a }) {
    world.doors.database.cut()
    if (a % 2 === 0) return
    world.doors.database.shut(true)
    await sleep(a * 10)
    world.doors.database.shut(false)
  },
  async slowDatabase({ world, a }) {
    world.doors.database.slow(5 + (a % 30))
    await sleep(1_000)
    world.doors.database.slow(0)
  },
  async loseCommit({ world, a }) {
    for (let lost = 0; lost < 3; lost++) {
      world.proxy.arm(a % 3 === 0 ? 'before' : 'after', (a + lost) % 4)
      await sleep(300)
    }
    world.proxy.disarm()
  },
  async failEmbedder({ world, a }) {
    world.setEmbedderFault(outages[a % outages.length])
    await sleep(500 + a * 10)
    world.setEmbedderFault(undefined)
  },
  async failWebhooks({ world, a }) {
    world.receiver.interrupt(true)
    await sleep(500 + a * 10)
    world.receiver.interrupt(false)
  },
  async fillDisk({ world, a }) {
    await world.disk!.fill()
    await sleep(500 + a * 10)
    await world.disk!.free()
  },
  async jumpClock({ world, a }) {
    world.clock.jump((a % 2 === 0 ? 1 : -1) * (1 + (a % 30)) * minuteMs)
    await sleep(500 + a * 10)
    world.clock.jump(0)
  },
  loseWakes: ({ world }) => dropWakes(world.cluster),
  expireLeases: ({ world, organization }) => expireLeases(world, organization),
  switchModel: ({ world, organization }) =>
    runCommand(world.settings, world.trial.logs, 'embeddings', 'build', organization.slug),
}

/** Work in progress is given out once more, as when a worker hangs for longer than its lease and then goes on. */
async function expireLeases({ ask }: World, { id }: StormOrganization): Promise<void> {
  for (const table of ['dream_leases', 'connections', 'archive_jobs', 'embedding_builds'])
    await ask(`update cell.${table} set leased_until = now() where org = $1 and leased_until > now()`, [id])
  await ask(`update cell.documents set due_at = now() where org = $1 and due_at > now()`, [id])
  await ask(`update cell.webhook_deliveries set due_at = now() where org = $1 and due_at > now()`, [id])
}

/** Faults that this machine cannot cause. */
export const impossible = ({ disk }: World): FaultName[] => (disk ? [] : ['fillDisk'])

export const causeFault = async (
  world: World,
  organization: StormOrganization,
  { do: name, a }: Fault,
): Promise<void> => {
  await acts[name]({ world, organization, a })
}
