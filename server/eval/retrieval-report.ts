import type { DataSet } from './data-set.ts'
import type { Judgement } from './judge.ts'
import { type RowName, rows } from './rows.ts'

export type SetFigures = Pick<DataSet, 'name' | 'about' | 'tunedOn' | 'macro'> & {
  least: boolean
  rows: Partial<Record<RowName, Judgement>>
  thresholds: Record<string, { precision: number; recall: number }>
}

/** The figures as a readable page: a table for all sets, then each set with its groups. */
export function describeRetrieval(sets: readonly SetFigures[], model: string): string {
  const names = (Object.keys(rows) as RowName[]).filter(name => sets.every(set => set.rows[name]))
  return [
    '## Retrieval',
    '',
    'Every text goes in and every question is asked through the public API. Figures are nDCG@10 × 100 of the questions that',
    `were not looked at when weights were chosen, with ${model}. Made by \`npm run eval -- retrieval --all --write\``,
    `(\`--rows\` names fewer rows). Vectors of a language the model does not know are not used: 0 for dense alone is that.`,
    '',
    ...overview(sets, names),
    '',
    ...names.map(name => `- **${name}**: ${rows[name].about}`),
    '',
    ...sets.flatMap(describeSet),
  ].join('\n')
}

function overview(sets: readonly SetFigures[], names: readonly RowName[]): string[] {
  return [
    `| set | n | ${names.join(' | ')} | 95 % of default | recall@10 | characters | p50 |`,
    `|---|---|${names.map(() => '---|').join('')}---|---|---|---|`,
    ...sets.map(set => {
      const { n, ndcg10Interval, recall10, characters, p50Ms } = set.rows.default!
      const figures = names.map(name => percent(set.rows[name]?.ndcg10))
      const rest = [
        ndcg10Interval.map(percent).join('–'),
        percent(recall10),
        characters,
        `${Math.round(p50Ms)} ms`,
      ]
      return `| ${[set.name, n, ...figures, ...rest].join(' | ')} |`
    }),
  ]
}

function describeSet(set: SetFigures): string[] {
  const { groups, unanswered, abstentionAuroc } = set.rows.default!
  const thresholds = Object.entries(set.thresholds).map(
    ([at, { precision, recall }]) =>
      `${at}: ${percent(precision)} % right, ${percent(recall)} % of all found`,
  )
  return [
    `### ${set.name}`,
    '',
    `${capitalise(set.about)}. Weights were chosen on ${set.tunedOn}.${meaning(set)}`,
    '',
    ...(Object.keys(groups).length > 1 ? [`By group: ${list(groups)}.`, ''] : []),
    `At a threshold of ${thresholds.join('; ')}.`,
    ...(abstentionAuroc === undefined
      ? []
      : [
          '',
          `The ${unanswered} questions that nothing answers, told by the best score: AUROC ${abstentionAuroc.toFixed(3)}.`,
        ]),
    '',
  ]
}

function meaning({ least, macro }: SetFigures): string {
  if (least) return ' The figure is that of the worst group.'
  return macro ? ' The figure is the mean of the groups.' : ''
}

const list = (groups: Record<string, number>) =>
  Object.entries(groups)
    .map(([group, value]) => `${group} ${percent(value)}`)
    .join(', ')

const percent = (value: number | undefined) => (value === undefined ? '' : (value * 100).toFixed(1))

const capitalise = (text: string) => text[0]!.toUpperCase() + text.slice(1)
