/** What a fact does to one that was said before it. */
export type FactRelation = {
  kind: 'same' | 'updates' | 'extends'
  /** Shown to people. */
  reason: string
  /** Made by a caller: it also holds against every later fact that repeats the corrected version. */
  isCorrection?: true
}
