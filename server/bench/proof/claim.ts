export type Claim = {
  /** A sentence that a user understands. */
  statement: string
  /** The command at its whole size. */
  whole: string
  /** The command at the size of CI, if that is another. */
  small?: string
  /** The step of `.ci/run` that runs it: the small command, or the whole one if there is no small one. */
  step?: string
  /** Puts the last line of the command into words: `{documents} documents, {lost} lost`. See `figures.ts`. */
  summary: string
  /** A command that must fail, or the reason why there is none. */
  sabotage: Sabotage | string
}

/** The command without the mechanism behind the claim. */
export type Sabotage = {
  command: string
  /** Says in words that the mechanism is missing. */
  because: string
  /** At least one of these figures is then not zero, so the command fails for this reason and no other. */
  failsBy?: readonly string[]
}

/** Claims by name, by the area that the page shows them in. */
export type Claims = Readonly<Record<string, Readonly<Record<string, Claim>>>>

export type Form = 'whole' | 'small' | 'broken'

export const forms: readonly Form[] = ['whole', 'small', 'broken']

export function findClaim(claims: Claims, name: string): Claim | undefined {
  return Object.values(claims).find(area => Object.hasOwn(area, name))?.[name]
}

export function commandOf(claim: Claim, form: Form): string | undefined {
  if (form !== 'broken') return claim[form]
  return typeof claim.sabotage === 'string' ? undefined : claim.sabotage.command
}

/** The form that `.ci/run` runs. */
export const formInCi = (claim: Claim): Form => (claim.small === undefined ? 'whole' : 'small')
