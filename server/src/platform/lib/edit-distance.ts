/**
 * The number of letters that are missing, added, replaced or swapped with the next one (Damerau-Levenshtein, optimal string
 * alignment). A distance above `most` need not be exact: words whose lengths differ by more are not compared.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [last, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? last[j - 2]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1, swapped))
    }
    ;[last, row] = [row, next]
  }
  return row[b.length]!
}
