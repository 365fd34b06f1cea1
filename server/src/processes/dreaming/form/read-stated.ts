import { claimOf } from '../../../language/english/claim-of.ts'
import type { Fact, StatedDetails } from '../../../language/english/fact.ts'
import { nameInContext } from '../../../language/english/name-in-context.ts'
import { factKindOf } from '../../../language/english/rate-statement.ts'
import { isFirstPerson, toThirdPerson } from '../../../language/english/to-third-person.ts'
import { readWords, straighten } from '../../../language/english/words.ts'

export type StatedMemory = {
  text: string
  isStatic: boolean
  eventDates: Date[]
  /** The text of the version that a caller replaced with this one. */
  corrects: string | null
}

/**
 * Reads a memory that a caller wrote as a fact: `Lives in Rome`, `User lives in Rome` and `I live in Rome` are the
 * same fact.
 */
export function readStated(
  { corrects, ...statement }: StatedMemory,
  entityContext: string | undefined,
): Fact {
  const self = nameInContext(entityContext) ?? 'The user'
  const { told, ...said } = read(statement.text, self)
  const stated: StatedDetails = { told }
  if (corrects !== null) {
    const { told: _, ...corrected } = read(corrects, self)
    stated.corrects = { text: corrects, ...corrected }
  }
  return { ...statement, ...said, origin: 'api', confidence: 1, spans: [], stated }
}

function read(text: string, self: string): Pick<Fact, 'kind' | 'claim'> & { told: string } {
  const told = tell(straighten(text).trim(), self)
  const isOfSelf = told.startsWith(self)
  const subject = isOfSelf ? (self === 'The user' ? 'user' : self.toLowerCase()) : nameBefore(told)
  const words = readWords(told)
  return { told, kind: factKindOf(text), claim: claimOf(told, words, subject) }
}

function tell(text: string, self: string): string {
  const words = readWords(text)
  if (isFirstPerson(words)) return toThirdPerson(self, text, words)
  const named = text.replace(/^(?:the )?user(?='s | )/i, self)
  if (named !== text) return named
  return withoutSubject.test(text) ? `${self} ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

/** Openings of notes without a subject. Listed, because the tagger takes `Lives in Rome` for a name. */
const withoutSubject =
  /^(?:lives|works|likes|loves|prefers|has|is|was|does|owns|plays|speaks|studies|enjoys|hates|dislikes|wants|needs|plans|uses|drives|rides|runs|eats|drinks|reads|writes|watches|listens|keeps|collects|teaches|learns|practices|takes|goes|moved|started|stopped|switched|bought|joined|born|grew|adopted|married|never|always|usually|often|currently|recently|no longer) /i

/** The name at the beginning of a statement, without a possessive. */
const nameBefore = (told: string): string => /^\p{Lu}[\p{L}-]*/u.exec(told)?.[0].toLowerCase() ?? 'user'
