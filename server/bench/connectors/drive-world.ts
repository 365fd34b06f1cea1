import type { Connector, Source } from '../../src/platform/connectors/connector.ts'
import { PulledItems, pullIntoMap, pullWithKills, seededRandom } from '../../test/connectors/pull-into-map.ts'
import type { World } from '../../test/connectors/worlds/world.ts'

/** Reads a source with kills, changes it in every way that it knows, and compares it item by item. Prints one JSON object. */
export async function driveWorld<S, C, K>(
  world: World,
  connector: Connector<S, C, K>,
  { items, source, keyOf }: { items: number; source: () => Source<S, C>; keyOf: (id: string) => string },
): Promise<void> {
  const pulled = new PulledItems()
  const ms: Record<string, number> = {}
  const faults: Record<string, string[]> = {}
  const step = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    await prune(connector, source(), pulled)
    ms[name] = Math.round(performance.now() - started)
    faults[name] = differences(world, pulled, keyOf)
  }
  await world.fill(items)
  await step('first', () => pullWithKills(connector, source, pulled, seededRandom(11)))
  const { reads } = pulled
  await step('unchanged', () => pullIntoMap(connector, source(), pulled))
  if (pulled.reads !== reads) faults.unchanged!.push(`${pulled.reads - reads} items were read again`)
  for (let n = 0; n < items; n += 20) await world.put(`n${n}`)
  for (let n = 1; n < items; n += 20) await world.remove(`n${n}`)
  for (let n = 2; n < items && world.renameKeeps !== undefined; n += 40)
    await world.rename(`n${n}`, `moved${n}`)
  await world.put('new')
  await step('changed', () => pullIntoMap(connector, source(), pulled))
  await world.close()
  const ok = Object.values(faults).every(list => list.length === 0)
  console.log(JSON.stringify({ ok, items: pulled.items.size, ms, ...(!ok && { faults }) }))
}

/** As the sync does after a run of a source that lists its ids. */
async function prune<S, C, K>({ ids }: Connector<S, C, K>, source: Source<S, C>, pulled: PulledItems) {
  if (!ids) return
  const there = new Set<string>()
  for await (const page of ids(source)) for (const id of page) there.add(id)
  for (const id of pulled.items.keys()) if (!there.has(id)) pulled.items.delete(id)
}

function differences(world: World, pulled: PulledItems, keyOf: (id: string) => string): string[] {
  const stored = new Map(
    [...pulled.items].map(([id, { text }]) => [keyOf(id), (text.match(/Text \w+ v\d+/g) ?? []).join(' ')]),
  )
  const there = world.texts()
  const keys = new Set([...stored.keys(), ...there.keys()])
  return [...keys].filter(key => stored.get(key) !== there.get(key)).slice(0, 20)
}
