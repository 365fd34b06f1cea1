/** Names the phases of a request for its `Server-Timing` header. */
export interface Timing {
  measure<T>(phase: string, work: () => Promise<T>): Promise<T>
}
