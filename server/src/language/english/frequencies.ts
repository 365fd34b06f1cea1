import { frequencies } from './rules/frequencies.ts'
import type { TaggedWord } from './words.ts'

/** A frequency in times per week, and the index of the word after it. */
export type Frequency = { timesAWeek: string; to: number }

/** Words with which a frequency begins, and those that follow its number. Every word of a text is tried. */
const openings = new Set(
  'once twice every each daily nightly weekly biweekly bi fortnightly monthly yearly'.split(' '),
)
const counted = new Set('times x days nights mornings evenings afternoons'.split(' '))

/** `twice a week`, `five days a week`, `every other day`, `monthly`. */
export function frequencyAt(words: readonly TaggedWord[], i: number): Frequency | undefined {
  if (!openings.has(words[i]!.lower) && !counted.has(words[i + 1]?.lower ?? '')) return undefined
  const said = words
    .slice(i, i + 6)
    .map(({ lower }) => lower)
    .join(' ')
  for (const { expression, rate } of frequencies) {
    const match = expression.exec(said)
    const times = match && rate(match.slice(1))
    if (match && times)
      return { timesAWeek: String(Math.round(times * 1_000) / 1_000), to: i + match[0].split(' ').length }
  }
  return undefined
}
