import { type Canary, forever, type Model, type Principal, type Thing } from './leak-model.ts'

/** Random numbers from which an operation makes its choices. */
export type Draw = { kind: number; who: number; a: number; b: number; c: number }

/** One request, who may send it, and the effect of its response on the model. */
export type Operation = {
  method: string
  path: string
  body?: unknown
  /** Set for a signed URL, which needs no key. It gives access to the file of this thing and to nothing else. */
  linkOf?: Thing
  /** True if scoped keys get 403. */
  isForOrganizations?: boolean
  /** The tags in the request. A scoped key gets 403 for a tag other than its own. */
  tags?: string[]
  /** The thing that the request names by id. */
  target?: Thing
  /** The statuses that are correct if the caller is allowed to do this. */
  good: number[]
  /** True if the response may contain only things with these tags. */
  isWithin?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a black box may answer anything
  onGood?(body: any, answeredAt: number, status: number, headers: Headers): void
  /** The things that it deletes or moves if the caller is allowed to. */
  changes?: Thing[]
  /** Called after any response. */
  onEnd?(): void
}

export type World = {
  model: Model
  /** Every organization has the same tags, so only the key tells them apart. Scoped keys exist for the first ones. */
  tags: string[]
  /** The tags that operations merge and delete. */
  spare: string[]
  keyIds: { org: string; id: string }[]
  mergeIds: { org: string; id: string }[]
  /** The receipts of deletions, with the key that made them. */
  erasures: { org: string; key: string; id: string }[]
  links: { thing: Thing; path: string }[]
}

export type Make = (world: World, who: Principal, draw: Draw) => Operation | undefined

export const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

/** Records the receipts of a deletion. */
export function receive(world: World, { org, key }: Principal, ids: readonly (string | null)[]): void {
  for (const id of ids) if (id) world.erasures.push({ org, key, id })
}

/** Mostly returns a tag that the caller may use; sometimes any tag. */
export function tagFor({ tags, spare }: World, { tag }: Principal, { a, b }: Draw): string {
  if (tag !== undefined && a % 6 > 0) return tag
  return at(b % 5 === 0 ? spare : tags, a)
}

/** Makes a new word. The content of a spare tag may be merged into another at any moment, even while it is added. */
export function plant({ model, spare }: World, org: string, tag: string, further?: string[]): Canary {
  const canary = model.plant(org, tag, further)
  if (spare.includes(tag)) canary.places.push(...spare.map(other => ({ tag: other, until: forever })))
  return canary
}

export const tell = ({ word }: Canary, n: number) =>
  `Note ${word} says that Ada keeps ${n % 97} kilns by the river.`

/** Makes a query, by tag or for everything, often with a word that belongs to somebody else. */
export function question(world: World, who: Principal, draw: Draw) {
  const isTagged = draw.c % 3 > 0
  const tags = isTagged ? [tagFor(world, who, draw)] : undefined
  const secret = world.model.pick(draw.b)?.canaries[0]?.word ?? 'nothing'
  return { tags, secret, ...(tags && { containerTags: tags }) }
}
