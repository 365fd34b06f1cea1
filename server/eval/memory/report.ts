import type { Measured, Part, Run } from './part.ts'
import { type PartName, parts } from './parts.ts'

/** The figures as a readable page. */
export function describeMemory(measured: Partial<Record<PartName, Measured>>, { half, limit }: Run): string {
  const names = (Object.keys(parts) as PartName[]).filter(name => measured[name])
  return [
    '## Memory',
    '',
    'Everything is told, and asked for, through the public API; memories form without a language model. Figures are of the',
    `${half === 'all' ? 'whole sets' : `${half} half of each set`}${limit < 1000 ? `, at most ${limit} items of each` : ''}. Made by \`npm run eval -- memory --write\`.`,
    '',
    '| | figure | wanted | n |',
    '|---|---|---|---|',
    ...names.map(name => row(name, measured[name]!)),
    '',
    ...names.flatMap(name => describePart(name, measured[name]!)),
  ].join('\n')
}

function row(name: PartName, { rate, n }: Measured): string {
  return `| ${name} | ${rate === null ? '–' : percent(rate)} | ${wantedOf(parts[name])} | ${n} |`
}

const wantedOf = ({ wanted }: Part) =>
  'atLeast' in wanted ? `≥ ${percent(wanted.atLeast)}` : `≤ ${percent(wanted.atMost)}`

function describePart(name: PartName, { groups = {}, notes = [] }: Measured): string[] {
  const list = Object.entries(groups).map(([group, { rate, n }]) => `${group} ${percent(rate)} (${n})`)
  return [
    `### ${name}`,
    '',
    parts[name].about,
    '',
    ...(list.length > 0 ? [`${list.join(', ')}.`, ''] : []),
    ...notes.flatMap(note => [note, '']),
  ]
}

const percent = (rate: number) => `${(rate * 100).toFixed(1)} %`

export function isReached({ wanted }: Pick<Part, 'wanted'>, { rate }: Measured): boolean {
  if (rate === null) return false
  return 'atLeast' in wanted ? rate >= wanted.atLeast : rate <= wanted.atMost
}
