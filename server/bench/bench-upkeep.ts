import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { startApp } from './bare/start-app.ts'
import { measureExpiry } from './upkeep/expiry.ts'
import { measureHorizon } from './upkeep/horizon.ts'
import { measureLanes } from './upkeep/lanes.ts'
import { measureMerge } from './upkeep/merge.ts'
import { measureSwitch } from './upkeep/switch.ts'

/**
 * What upkeep costs: ours against the way it was done before, in the same database. One line each, in milliseconds. For
 * merges and switches it is the longest step, because adds to the same container may wait for it.
 */
export async function benchUpkeep(bench: Bench): Promise<Figure[]> {
  const { app, organization, stop } = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  const scene = { app, client, org: organization.id, shard: organization.homeShard, isQuick: bench.isQuick }
  const figures: Figure[] = []
  try {
    for (const measure of [measureLanes, measureExpiry, measureSwitch, measureMerge, measureHorizon])
      for (const figure of await measure(scene)) {
        const { name, ours, bare, unit } = figure
        say(`upkeep: ${name}: ${ours.p50.toFixed(1)} ${unit}, before ${bare.p50.toFixed(1)}`)
        figures.push(figure)
      }
    return figures
  } finally {
    await client.end()
    await stop()
  }
}
