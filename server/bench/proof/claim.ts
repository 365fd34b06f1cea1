export type Claim = {
  /** A sentence that a user understands. */
  says: string
  /** The command at its whole size. */
  whole: string
  /** The command at the size of CI, if that is another. */
  small?: string
  /** The step of `.ci/run` that runs it: the small command, or the whole one if there is no small one. */
  step?: string
  /** Says in words what the last line of the command shows: `{documents} documents, {lost} lost`. See `figures.ts`. */
  seen: string
  broken: Broken
  /** The reason why the whole command was not run on machines like those of the journal. */
  notRun?: string
}

export type Broken =
  | {
      /** The command with its mechanism taken away: it must fail. */
      command: string
      /** What was taken away. */
      by: string
      /** Figures of which at least one is not zero then, so that it fails for this reason and no other. */
      shows?: readonly string[]
    }
  /** The reason why it cannot be broken from outside. */
  | string

/** Claims by name, by the area that the page shows them in. */
export type Claims = Readonly<Record<string, Readonly<Record<string, Claim>>>>

export type Form = 'whole' | 'small' | 'broken'

export const forms: readonly Form[] = ['whole', 'small', 'broken']

export function findClaim(claims: Claims, name: string): Claim | undefined {
  return Object.values(claims).find(area => Object.hasOwn(area, name))?.[name]
}

export function commandOf(claim: Claim, form: Form): string | undefined {
  if (form === 'broken') return typeof claim.broken === 'string' ? undefined : claim.broken.command
  return claim[form]
}

/** The form that `.ci/run` runs. */
export const formInCi = (claim: Claim): Form => (claim.small === undefined ? 'whole' : 'small')
