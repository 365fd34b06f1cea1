/**
 * A search shows its best hits first, and the others when somebody scrolls to them: 40 fill two screens, and the server finds
 * and the browser draws them in less time than 100.
 */
const firstHits = 40
const mostHits = 100

export const limitOfPage = (page: number): number => (page === 1 ? firstHits : mostHits)

/** The further hits are another search, which also has the first ones: see `withoutRepeats`. */
export const pageAfter = (page: number, found: number): number | undefined =>
  page === 1 && found === firstHits ? 2 : undefined

/** A larger search may rank a little differently, so its pages are joined by id and not by position. */
export function withoutRepeats<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  })
}
