import { setTimeout as sleep } from 'node:timers/promises'
import { type Spread, spreadOf } from '../../measure/percentile.ts'
import { say, sayEvery } from '../../measure/report.ts'
import { Client } from '../client.ts'
import { createKey, createOrganization, installOn } from '../installation.ts'
import { recount } from '../scenarios/recount.ts'
import { command, type Trial } from '../trial.ts'
import { PacedAdds } from './paced-adds.ts'
import { PatroniCluster } from './patroni.ts'
import { DrillRoot } from './root.ts'

/** Shorter than the defaults, so that leases of a worker that lost Postgres expire in seconds. */
const quick = { LEASE_MS: '5000', RECONCILE_MS: '3000', EMBEDDER_THREADS: '1' }

/** Each of these must be zero. */
const broken = {
  lost: null,
  doubled: null,
  stuck: null,
  failed: null,
  countersWrong: null,
  termCountsWrong: null,
  crashes: null,
  internalErrors: null,
  acknowledgedWithoutStandby: null,
}

/** A request that waits longer counts as unanswered and is sent again. */
const patienceMs = 5_000
const healthyWithinSeconds = 180
const withoutStandbySeconds = 10

/** How far the standbys are behind at some of the kills. */
const behindMs = 1_000
const killsPerLag = 5

type Kind = 'machine' | 'postgres'
type Kill = { turn: number; kind: Kind; isBehind: boolean; isSynchronous: boolean }
type Recoveries = Record<Kind, number[]>

/**
 * Kills the primary again and again while documents are added and processed: in turns the whole machine (Postgres,
 * Patroni and etcd) and Postgres alone, each fifth time when the standbys have received nothing for a second. Every
 * acknowledged add must be there, once, and end `done`. Then both standbys stop: nothing may be acknowledged. Last, the
 * same kills with asynchronous replication and standbys a second behind, only to say what they lose. `--synchronous no` does
 * everything so, to see the drill fail.
 */
export const failover = command({
  options: { kills: 50, asynchronousKills: 4, port: 24_994, synchronous: 'yes' },
  deadlineSeconds: ({ kills, asynchronousKills }) => 400 + 90 * (kills + asynchronousKills),
  async run(trial, { kills, asynchronousKills, port, synchronous }) {
    const recoveries: Recoveries = { machine: [], postgres: [] }
    Object.assign(trial.figures, { kills: 0, ...broken })
    const { cluster, client } = await start(trial, port)
    const isSynchronous = synchronous === 'yes'
    if (!isSynchronous) await cluster.replicateAsynchronously()
    const adds = new PacedAdds(client, 'kept')
    const progress = sayEvery(10, () => `${adds.accepted.size} acknowledged, ${trial.figures.kills} kills`)
    for (let n = 0; n < kills; n++) {
      const kind = kindOf(n)
      const isBehind = !isSynchronous || n % killsPerLag === killsPerLag - 1
      recoveries[kind].push(await killPrimary(cluster, adds, { turn: n, kind, isBehind, isSynchronous }))
      Object.assign(trial.figures, { kills: n + 1, acknowledged: adds.accepted.size, ...spreads(recoveries) })
    }
    await cluster.untilHealthy(healthyWithinSeconds, isSynchronous)
    if (isSynchronous) trial.figures.acknowledgedWithoutStandby = await countWithoutStandby(cluster, adds)
    await adds.stop()
    await settle(client)
    Object.assign(trial.figures, await recount(cluster, adds.accepted), {
      acknowledged: adds.accepted.size,
      crashes: trial.processes.crashes,
      internalErrors: client.answers['500 internal'] ?? 0,
      answers: { ...client.answers },
    })
    trial.figures.asynchronous = await loseSome(cluster, client, asynchronousKills)
    progress.stop()
    const wrong = Object.keys(broken).filter(name => trial.figures[name] !== 0)
    if (wrong.length > 0) say(`not zero: ${wrong.join(', ')}`)
    return wrong.length === 0
  },
})

