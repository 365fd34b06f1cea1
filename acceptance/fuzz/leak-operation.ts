import { type Canary, forever, type Model, type Principal, type Thing } from './leak-model.ts'

/** Numbers from the generator, which an operation takes to choose by. */
export type Draw = { kind: number; who: number; a: number; b: number; c: number }

/** One request, who may make it, and what follows from its answer. */
export type Operation = {
  method: string
  path: string
  body?: unknown
  /** Needs no key: whoever has the link of this thing's file may read it, and nothing else. */
  linkOf?: Thing
  /** Refused to scoped keys. */
  isForOrganizations?: boolean
  /** The tags it names: of another than its own, a scoped key may not. */
  tags?: string[]
  /** What it names by id. */
  target?: Thing
  /** Statuses that may come of it where the caller may do it. */
  good: number[]
  /** Answers are about these tags alone. */
  isWithin?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a black box may answer anything
  onGood?(body: any, answeredAt: number, status: number, headers: Headers): void
  /** What it deletes or moves, if it may. */
  changes?: Thing[]
  /** However it was answered. */
  onEnd?(): void
}

export type World = {
  model: Model
  /** The same names in every organization: nothing but the key tells them apart. Scoped keys are for the first ones. */
  tags: string[]
  /** Tags that are merged and deleted. */
  spare: string[]
  keyIds: { org: string; id: string }[]
  mergeIds: { org: string; id: string }[]
  /** Receipts of what was deleted, and with which key. */
  erasures: { org: string; key: string; id: string }[]
  links: { thing: Thing; path: string }[]
}

export type Make = (world: World, who: Principal, draw: Draw) => Operation | undefined

export const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

/** Notes the receipt of a deletion. */
export function receive(world: World, { org, key }: Principal, ids: readonly (string | null)[]): void {
  for (const id of ids) if (id) world.erasures.push({ org, key, id })
}

/** Mostly a tag the caller may use; now and then any. */
export function tagFor({ tags, spare }: World, { tag }: Principal, { a, b }: Draw): string {
  if (tag !== undefined && a % 6 > 0) return tag
  return at(b % 5 === 0 ? spare : tags, a)
}

/** What is in a spare tag may be merged into another at any moment, also while it is added. */
export function plant({ model, spare }: World, org: string, tag: string, further?: string[]): Canary {
  const canary = model.plant(org, tag, further)
  if (spare.includes(tag)) canary.places.push(...spare.map(other => ({ tag: other, until: forever })))
  return canary
}

export const tell = ({ word }: Canary, n: number) =>
  `Note ${word} says that Ada keeps ${n % 97} kilns by the river.`

/** Asks by tag or for all, and often with somebody's secret. */
export function question(world: World, who: Principal, draw: Draw) {
  const isTagged = draw.c % 3 > 0
  const tags = isTagged ? [tagFor(world, who, draw)] : undefined
  const secret = world.model.pick(draw.b)?.canaries[0]?.word ?? 'nothing'
  return { tags, secret, ...(tags && { containerTags: tags }) }
}
