import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heldOutChronicles, readChronicles } from '../judge/train/read-chronicles.ts'
import { printFigures, say } from '../measure/report.ts'
import { openLocalEmbedder } from '../src/platform/providers/embedding/local-embedder.ts'
import { openLocalJudge } from '../src/platform/providers/judge/local-judge.ts'
import { findSets, readSet } from './assistant/labelled-set.ts'
import type { Models } from './changes/compare-facts.ts'
import { type ChangeWeights, fitChange, type LabelledGroup, surest } from './changes/fit-change.ts'
import { labelChronicle } from './changes/label-chronicle.ts'
import { labelLife } from './changes/label-life.ts'

/**
 *   npm run eval -- changes    fits the weights of processes/dreaming/relate/weigh-change.ts
 *
 * On the chronicles that the judge has not been trained on, because of the others it is surer than it is in use, and on the
 * labelled lives of the repository and of ../shared/data/assistant, if it is there. Prints for some bars how many
 * of the replaced statements of each set are found by the weights of the other sets, and how many of the others are
 * replaced. Copy the weights at the end into the file.
 */
const bars = [0.3, 0.4, 0.5, 0.6]
const known: Record<string, ChangeWeights> = {}
const lives = [
  '../shared/data/assistant',
  join(import.meta.dirname, 'assistant/sets/tuned'),
  join(import.meta.dirname, 'assistant/sets/sealed'),
]

const groups = await labelAll()
for (const bar of bars) say(`bar ${bar}: ${shown(measureOthers(bar))}`)
const { weights, offset } = fitChange(groups)
printFigures({ weights: rounded(weights), offset: round(offset), at: measureOthers(0.4) }, true)
process.exit(0)

async function labelAll(): Promise<LabelledGroup[]> {
  const modelDir = await mkdtemp(join(tmpdir(), 'reverie-changes-'))
  const embedder = await openLocalEmbedder({ model: '', modelDir, threads: 2 })
  const models: Models = { judge: openLocalJudge(modelDir), embedder }
  try {
    const labelled: LabelledGroup[] = []
    const chronicles = readChronicles().filter(({ chronicle }) => heldOutChronicles.includes(chronicle))
    for (const chronicle of chronicles) labelled.push(...told(await labelChronicle(chronicle, models)))
    for (const file of findSets(lives.filter(existsSync)))
      labelled.push(...told(await labelLife(readSet(file), models)))
    return labelled
  } finally {
    await models.judge.close()
    await embedder.close()
    await rm(modelDir, { recursive: true, force: true })
  }
}

function told(labelled: LabelledGroup[]): LabelledGroup[] {
  const replaced = labelled.filter(({ isReplaced }) => isReplaced).length
  say(`${labelled[0]?.set}: ${replaced} replaced, ${labelled.length - replaced} not`)
  return labelled
}

type Shares = { found: number; wronglyReplaced: number }

/** Each life by the weights of all other sets. */
function measureOthers(bar: number): Shares {
  const chronicles = new Set<string>(heldOutChronicles)
  const sets = [...new Set(groups.map(({ set }) => set))].filter(set => !chronicles.has(set))
  const judged = sets.flatMap(set => {
    const fitted = fittedWithout(set)
    return groups
      .filter(group => group.set === set)
      .map(group => ({ ...group, isMade: surest(group, fitted) >= bar }))
  })
  const share = (isReplaced: boolean) => {
    const all = judged.filter(each => each.isReplaced === isReplaced)
    return round(all.filter(({ isMade }) => isMade).length / all.length)
  }
  return { found: share(true), wronglyReplaced: share(false) }
}

function fittedWithout(set: string): ChangeWeights {
  known[set] ??= fitChange(groups.filter(group => group.set !== set))
  return known[set]
}

function shown({ found, wronglyReplaced }: Shares): string {
  return `${found} of the replaced statements found, ${wronglyReplaced} of the others replaced`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function rounded(all: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, round(value)]))
}