async function start(trial: Trial, port: number) {
  const root = await DrillRoot.open()
  const cluster = new PatroniCluster(await root.directory('failover'), port)
  trial.closing.push(() => cluster.close())
  await cluster.start()
  say(`three nodes behind HAProxy at ${cluster.url}`)
  const settings = await installOn(trial, [cluster.url], quick)
  const api = await trial.processes.start('serve', 'api', settings)
  await trial.processes.start('worker', 'worker', settings)
  await createOrganization(trial, settings, 'north')
  const client = new Client(api.url, await createKey(trial, settings, 'north'), patienceMs)
  return { cluster, client }
}

const kindOf = (turn: number): Kind => (turn % 2 === 0 ? 'machine' : 'postgres')

/** Returns the milliseconds until an add was acknowledged that was sent after the kill. */
async function killPrimary(
  cluster: PatroniCluster,
  adds: PacedAdds,
  { turn, kind, isBehind, isSynchronous }: Kill,
): Promise<number> {
  await cluster.untilHealthy(healthyWithinSeconds, isSynchronous)
  // Not always at the same moment of Patroni's loop.
  await sleep((turn * 397) % 2_000)
  const primary = await cluster.primary()
  if (isBehind) cluster.holdStandbys()
  if (isBehind) await sleep(behindMs)
  const killedAt = performance.now()
  if (kind === 'machine') await cluster.killNode(primary)
  else await cluster.killPostgres(primary)
  if (isBehind) cluster.releaseStandbys()
  const recoveredMs = Math.round((await adds.untilAcknowledged(killedAt)) - killedAt)
  say(`kill ${turn + 1}: ${kind} ${primary}, recovered in ${recoveredMs} ms`)
  if (kind === 'machine') cluster.startNode(primary)
  return recoveredMs
}

function spreads(recoveries: Recoveries): Record<string, Spread> {
  const all = [...recoveries.machine, ...recoveries.postgres]
  const named = {
    recoveryMs: all,
    machineRecoveryMs: recoveries.machine,
    postgresRecoveryMs: recoveries.postgres,
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, values]) => (values.length > 0 ? [[name, spreadOf(values)]] : [])),
  )
}

/** The adds acknowledged in ten seconds in which no standby runs. The etcd members stay, so the primary stays primary. */
async function countWithoutStandby(cluster: PatroniCluster, adds: PacedAdds): Promise<number> {
  const standbys = await cluster.stopStandbys()
  // Commits that a standby has already confirmed may still be on their way to their clients.
  await sleep(1_000)
  const before = adds.accepted.size
  await sleep(withoutStandbySeconds * 1_000)
  const acknowledged = adds.accepted.size - before
  say(`without a standby: ${acknowledged} acknowledged in ${withoutStandbySeconds} s`)
  for (const node of standbys) cluster.startPatroni(node)
  await adds.untilAcknowledged(performance.now())
  await cluster.untilHealthy(healthyWithinSeconds)
  return acknowledged
}

async function settle(client: Client): Promise<void> {
  while ((await client.countPending()) !== 0) await sleep(300)
}

/** Counts the adds that the same kills lose when commits do not wait for a standby. No claim depends on it. */
async function loseSome(cluster: PatroniCluster, client: Client, kills: number) {
  await cluster.replicateAsynchronously()
  const adds = new PacedAdds(client, 'risked')
  for (let n = 0; n < kills; n++)
    await killPrimary(cluster, adds, { turn: n, kind: kindOf(n), isBehind: true, isSynchronous: false })
  await cluster.untilHealthy(healthyWithinSeconds, false)
  await adds.stop()
  const rows = await cluster.query<{ custom_id: string }>(
    `select custom_id from cell.documents where custom_id like 'risked-%' and tombstoned_at is null`,
  )
  const found = new Set(rows.map(row => row.custom_id))
  const lost = [...adds.accepted.keys()].filter(customId => !found.has(customId)).length
  return { kills, acknowledged: adds.accepted.size, lost }
}
