/** Random numbers that are the same in every run (mulberry32), in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A unit vector near `centre`; with a spread of 1 their cosine is about 0.7, like texts on one subject. */
export function nearVector(random: () => number, centre: Float32Array, spread: number): Float32Array {
  const vector = new Float32Array(centre.length)
  // Uniform noise in ±1 has a variance of a third; this factor gives the noise the length `spread`.
  const scale = spread * Math.sqrt(3 / centre.length)
  for (let i = 0; i < vector.length; i++) vector[i] = centre[i]! + scale * (2 * random() - 1)
  return normalise(vector)
}

export function normalise(vector: Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square) || 1
  return vector.map(value => value / length)
}

/** Words that no stemmer changes: each ends in a letter that no English suffix has. */
export function makeVocabulary(size: number): string[] {
  const onsets = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 't', 'v', 'z']
  const vowels = ['a', 'i', 'o', 'u']
  const syllables = onsets.flatMap(onset => vowels.map(vowel => onset + vowel))
  const syllable = (i: number) => syllables[i % syllables.length]!
  return Array.from({ length: size }, (_, i) => {
    const base = syllables.length
    return `${syllable(i)}${syllable(Math.floor(i / base))}${syllable(Math.floor(i / base / base))}k`
  })
}

/** Draws words as in texts without stop words (Zipf–Mandelbrot): the commonest is about one in a hundred. */
export function drawWord(random: () => number, vocabulary: readonly string[]): string {
  const offset = 10
  const rank = Math.floor(offset * (1 + vocabulary.length / offset) ** random()) - offset
  return vocabulary[Math.max(0, Math.min(rank, vocabulary.length - 1))]!
}
