import { additiveSets } from './additive-sets.ts'
import { chosen, type Measured, type Part, type Run, share } from './part.ts'
import { listMemories, remember } from './remember.ts'

export const falseSupersession: Part = {
  about:
    'The evidence of LongMemEval’s multi-session questions: several facts that all remain true, added on several ' +
    'days. The figure is the share of their memories that another memory superseded. A few facts do change, and ' +
    'the figure is not corrected for them.',
  wanted: { atMost: 0.05 },
  measure,
}

async function measure(run: Run): Promise<Measured> {
  const sets = chosen(additiveSets(run.data), run)
  await remember(run.client, sets)
  const superseded: boolean[] = []
  for (const { container } of sets)
    for (const entry of await listMemories(run.client, container))
      for (const { isLatest } of [entry, ...entry.history]) superseded.push(!isLatest)
  return share(superseded)
}
