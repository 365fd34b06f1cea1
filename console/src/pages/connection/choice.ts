import type { Connection, Connector } from '@reverie/sdk'

/** What a connection imports: everything, or resources by their ids, each with its name. */
export type Choice = { isAll: boolean; picked: ReadonlyMap<string, string> }

export const choiceOf = ({ resources }: Pick<Connection, 'resources'>): Choice => ({
  isAll: resources === null,
  picked: new Map(resources?.map(({ id, name }) => [id, name ?? id])),
})

export function pick(choice: Choice, { id, name }: { id: string; name: string }, isPicked: boolean): Choice {
  const picked = new Map(choice.picked)
  if (isPicked) picked.set(id, name)
  else picked.delete(id)
  return { isAll: false, picked }
}

export const isSameChoice = (one: Choice, other: Choice): boolean =>
  one.isAll === other.isAll && (one.isAll || isEvery(one, other))

const isEvery = (one: Choice, other: Choice) =>
  one.picked.size === other.picked.size && [...one.picked.keys()].every(id => other.picked.has(id))

/** Whether documents that are there may have to go. `withoutChoice`: what is read while nothing is chosen. */
export function isNarrower(next: Choice, stored: Choice, withoutChoice: Connector['withoutChoice']): boolean {
  if (stored.isAll) return !next.isAll && withoutChoice !== 'nothing'
  if (next.isAll) return withoutChoice !== 'everything'
  return [...stored.picked.keys()].some(id => !next.picked.has(id))
}

/** The answer beside "only what is chosen". */
export const unchosenWords: Record<NonNullable<Connector['withoutChoice']>, string> = {
  everything: 'Everything that the account may read',
  usual: 'The usual ones',
  nothing: 'Nothing from this list',
}
