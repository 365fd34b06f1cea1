import type { Connector, Source } from '../../src/platform/connectors/connector.ts'
import { run, type Shelf } from './drive-connector.ts'
import { seededRandom } from './pull-into-map.ts'

/** Kills ten runs, each before one of its next batches is stored, and lets the last one end. Returns how many were killed. */
export async function killAtRandom<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: () => Source<Settings, Credentials>,
  shelf: Shelf,
  seed = 7,
): Promise<number> {
  const random = seededRandom(seed)
  let killed = 0
  for (let i = 0; i < 10; i++)
    if (!(await run(connector, source(), shelf, { killAt: Math.floor(random() * 3) }))) killed++
  await run(connector, source(), shelf)
  return killed
}
