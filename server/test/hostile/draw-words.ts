/** Capital letters, five dots wide and seven high. */
const letters: Record<string, string> = {
  A: '.###.#...##...#######...##...##...#',
  D: '####.#...##...##...##...##...#####.',
  E: '######....#....####.#....#....#####',
  H: '#...##...##...#######...##...##...#',
  L: '#....#....#....#....#....#....#####',
  O: '.###.#...##...##...##...##...#.###.',
  R: '####.#...##...#####.#.#..#..#.#...#',
  W: '#...##...##...##.#.##.#.###.###...#',
  ' ': '.'.repeat(35),
}

const scale = 8
const margin = 40

/** Draws words as a picture (PGM, which needs no library), for tests of OCR. */
export function drawWords(words: string): Buffer {
  const width = words.length * 6 * scale + 2 * margin
  const height = 7 * scale + 2 * margin
  const pixels = Buffer.alloc(width * height, 0xff)
  for (const [position, letter] of [...words].entries())
    for (const [dot, ink] of [...letters[letter]!].entries())
      if (ink === '#') fill(position * 6 + (dot % 5), Math.floor(dot / 5))
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])

  function fill(column: number, row: number): void {
    for (let y = 0; y < scale; y++) {
      const start = (margin + row * scale + y) * width + margin + column * scale
      pixels.fill(0, start, start + scale)
    }
  }
}
