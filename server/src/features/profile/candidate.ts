import type { Duration } from '../../platform/lib/judgement.ts'

/** A memory that the profile may show. */
export type Candidate = {
  id: string
  text: string
  kind: string
  isLasting: boolean
  lasts: Duration | null
  /** 0: the words of people, 1: of an assistant, a document or a tool, 2: inferred and not approved. */
  source: number
  /** 0: about the owner, 1: a person, 2: a thing, 3: nobody in particular. */
  subject: number
  confidence: number | null
  /** The first date of the event, if it has one. */
  eventAt: Date | null
  saidAt: Date
}
