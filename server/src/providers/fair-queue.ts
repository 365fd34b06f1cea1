/**
 * Work of many callers, cut in pieces and served one piece each in turn, so that a small call never waits for
 * a large one to end. Queries go before documents: a person waits for those.
 */
export class FairQueue<Piece> {
  readonly #lines = { query: [] as Piece[][], document: [] as Piece[][] }

  /** Adds one caller's pieces; the function returned takes back those not yet served. */
  add(pieces: readonly Piece[], purpose: 'query' | 'document'): () => void {
    const lines = this.#lines[purpose]
    const line = [...pieces]
    if (line.length > 0) lines.push(line)
    return () => {
      const place = lines.indexOf(line)
      if (place >= 0) lines.splice(place, 1)
    }
  }

  take(): Piece | undefined {
    const lines = this.#lines.query.length > 0 ? this.#lines.query : this.#lines.document
    const line = lines.shift()
    const piece = line?.shift()
    if (line && line.length > 0) lines.push(line)
    return piece
  }
}
