import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { additiveSets } from './additive-sets.ts'
import { inOrder } from './newer-first.ts'
import { chosen, type Measured, type Part, type Run, share } from './part.ts'
import { chosenPeople } from './persona-sets.ts'
import { listMemories, remember, type Telling } from './remember.ts'
import { updatePairs } from './update-pairs.ts'

export const precision: Part = {
  about:
    'Memories from LongMemEval and PersonaMem that a person has read and labelled by ' +
    '`server/eval/memory/rubric.md`. A memory is right if it is self-contained, attributable and not trivial. Only ' +
    'memories with the words of a labelled memory count; the last line says how many do not.',
  wanted: { atLeast: 0.8 },
  measure,
}

type Label = { text: string; selfContained: boolean; attributable: boolean; nonTrivial: boolean }

const labelsFile = join(import.meta.dirname, 'labels.jsonl')

async function measure(run: Run): Promise<Measured> {
  const labels = readLabels()
  if (labels.size === 0) return { rate: null, n: 0, notes: ['No memory has been labelled yet.'] }
  const pairs = chosen(updatePairs(run.data), run).filter(({ set }) => set === 'longmemeval')
  const tellings: Telling[] = [
    ...pairs.map(inOrder),
    ...chosen(additiveSets(run.data), run),
    ...chosenPeople(run),
  ]
  await remember(run.client, tellings)
  const made = new Set<string>()
  for (const { container } of tellings)
    for (const entry of await listMemories(run.client, container))
      for (const { memory } of [entry, ...entry.history]) made.add(plain(memory))
  const labelled = [...made].map(text => labels.get(text)).filter(label => label !== undefined)
  const each = (is: (label: Label) => boolean) => share(labelled.map(is))
  return {
    ...each(({ selfContained, attributable, nonTrivial }) => selfContained && attributable && nonTrivial),
    groups: {
      'self-contained': each(({ selfContained }) => selfContained),
      attributable: each(({ attributable }) => attributable),
      'not trivial': each(({ nonTrivial }) => nonTrivial),
    },
    notes: [
      `${labelled.length} of the ${labels.size} labelled memories are still formed. Of the ${made.size} memories of these sets, ${made.size - labelled.length} have no label.`,
    ],
  }
}

function readLabels(): Map<string, Label> {
  if (!existsSync(labelsFile)) return new Map()
  const lines = readFileSync(labelsFile, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map(line => JSON.parse(line) as Label).map(label => [plain(label.text), label]))
}

/** Labels are compared without case and punctuation. */
const plain = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
