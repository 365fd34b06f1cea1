import { spreadOf } from '../../measure/percentile.ts'
import { say } from '../../measure/report.ts'
import { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { install, keyOn } from '../installation.ts'
import { command, verdict } from '../trial.ts'
import { Inhabitant } from './inhabitant.ts'

/** Documents accepted just before a crash are done this long after the cell is back, lease and reconciler included. */
const recoveryGoalMs = 30_000
const quick = { LEASE_MS: '5000', RECONCILE_MS: '3000' }

/**
 * Two cells, an organization on each. While one cell's Postgres is down, the other organization notices nothing, its
 * own gets 503 with a stable code, and afterwards everything continues without a restart. Then the other way round:
 * the main cell also holds the directory, and the second must work without it.
 */
export const cells = command({
  options: { outageSeconds: 15 },
  deadlineSeconds: ({ outageSeconds }) => 150 + outageSeconds * 6,
  async run(trial, { outageSeconds }) {
    const [main, second] = [await trial.clusters.create('a'), await trial.clusters.create('b')]
    const settings = await install(trial, [main, second], quick)
    const api = await trial.processes.start('serve', 'api', settings)
    await trial.processes.start('worker', 'worker', settings)
    const onMain = new Inhabitant(new Client(api.url, await keyOn(trial, settings, main, 'main')))
    const onSecond = new Inhabitant(new Client(api.url, await keyOn(trial, settings, main, 'second')))
    await Promise.all([onMain.settle(), onSecond.settle()])

    const calm = await onMain.live(Math.min(5, outageSeconds) * 1000)
    const withoutSecond = await outage(second, { away: onSecond, other: onMain }, outageSeconds)
    const withoutMain = await outage(main, { away: onMain, other: onSecond }, outageSeconds)
    Object.assign(trial.figures, {
      calmP95Ms: spreadOf(calm.ms).p95,
      withoutSecond,
      withoutMain,
      crashes: trial.processes.crashes,
    })
    const outages = [withoutSecond, withoutMain]
    return verdict(outages.every(isContained) && trial.processes.crashes === 0, outages.every(isRecovered))
  },
})

type Outage = {
  /** Add, get and search of the organization on the cell that stayed. */
  otherAnswers: number
  otherFailures: number
  otherP50Ms: number
  otherP95Ms: number
  /** Documents added and done during the outage. */
  otherDone: number
  /** Requests of the organization whose cell is down. */
  awayAnswers: number
  awayUnexpected: number
  awayP95Ms: number
  /** From the moment its Postgres accepts connections again. */
  recoveredAfterMs: number
  backlogDoneAfterMs: number
}

function isContained(outage: Outage): boolean {
  return (
    outage.otherAnswers > 0 &&
    outage.otherFailures === 0 &&
    outage.otherDone > 0 &&
    outage.awayAnswers > 0 &&
    outage.awayUnexpected === 0
  )
}

const isRecovered = ({ backlogDoneAfterMs }: Outage) => backlogDoneAfterMs <= recoveryGoalMs

async function outage(
  cluster: Cluster,
  { away, other }: { away: Inhabitant; other: Inhabitant },
  seconds: number,
): Promise<Outage> {
  const accepted = await away.addSome(40)
  await cluster.crash()
  say(`${cluster.name} is away`)
  const [good, refused] = await Promise.all([other.live(seconds * 1000), away.knock(seconds * 1000)])
  say(
    `other cell: ${good.answers} answers, ${good.failures.length} failures ${good.failures.slice(0, 3).join('; ')}`,
  )
  say(
    `its own: ${refused.answers} answers, ${refused.failures.length} unexpected ${refused.failures.slice(0, 3).join('; ')}`,
  )
  await cluster.start()
  const back = performance.now()
  const recovered = away.untilAdded().then(() => performance.now() - back)
  const finished = away.untilDone(accepted).then(() => performance.now() - back)
  const [recoveredAfterMs, backlogDoneAfterMs] = await Promise.all([recovered, finished])
  say(
    `${cluster.name} is back: adds after ${Math.round(recoveredAfterMs)} ms, backlog done after ${Math.round(backlogDoneAfterMs)} ms`,
  )
  return {
    otherAnswers: good.answers,
    otherFailures: good.failures.length,
    otherP50Ms: spreadOf(good.ms).p50,
    otherP95Ms: spreadOf(good.ms).p95,
    otherDone: good.done,
    awayAnswers: refused.answers,
    awayUnexpected: refused.failures.length,
    awayP95Ms: spreadOf(refused.ms).p95,
    recoveredAfterMs: Math.round(recoveredAfterMs),
    backlogDoneAfterMs: Math.round(backlogDoneAfterMs),
  }
}
