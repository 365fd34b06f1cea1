/** The agreement of two engines on the same file: `precision` is the share of our tokens that the other has too. */
export type Agreement = { precision: number; recall: number }

export function compareTokens(reference: string, text: string): Agreement | undefined {
  const recall = tokenRecall(reference, text)
  return recall === undefined ? undefined : { recall, precision: tokenRecall(text, reference) ?? 1 }
}

/**
 * The share of a text that another contains. Tokens are runs of letters and digits, compared without case or
 * ligatures.
 */
export function tokenRecall(reference: string, text: string): number | undefined {
  const wanted = countTokens(reference)
  if (wanted.size === 0) return undefined
  const found = countTokens(text)
  let [hit, all] = [0, 0]
  for (const [token, count] of wanted) {
    hit += Math.min(count, found.get(token) ?? 0)
    all += count
  }
  return hit / all
}

function countTokens(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [token] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu))
    counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

const shingleTokens = 4

/** As the article extraction benchmark counts it: shingles of four tokens, each page with equal weight. */
export function compareArticles(reference: string, text: string): Agreement {
  const wanted = countShingles(reference)
  const given = countShingles(text)
  let hit = 0
  for (const [shingle, count] of wanted) hit += Math.min(count, given.get(shingle) ?? 0)
  const missed = total(wanted) - hit
  const surplus = total(given) - hit
  return { precision: shareOf(hit, surplus, missed), recall: shareOf(hit, missed, surplus) }
}

/** 1 when nothing is wrong on either side, 0 when there is nothing to be right about. */
function shareOf(hit: number, wrong: number, otherwiseWrong: number): number {
  if (wrong === 0 && otherwiseWrong === 0) return 1
  return hit === 0 ? 0 : hit / (hit + wrong)
}

function countShingles(text: string): Map<string, number> {
  const tokens = Array.from(text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu), ([token]) => token)
  const counts = new Map<string, number>()
  const last = Math.max(tokens.length === 0 ? -1 : 0, tokens.length - shingleTokens)
  for (let i = 0; i <= last; i++) {
    const shingle = tokens.slice(i, i + shingleTokens).join(' ')
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}

const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

export function f1Of({ precision, recall }: Agreement): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}
