import type { Client } from '../installation.ts'
import { chosen, type Measured, type Part, type Run, share } from './part.ts'
import { type MemoryJson, memoriesOf, remember, searchMemories } from './remember.ts'
import { type UpdatePair, updatePairs } from './update-pairs.ts'

export const newerFirst: Part = {
  about:
    'Pairs of statements from LongMemEval and BEAM in which the later statement replaces the earlier one. A pair ' +
    'is right if two things hold. A search for the question ranks a memory of the newer statement before every ' +
    'memory of the older one. And a memory of the older statement is no longer the latest version, but an ancestor ' +
    'of a memory of the newer one.',
  wanted: { atLeast: 0.85 },
  measure,
}

/** The container of a pair, whose statements are added in the order they were said. */
export const containerOf = ({ id }: UpdatePair): string => `pair.${id}`

export const inOrder = (pair: UpdatePair) => ({
  container: containerOf(pair),
  statements: [pair.older, pair.newer],
})

type Judged = {
  pair: UpdatePair
  older: MemoryJson[]
  newer: MemoryJson[]
  isFirst: boolean
  isSuperseded: boolean
}

async function measure(run: Run): Promise<Measured> {
  const pairs = chosen(updatePairs(run.data), run).filter(({ wants }) => wants === 'latest')
  await remember(run.client, pairs.map(inOrder))
  const judged: Judged[] = []
  for (const pair of pairs) judged.push(await judge(run.client, pair))
  const isRight = (one: Judged) => one.isFirst && one.isSuperseded
  const of = (set: UpdatePair['set']) => share(judged.filter(({ pair }) => pair.set === set).map(isRight))
  return {
    failures: judged.filter(one => !isRight(one)).map(explain),
    ...share(judged.map(isRight)),
    groups: {
      longmemeval: of('longmemeval'),
      beam: of('beam'),
      'newer ranks first': share(judged.map(({ isFirst }) => isFirst)),
      'older is superseded': share(judged.map(({ isSuperseded }) => isSuperseded)),
    },
  }
}

function explain({ pair, isFirst, isSuperseded, older, newer }: Judged): string {
  const list = (memories: readonly MemoryJson[]) => memories.map(({ memory }) => memory).join(' | ')
  return [
    `${pair.id}: ${pair.question} first ${isFirst}, superseded ${isSuperseded}`,
    `  older: ${list(older)}`,
    `  newer: ${list(newer)}`,
  ].join('\n')
}

async function judge(client: Client, pair: UpdatePair): Promise<Judged> {
  const container = containerOf(pair)
  const older = await memoriesOf(client, container, pair.older)
  const newer = await memoriesOf(client, container, pair.newer)
  const found = await searchMemories(client, container, pair.question, 20)
  const cites = (memories: MemoryJson[]) =>
    found.findIndex(({ id }) => memories.some(memory => memory.id === id))
  const [first, last] = [
    cites(newer),
    cites(older.filter(({ id }) => !newer.some(memory => memory.id === id))),
  ]
  const isFirst = first >= 0 && (last < 0 || first < last)
  return { pair, older, newer, isFirst, isSuperseded: isChained(older, newer) }
}

/** Whether a memory of the newer statement is a later version of one of the older. */
function isChained(older: readonly MemoryJson[], newer: readonly MemoryJson[]): boolean {
  return older.some(
    old =>
      !old.isLatest &&
      newer.some(
        ({ version, rootMemoryId, parentMemoryId }) =>
          rootMemoryId === (old.rootMemoryId ?? old.id) &&
          version > old.version &&
          (version > old.version + 1 || parentMemoryId === old.id),
      ),
  )
}
