/** A number as lists write it. `format` is the name in OOXML. */
export function formatNumber(value: number, format: string): string {
  if (format === 'lowerLetter') return toLetters(value)
  if (format === 'upperLetter') return toLetters(value).toUpperCase()
  if (format === 'lowerRoman') return toRoman(value)
  if (format === 'upperRoman') return toRoman(value).toUpperCase()
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  return String(value)
}

/** a, b, … z, aa, bb: Word repeats the letter. */
function toLetters(value: number): string {
  if (value < 1 || value > 780) return String(value)
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function toRoman(value: number): string {
  if (value < 1 || value > 3999) return String(value)
  let rest = value
  let text = ''
  for (const [size, letters] of romans)
    while (rest >= size) {
      text += letters
      rest -= size
    }
  return text
}
