import { percentile } from '../measure/percentile.ts'
import { roundTo } from '../src/platform/lib/round-to.ts'
import type { Asked } from './ask.ts'
import type { DataSet } from './data-set.ts'
import { auroc, groupMeans, interval95, mean, ndcg10, recall10, type Sample } from './metrics.ts'

export type Judgement = {
  n: number
  ndcg10: number
  ndcg10Interval: number[]
  recall10: number
  characters: number
  p50Ms: number
  groups: Record<string, number>
  /** Only for sets with unanswerable questions: their number, and how well the best score identifies them. */
  unanswered?: number
  abstentionAuroc?: number
}

/** A row of figures: for answerable questions, and for how they differ from unanswerable ones. */
export function judge(set: DataSet, asked: readonly Asked[]): Judgement {
  const answerable = asked.filter(({ question }) => question.relevant.size > 0)
  const [answered, unanswered] = [asked.filter(hasAnswer), asked.filter(each => !hasAnswer(each))]
  const ndcg = samples(answerable, ndcg10)
  const groups = groupMeans(ndcg)
  const worst = Math.min(...groups.values())
  const judged = set.least ? ndcg.filter(({ group }) => groups.get(group) === worst) : ndcg
  const milliseconds = asked.map(question => question.milliseconds)
  return {
    n: answerable.length,
    ndcg10: round(mean(judged, set.macro)),
    ndcg10Interval: interval95(judged, set.macro).map(round),
    recall10: round(mean(samples(answerable, recall10), set.macro)),
    characters: Math.round(asked.reduce((sum, { characters }) => sum + characters, 0) / asked.length),
    p50Ms: round(percentile(milliseconds, 0.5)),
    groups: Object.fromEntries([...groups].map(([group, value]) => [group, round(value)])),
    ...(unanswered.length > 0 && {
      unanswered: unanswered.length,
      abstentionAuroc: round(auroc(answered.map(bestScore), unanswered.map(bestScore))),
    }),
  }
}

function samples(
  asked: readonly Asked[],
  measure: (ranked: readonly string[], relevant: ReadonlyMap<string, number>) => number,
): Sample[] {
  return asked.map(({ question, ranked }) => ({
    group: question.group,
    value: measure(ranked, question.relevant),
  }))
}

const hasAnswer = ({ question }: Asked) => question.relevant.size > 0 && !question.isUnanswered

const bestScore = ({ scores }: Asked) => scores[0] ?? 0

const round = (value: number) => roundTo(value, 4)

/** Precision and recall of the first ten results that score at least the threshold. */
export function atThreshold(
  asked: readonly Asked[],
  threshold: number,
): { precision: number; recall: number } {
  const kept = asked.flatMap(({ question, ranked, scores }) =>
    ranked
      .slice(0, 10)
      .filter((_, i) => scores[i]! >= threshold)
      .map(key => (question.relevant.get(key) ?? 0) > 0),
  )
  const right = kept.filter(Boolean).length
  const wanted = asked.reduce((sum, { question }) => sum + question.relevant.size, 0)
  return { precision: round(right / Math.max(1, kept.length)), recall: round(right / Math.max(1, wanted)) }
}
