import { EmbedError } from './embedder.ts'

type Item = { index?: unknown; embedding?: unknown }

/** Reads the vectors of an OpenAI-compatible response, in the order of the inputs and scaled to length 1. */
export function readEmbeddings(body: string, count: number, dimensions: number): Float32Array[] {
  const data = parseData(body)
  if (data.length !== count) throw bad(`${data.length} vectors for ${count} texts`)
  const vectors: Float32Array[] = new Array(count)
  for (const [position, item] of data.entries()) {
    // Some servers leave the index out, or send null, and keep the order.
    const index = Number(item.index ?? position)
    if (!(index in data) || vectors[index]) throw bad('an index that is missing, double or out of range')
    vectors[index] = toUnitVector(item.embedding, dimensions)
  }
  return vectors
}

function parseData(body: string): Item[] {
  let answer: { data?: unknown } | null
  try {
    answer = JSON.parse(body)
  } catch (cause) {
    throw bad('something that is not JSON', cause)
  }
  if (!Array.isArray(answer?.data)) throw bad('no list of vectors')
  return answer.data.map(item => item ?? {})
}

/** `dimensions` 0 accepts any length. */
function toUnitVector(values: unknown, dimensions: number): Float32Array {
  if (!Array.isArray(values)) throw bad('a vector that is not a list')
  if (dimensions !== 0 && values.length !== dimensions) {
    throw bad(`vectors of ${values.length} dimensions where ${dimensions} are expected`)
  }
  let squares = 0
  for (const value of values) {
    if (typeof value !== 'number') throw bad('a vector with something that is not a number')
    squares += value * value
  }
  const length = Math.sqrt(squares)
  if (!Number.isFinite(length) || length === 0) throw bad('a vector without a direction')
  // Scaled before it is stored: a value above 3.4e38 is infinite as a Float32.
  const vector = new Float32Array(values.length)
  for (let i = 0; i < vector.length; i++) vector[i] = values[i] / length
  return vector
}

function bad(what: string, cause?: unknown): EmbedError {
  return new EmbedError('embed.bad_response', `The embedding endpoint answered with ${what}`, { cause })
}
