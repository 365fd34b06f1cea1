/** At least one example, so that a rule without examples does not compile. */
export type Examples = readonly [string, ...string[]]

/**
 * A judgement about a text by one expression. `server/test/rules.test.ts` runs the examples of every rule, and
 * `npm run eval -- rules` counts how often each rule fires.
 */
export type Rule = {
  /** Unique among all rules. */
  name: string
  expression: RegExp
  matches: Examples
  rejects: Examples
  /** The reason to keep a rule that fires in none of our sets. */
  keptFor?: string
}

/** A rule that replaces the words it matches. Where several are tried, the first one that matches counts. */
export type Rewriting = Rule & { becomes: string }
