import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crossedPairs } from '../judge/train/enrich.ts'
import { Random } from '../judge/train/random.ts'
import {
  heldOutDomains,
  type LabelledPair,
  type LabelledStatement,
  readPairs,
  readStatements,
} from '../judge/train/read-data.ts'
import type { PairJudgement, PairRelation, StatementJudgement } from '../src/platform/lib/judgement.ts'
import { openLocalJudge } from '../src/platform/providers/judge/local-judge.ts'

/**
 *   npm run eval -- judging    quality of the learned judge on the four domains that its training never saw
 *
 * `replaces` counts pairs whose later statement updates or ends the earlier one. `sure` counts only judgements of at least
 * 0.8. `crossedReplaced` is the share of pairs of unrelated statements of which one is said to replace the other. The last line
 * is one JSON object; `ok` says whether the figures reach `wanted` and stay within `allowed`.
 */
const wanted = { keep: 0.85, stance: 0.7, relation: 0.6, replacesPrecision: 0.7 }
const allowed = { crossedReplaced: 0.04 }
const crossed = 600
const sure = 0.8

type Figures = Record<string, number>

async function main(): Promise<void> {
  const isHeldOut = ({ domain }: { domain: string }) => heldOutDomains.includes(domain)
  const statements = readStatements().filter(isHeldOut)
  const pairs = readPairs().filter(isHeldOut)
  const modelDir = await mkdtemp(join(tmpdir(), 'reverie-judging-'))
  const judge = openLocalJudge(modelDir)
  try {
    const started = performance.now()
    const judgements = await judge.judgeStatements(statements.map(({ question }) => question))
    const relations = await judge.judgePairs(pairs.map(({ question }) => question))
    const unrelated = crossedPairs(pairs, crossed, new Random(7)).map(({ question }) => question)
    const count = statements.length + pairs.length
    const figures = {
      ...measureStatements(statements, judgements),
      ...measurePairs(pairs, relations),
      msPerQuestion: (performance.now() - started) / count,
      crossedReplaced: share(await judge.judgePairs(unrelated), each => replaces(likeliest(each))),
    }
    report(round(figures), { statements: statements.length, pairs: pairs.length })
  } finally {
    await judge.close()
    await rm(modelDir, { recursive: true, force: true })
  }
}

function report(figures: Figures, counts: Figures): void {
  console.table(figures)
  const missed = Object.entries(wanted).filter(([name, least]) => figures[name]! < least)
  for (const [name, least] of missed) console.log(`${name} is ${figures[name]}, below ${least}`)
  const exceeded = Object.entries(allowed).filter(([name, most]) => figures[name]! > most)
  for (const [name, most] of exceeded) console.log(`${name} is ${figures[name]}, above ${most}`)
  const ok = missed.length + exceeded.length === 0
  console.log(JSON.stringify({ ...counts, ...figures, ok }))
  if (!ok) process.exitCode = 1
}

/** Subject, attribute and duration are those of kept statements. */
function measureStatements(
  statements: readonly LabelledStatement[],
  found: readonly StatementJudgement[],
): Figures {
  const judged = statements.map((statement, i) => ({ statement, judgement: found[i]! }))
  const kept = judged.filter(({ statement }) => statement.keep)
  const shareOf = (head: 'stance' | 'about' | 'attribute' | 'lasts', among: typeof judged) =>
    share(among, ({ statement, judgement }) => likeliest<string>(judgement[head]) === statement[head])
  const said = judged.filter(({ judgement }) => judgement.keep >= 0.5)
  return {
    keep: share(judged, ({ statement, judgement }) => judgement.keep >= 0.5 === statement.keep),
    keepPrecision: share(said, ({ statement }) => statement.keep),
    keepRecall: share(kept, ({ judgement }) => judgement.keep >= 0.5),
    stance: shareOf('stance', judged),
    about: shareOf('about', kept),
    attribute: shareOf('attribute', kept),
    lasts: shareOf('lasts', kept),
  }
}

function measurePairs(pairs: readonly LabelledPair[], found: readonly PairJudgement[]): Figures {
  const judged = pairs.map(({ relation }, i) => ({ relation, judgement: found[i]! }))
  const wanted = judged.filter(({ relation }) => replaces(relation))
  const said = judged.filter(({ judgement }) => replaces(likeliest(judgement)))
  const surely = judged.filter(({ judgement }) => judgement.updates + judgement.ends >= sure)
  return {
    relation: share(judged, ({ relation, judgement }) => likeliest(judgement) === relation),
    replacesPrecision: share(said, ({ relation }) => replaces(relation)),
    replacesRecall: share(wanted, ({ judgement }) => replaces(likeliest(judgement))),
    sureReplacesPrecision: share(surely, ({ relation }) => replaces(relation)),
    sureReplacesRecall: share(wanted, ({ judgement }) => judgement.updates + judgement.ends >= sure),
  }
}

const replaces = (relation: PairRelation): boolean => relation === 'updates' || relation === 'ends'

function likeliest<Label extends string>(probabilities: Record<Label, number>): Label {
  const entries = Object.entries<number>(probabilities)
  return entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0] as Label
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / Math.max(1, items.length)
}

function round(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(3))]))
}

await main()
