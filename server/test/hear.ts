import { extractLocally } from '../src/processes/dreaming/extract-locally.ts'
import type { DatedFact } from '../src/processes/dreaming/fact.ts'

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
