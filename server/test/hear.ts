import { extractLocally } from '../src/language/english/extract-locally.ts'
import type { DatedFact } from '../src/language/english/fact.ts'

/** Extracts facts from a user's words. There are no vectors: tests of rules depend on the words. */
export function hear(text: string, saidAt: Date): DatedFact[] {
  const passage = {
    text: `user: ${text}`,
    from: 0,
    saidAt,
    origin: 'user' as const,
    entityContext: undefined,
  }
  return extractLocally(passage).map((fact, i) => ({
    ...fact,
    id: `${saidAt.toISOString()}.${i}`,
    saidAt,
    vector: undefined,
  }))
}
