/**
 * Splits the work of many callers into pieces and serves one piece of each in turn, so a small call never waits for a
 * large one to end. Queries go before documents, because a person waits for them.
 */
export class FairQueue<Piece> {
  readonly #lines = { query: [] as Piece[][], document: [] as Piece[][] }

  /** Adds one caller's pieces. The returned function removes those not served yet. */
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
