import type { Organization } from '../access/principal.ts'
import { placeContainer } from '../containers/place-container.ts'
import type { Cell, Reach } from '../db/cells.ts'
import { type Db, readInScope } from '../db/tx.ts'
import { type CountedTerms, countTerms } from '../lexical/count-terms.ts'
import { marks } from '../lexical/languages.ts'
import { queryVector, toSparseLiteral } from '../lexical/term-vector.ts'
import { LastMet, type Met } from '../lib/last-met.ts'
import { planRecall, type RecallPlan, type VectorIndex } from '../lib/plan-recall.ts'
import type { Rarity } from './compare-tokens.ts'
import { isNarrow, type Narrowing } from './narrowing-store.ts'
import * as places from './place-store.ts'
import type { SearchScope } from './scope-store.ts'
import { type FoundByWords, recallByWords } from './store.ts'

/** What is known of one cell before it is asked. */
export type Place = {
  cell: Cell
  plan: RecallPlan
  scope: SearchScope
  lexical: { vector: string; best: number; found: FoundByWords[] | undefined } | undefined
  rarity: Rarity
  activeSet: number
  /** The documents here that the question's `docId` names. */
  named: readonly places.NamedDocument[]
}

type PlaceQuestion = { q: string; docId?: string | undefined; limit: number; narrowing: Narrowing }

/** Statistics of an organization-wide search come from its largest containers: reading millions of them would cost more than they tell. */
const statisticsFrom = 64

const lately = new LastMet()

/** All that a search needs to know but its vector, read while the embedder works. Undefined: there is nothing to search. */
export async function preparePlace(
  organization: Organization,
  reach: Reach,
  tags: readonly string[],
  { q, docId, limit, narrowing }: PlaceQuestion,
): Promise<Place | undefined> {
  const { cell, shards } = reach
  const org = organization.id
  const placed = placeTags(organization, reach, tags)
  return readInScope(cell, { org }, async db => {
    const { met, counted } = await lately.count(
      JSON.stringify([cell.name, org, placed.map(({ tag }) => tag)]),
      () => meet(db, org, shards, placed, docId),
      ({ containers, readings }) =>
        countTerms(db, q, readings, terms =>
          places.readTermCounts(db, { org, shards, containers: [...containers], document: undefined }, terms),
        ),
    )
    if (met.containers.length === 0) return undefined
    const { containers, readings, chunks, largest, named } = met
    const document = docId === undefined ? undefined : (named[0]?.id ?? places.nobody)
    const scope = { org, shards, containers: tags.length > 0 ? containers : undefined, document }
    const plan = planRecall(chunks, limit, indexFor(scope, narrowing, largest!))
    const rarity = { counts: counted.counts, chunks, readings }
    // In a small container they take less time than to look at again what they found.
    const isAhead = plan.path !== 'exact' && !document && !isNarrow(narrowing)
    const lexical = await findByWords(db, { scope, plan, chunks, isAhead }, counted)
    // One for all: while two sets are about, both have all vectors.
    return { cell, plan, scope, lexical, rarity, activeSet: largest!.activeSet, named }
  })
}

type WordsPlace = { scope: SearchScope; plan: RecallPlan; chunks: number; isAhead: boolean }

/** The query's side of BM25, each term weighed by how rare it is; and what its words find, while the embedder works. */
async function findByWords(
  db: Db,
  { scope, plan, chunks, isAhead }: WordsPlace,
  { read, counts }: CountedTerms,
): Promise<Place['lexical']> {
  const { vector, best } = queryVector(read, counts, chunks)
  if (vector.size === 0) return undefined
  const lexical = { vector: toSparseLiteral(vector), best }
  const found = isAhead ? await recallByWords(db, { scope, plan, lexical }) : undefined
  return { ...lexical, found }
}

/** The tags asked for whose containers live here. None: the whole organization is meant, since `reachOf` asks no cell in vain. */
function placeTags(
  organization: Organization,
  { shards }: Reach,
  tags: readonly string[],
): places.PlacedTag[] {
  return tags
    .map(tag => ({ tag, shard: placeContainer(organization, tag) }))
    .filter(({ shard }) => shards.includes(shard))
}

type MetPlace = Met & {
  containers: string[]
  chunks: number
  largest: places.SearchedContainer | undefined
  named: places.NamedDocument[]
}

/** The containers there are and what is in them, and the documents of the name that is searched for, if it is one. */
async function meet(
  db: Db,
  org: string,
  shards: number[],
  placed: readonly places.PlacedTag[],
  docId: string | undefined,
): Promise<MetPlace> {
  const [found, named] = await Promise.all([
    placed.length > 0
      ? places.findContainers(db, org, placed)
      : places.largestContainers(db, org, shards, statisticsFrom),
    docId === undefined ? [] : places.findNamed(db, org, shards, placed, docId),
  ])
  return {
    containers: found.map(({ container }) => container),
    readings: [...new Set(found.flatMap(container => container.marks.map(mark => marks.get(mark)!)))],
    chunks: found.reduce((sum, container) => sum + container.chunks, 0),
    largest: found.length > 0 ? found.reduce((a, b) => (b.chunks > a.chunks ? b : a)) : undefined,
    named,
  }
}

/** For a container or an organization as a whole. Of a part of it, an index would lead past too much that is not wanted. */
function indexFor(
  { shards, containers, document }: SearchScope,
  narrowing: Narrowing,
  { index }: places.SearchedContainer,
): VectorIndex | undefined {
  const isWhole = shards.length === 1 && (containers?.length ?? 1) === 1 && !document && !isNarrow(narrowing)
  return isWhole && index ? index : undefined
}
