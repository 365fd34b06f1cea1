import type { TaggedWord } from './words.ts'

/** Number words. */
export const numberWords: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  hundred: '100',
  thousand: '1000',
  half: '0.5',
  couple: '2',
  dozen: '12',
  dozens: '12',
}

export const ordinals: Readonly<Record<string, string>> = {
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  sixth: '6',
  seventh: '7',
  eighth: '8',
  ninth: '9',
  tenth: '10',
  eleventh: '11',
  twelfth: '12',
  fifteenth: '15',
  twentieth: '20',
}

/** Factors for the number before them: `two dozen`, `1.2 million`. */
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
  dozen: 12,
}

/**
 * A number in digits, and the index of the word after it: `twenty-five`, `two hundred and fifty`, `2k`, `3,000+`.
 */
export type Numeral = { amount: string; to: number }

export function numeralAt(words: readonly TaggedWord[], i: number): Numeral {
  const { lower } = words[i]!
  const digits = lower.replaceAll(',', '').replace(/(?:st|nd|rd|th)$/, '')
  if (!(lower in numberWords) && !/^\d+(?:\.\d+)?$/.test(digits)) return { amount: digits, to: i + 1 }
  let { value, to } = simpleAt(words, i, digits)
  while ((words[to]?.lower ?? '') in scales) {
    value *= scales[words[to]!.lower]!
    to = words[to + 1]?.lower === 'and' && isSmall(words[to + 2]) ? to + 2 : to + 1
    if (!isSmall(words[to])) continue
    const rest = simpleAt(words, to, words[to]!.lower)
    ;[value, to] = [value + rest.value, rest.to]
  }
  if (words[to]?.lower === 'k' && words[to]!.start === words[to - 1]!.end && isThousands(words, i, to))
    return { amount: String(value * 1_000), to: to + 1 }
  return { amount: String(value), to: words[to]?.lower === '+' ? to + 1 : to }
}

/** Digits, or a number word with the unit after its hyphen. */
function simpleAt(words: readonly TaggedWord[], i: number, digits: string): { value: number; to: number } {
  const value = Number(numberWords[words[i]!.lower] ?? digits)
  const unit = words[i + 1]?.lower === '-' ? Number(numberWords[words[i + 2]?.lower ?? ''] ?? 0) : 0
  const isTens = words[i]!.lower in numberWords && value >= 20 && value < 100
  return isTens && unit >= 1 && unit < 10 ? { value: value + unit, to: i + 3 } : { value, to: i + 1 }
}

const isSmall = (word: TaggedWord | undefined): boolean =>
  word !== undefined && word.lower in numberWords && Number(numberWords[word.lower]) < 100

/** `2k followers`, `$4k`; but a `5k run` is the name of a distance. */
const isThousands = (words: readonly TaggedWord[], i: number, at: number): boolean =>
  ['$', '€', '£'].includes(words[i - 1]?.lower ?? '') ||
  (words[at + 1]?.pos === 'NOUN' &&
    /[^s]s$/.test(words[at + 1]!.lower) &&
    !['runs', 'races'].includes(words[at + 1]!.lower))
