/** The longest numbers are whole numbers of 21 digits; larger ones have an exponent. */
const mostLetters = 24

let letters = Buffer.alloc(1024 * mostLetters)

/**
 * Writes pgvector's text form. Five digits are more than a half-precision float stores. Written digit by digit, because
 * rounding and printing each number with the language took seven times as long, a tenth of a chunk's cost apart from
 * its model.
 */
export function toVectorLiteral(vector: Float32Array): string {
  if (letters.length < (vector.length + 1) * mostLetters)
    letters = Buffer.alloc((vector.length + 1) * mostLetters)
  let at = 0
  for (let i = 0; i < vector.length; i++) {
    letters[at] = i === 0 ? opening : comma
    at = writeNumber(at + 1, vector[i]!)
  }
  if (at === 0) return '[]'
  letters[at] = closing
  return letters.toString('latin1', 0, at + 1)
}

const codeOf = (letter: string) => letter.charCodeAt(0)
const [opening, closing, comma] = [codeOf('['), codeOf(']'), codeOf(',')] as const
const [minus, point, zero] = [codeOf('-'), codeOf('.'), codeOf('0')] as const

/** Factors that make five digits of a number with zero to three zeros after its point. */
const scales = [1e5, 1e6, 1e7, 1e8]

/**
 * Returns the position after the number. The numbers of unit vectors are below one, and the few very small ones are
 * printed by the language.
 */
function writeNumber(start: number, value: number): number {
  const size = Math.abs(value)
  const zeros = size >= 0.1 ? 0 : size >= 0.01 ? 1 : size >= 0.001 ? 2 : 3
  let digits = Math.round(size * scales[zeros]!)
  if (!(digits >= 10_000 && digits <= 99_999)) return writePlainly(start, value)
  let count = 5
  for (; digits % 10 === 0; digits /= 10) count--
  let at = start
  if (value < 0) letters[at++] = minus
  letters[at++] = zero
  letters[at++] = point
  for (let i = 0; i < zeros; i++) letters[at++] = zero
  for (let i = at + count - 1; i >= at; i--) {
    const rest = Math.trunc(digits / 10)
    letters[i] = zero + digits - rest * 10
    digits = rest
  }
  return at + count
}

const writePlainly = (at: number, value: number) =>
  at + letters.write(String(Number(value.toPrecision(5))), at, 'latin1')
