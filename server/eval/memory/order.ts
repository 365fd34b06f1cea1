import { additiveSets } from './additive-sets.ts'
import { inOrder } from './newer-first.ts'
import { chosen, type Measured, type Part, type Run, share } from './part.ts'
import { type EntryJson, listMemories, type MemoryJson, remember, type Telling } from './remember.ts'
import { updatePairs } from './update-pairs.ts'

export const orderIndependent: Part = {
  about:
    'The same statements, added once in their original order and once in reverse, each with its `documentDate`. A ' +
    'set is right if both containers have the same texts with the same version, parent, root and state.',
  wanted: { atLeast: 1 },
  measure,
}

async function measure(run: Run): Promise<Measured> {
  const pairs = chosen(updatePairs(run.data), run).map(inOrder)
  const additive = chosen(additiveSets(run.data), run)
  const tellings: Telling[] = [...pairs, ...additive]
  const reversed = tellings.map(({ container, statements }) => ({
    container: `${container}.reversed`,
    statements: statements.toReversed(),
  }))
  await remember(run.client, [...tellings, ...reversed])
  const same: boolean[] = []
  for (const { container } of tellings) {
    const told = await listMemories(run.client, container)
    const toldBackwards = await listMemories(run.client, `${container}.reversed`)
    same.push(snapshot(told) === snapshot(toldBackwards))
  }
  return {
    ...share(same),
    groups: { updates: share(same.slice(0, pairs.length)), 'multi-session': share(same.slice(pairs.length)) },
  }
}

/** Everything but ids and times. */
function snapshot(entries: readonly EntryJson[]): string {
  const all: MemoryJson[] = entries.flatMap(entry => [entry, ...entry.history])
  const textOf = new Map(all.map(({ id, memory }) => [id, memory]))
  const text = (id: string | null) => (id === null ? '' : (textOf.get(id) ?? '?'))
  return all
    .map(({ memory, version, isLatest, isForgotten, parentMemoryId, rootMemoryId }) =>
      JSON.stringify([memory, version, isLatest, isForgotten, text(parentMemoryId), text(rootMemoryId)]),
    )
    .sort()
    .join('\n')
}
