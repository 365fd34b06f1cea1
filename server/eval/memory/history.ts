import type { Client } from '../installation.ts'
import { containerOf, inOrder } from './newer-first.ts'
import { type Measured, type Part, type Run, share } from './part.ts'
import { memoriesOf, remember, searchMemories } from './remember.ts'
import { type UpdatePair, updatePairs } from './update-pairs.ts'

export const historyKept: Part = {
  about:
    'LongMemEval questions about the earlier of two values; the second figure is for questions about both values. ' +
    'A question is right if its search shows a memory of the earlier statement, as a result or in the history of a ' +
    'result, and that memory says when it was true. All questions are used, because there are few.',
  wanted: { atLeast: 0.9 },
  measure,
}

async function measure(run: Run): Promise<Measured> {
  const pairs = updatePairs(run.data).filter(({ wants }) => wants !== 'latest')
  await remember(run.client, pairs.map(inOrder))
  const judged: { wants: string; isKept: boolean }[] = []
  for (const pair of pairs) judged.push({ wants: pair.wants, isKept: await isKept(run.client, pair) })
  const of = (wanted: string) =>
    share(judged.filter(({ wants }) => wants === wanted).map(({ isKept: kept }) => kept))
  return { ...of('previous'), groups: { both: of('both') } }
}

type CitedJson = { temporalContext: { documentDate: string | null } | null; trueFrom: string | null }

async function isKept(client: Client, pair: UpdatePair): Promise<boolean> {
  const container = containerOf(pair)
  const older = await memoriesOf(client, container, pair.older)
  const found = await searchMemories(client, container, pair.question)
  const shown = new Set(
    found.flatMap(({ memory, context }) => [
      memory,
      ...[...(context?.parents ?? []), ...(context?.related ?? [])].map(relative => relative.memory),
    ]),
  )
  for (const { id } of older.filter(({ memory }) => shown.has(memory))) {
    const { temporalContext, trueFrom } = await client.get<CitedJson>(`/v4/memories/${id}`)
    const day = pair.older.documentDate.slice(0, 10)
    if ([temporalContext?.documentDate, trueFrom].some(date => date?.startsWith(day))) return true
  }
  return false
}
