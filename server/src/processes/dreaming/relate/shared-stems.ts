/** The stems two facts have in common. */
export const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] =>
  [...a].filter(stem => b.has(stem))

/** What two facts speak of besides whom they are about. */
export const sharedOf = (a: Spoken, b: Spoken): string[] =>
  shared(a.stems, b.stems).filter(stem => stem !== b.subject)

type Spoken = { stems: ReadonlySet<string>; subject: string }

const leastAlike = 5

/** As `shared`, where `weigh` and `weight` are one. */
export const sharedRoots = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] =>
  [...a].filter(stem => b.has(stem) || [...b].some(other => isOneRoot(stem, other)))

const isOneRoot = (a: string, b: string): boolean =>
  a.length >= leastAlike && b.length >= leastAlike && (a.startsWith(b) || b.startsWith(a))

/**
 * Cosine from which two facts with values of one kind are of one thing. On the tuning halves 31 of 38 pairs that update
 * each other are above, and of what only adds up 4 of 60, dates and prices left out.
 */
export const aboutTheSame = 0.6

/** So near that it need not be said as what is so now. */
export const nearlyTheSame = 0.75
