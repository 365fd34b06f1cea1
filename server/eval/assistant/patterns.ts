/** Removes accents and kinds of quotes and dashes, which make no difference: `Göteborg’s` is `Goteborg's`. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’‚ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/Ø/g, 'O')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')

/** The form in which a text is compared with patterns. Spaces and line breaks count as one space. */
export const foldText = (text: string): string => fold(text).replace(/\s+/g, ' ').trim()

/** The error names the label and not the pattern, because nobody is to read the patterns of sealed sets. */
export function compile(label: string, sources: readonly string[] = []): RegExp[] {
  try {
    return sources.map(source => new RegExp(fold(source), 'is'))
  } catch {
    throw new Error(`${label}: a pattern is not a regular expression`)
  }
}

/** False without patterns: they would match everything. */
export const matchesAll = (patterns: readonly RegExp[], folded: string): boolean =>
  patterns.length > 0 && patterns.every(pattern => pattern.test(folded))

export const matchesAny = (patterns: readonly RegExp[], folded: string): boolean =>
  patterns.some(pattern => pattern.test(folded))
