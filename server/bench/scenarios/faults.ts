import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../clusters.ts'
import { dropWakes } from '../drop-wakes.ts'
import type { Reverie } from '../processes.ts'

export type Targets = {
  cluster: Cluster
  workers: Reverie[]
  done: Damage
  /** Resolves when everything but the last documents has been accepted. */
  sending: Promise<void>
  sendLast(): Promise<void>
}

/** The faults caused so far. */
export type Damage = { workerKills: number; postgresKills: number; wakesDeleted: number }

export type Fault = (targets: Targets, turn: number) => Promise<void>

/**
 * A crash of Postgres kills a worker too, and the loss of the queue kills both; the other kills come alone. The first
 * crash comes first, while adds continue; the queue is lost after the adds.
 */
export function planFaults(wanted: { workerKills: number; postgresKills: number }): Fault[] {
  const alone = Math.max(0, wanted.workerKills - wanted.postgresKills - 2)
  const faults: Fault[] = Array.from({ length: alone }, () => killWorker)
  faults.splice(Math.ceil(alone * 0.7), 0, loseQueue)
  for (let i = 0; i < wanted.postgresKills; i++)
    faults.splice(Math.round((i * faults.length) / wanted.postgresKills), 0, crashPostgres)
  return faults
}

const killWorker: Fault = async ({ workers, done }, turn) => {
  const worker = workers[turn % workers.length]!
  await worker.answers()
  // Somewhere in the middle of a slice.
  await sleep((turn * 97) % 500)
  done.workerKills++
  await worker.kill()
}

const crashPostgres: Fault = async (targets, turn) => {
  targets.done.postgresKills++
  await targets.cluster.crash()
  // A worker that starts without its database exits; it is restarted until the database is there.
  await Promise.all([killWorker(targets, turn), sleep(1_500).then(() => targets.cluster.start())])
}

/**
 * The last documents are added while no worker runs, and then all wakes are deleted: no run is left that could wake
 * its lane again, and no further add comes that would. Only the reconciler can find them.
 */
const loseQueue: Fault = async ({ cluster, workers, done, sending, sendLast }) => {
  await sending
  await Promise.all(workers.map(worker => worker.answers()))
  await Promise.all(workers.map(worker => worker.end('SIGKILL')))
  done.workerKills += workers.length
  await sendLast()
  done.wakesDeleted += await dropWakes(cluster)
  for (const worker of workers) worker.launch()
  await Promise.all(workers.map(worker => worker.answers()))
}
