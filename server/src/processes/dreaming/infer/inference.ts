import type { DatedFact, Fact } from '../../../language/english/fact.ts'

/** A statement that nobody made, but that follows from facts. */
export type Inference<F extends DatedFact = DatedFact> = {
  text: string
  isStatic: boolean
  /** From 0 to 1, and lower than the confidence of its premises. */
  confidence: number
  from: F[]
  /** Shown to people. */
  reason: string
}

/**
 * An inference rule. It gets the current facts about one subject in the order they were said, and returns what
 * follows. In doubt it infers nothing.
 */
export type InferenceRule = {
  name: string
  /** The subjects a fact may be a premise for. */
  subjectsOf(fact: Fact): string[]
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[]
}

/** The user or a name, at the beginning of a statement about them. */
export const personPattern = String.raw`(The user|\p{Lu}[\p{L}-]+)`

/** The statement in the third person, without the dates added in brackets. */
export const thirdPersonText = ({ text, stated }: Fact): string =>
  (stated?.told ?? text).replaceAll(/ \((?:since|from|until|to) [^)]*\)/g, '')

export const confidenceOf = (facts: readonly Fact[], times: number): number =>
  Number((Math.min(...facts.map(({ confidence }) => confidence)) * times).toFixed(3))

/** The statement is doubtful, a wish, fiction, or about something past. */
export const isDoubtful = (text: string): boolean =>
  /\bmay\b/.test(text) ||
  /\b(?:not|never|n't|if|maybe|perhaps|might|would|wish\w*|hop(?:es|ing)|plan\w*|want\w*|think\w*|thought|consider\w*|imagin\w*|dream\w*|pretend\w*|character|novel|story|fiction\w*|game|late|former|used to|ex|no longer|divorc\w*|widow\w*|broke up|split up|passed away|died|death|estranged|future|almost|nearly|about to|as if|said|says)\b|n't\b|\?/i.test(
    text,
  )
