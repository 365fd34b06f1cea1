import type { DatedFact, Fact } from '../../../language/english/fact.ts'

/** Something nobody said that follows from what was said. */
export type Inference<F extends DatedFact = DatedFact> = {
  text: string
  isStatic: boolean
  /** 0 to 1, below that of what it follows from. */
  confidence: number
  from: F[]
  /** For people. */
  reason: string
}

/**
 * A way to infer. It sees the facts that are about one subject and are so at present, in the order they were said, and says
 * what follows: rather nothing than something that might be wrong.
 */
export type Rule = {
  name: string
  /** The subjects a fact may be a premise for. */
  subjectsOf(fact: Fact): string[]
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[]
}

/** The user, or a name, at the beginning of what is told of them. */
export const who = String.raw`(The user|\p{Lu}[\p{L}-]+)`

/** As it is told of whom it is about, without the dates that were put in brackets. */
export const toldOf = ({ text, stated }: Fact): string =>
  (stated?.told ?? text).replaceAll(/ \((?:since|from|until|to) [^)]*\)/g, '')

export const certaintyOf = (facts: readonly Fact[], times: number): number =>
  Number((Math.min(...facts.map(({ confidence }) => confidence)) * times).toFixed(3))

/** Told with doubt, as a wish, of a story or of what is over. */
export const isDoubtful = (text: string): boolean =>
  /\bmay\b/.test(text) ||
  /\b(?:not|never|n't|if|maybe|perhaps|might|would|wish\w*|hop(?:es|ing)|plan\w*|want\w*|think\w*|thought|consider\w*|imagin\w*|dream\w*|pretend\w*|character|novel|story|fiction\w*|game|late|former|used to|ex|no longer|divorc\w*|widow\w*|broke up|split up|passed away|died|death|estranged|future|almost|nearly|about to|as if|said|says)\b|n't\b|\?/i.test(
    text,
  )
