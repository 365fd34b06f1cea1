import type { Principal } from '../../platform/access/principal.ts'
import { allowedTags } from '../../platform/access/principal.ts'
import type { Cell, CellShards, Cells } from '../../platform/db/cells.ts'
import { freshCell } from '../../platform/db/fresh-cell.ts'
import type { Embedder, Embedders } from '../../platform/providers/embedding/embedder.ts'
import type { Timing } from '../../platform/routing/timing.ts'
import { placeContainer } from '../containers/place-container.ts'
import type { ContainerCache } from './container-cache.ts'
import { type EmbeddedQuery, embedQuery } from './embed-query.ts'
import type { Ranking } from './fuse-scores.ts'

export type RecallApp = Embedders & {
  cells: Cells
  containerCache: ContainerCache
  /** Replaces the default weights, to measure the effect of each. */
  ranking?: Ranking | undefined
}

type RequestInput<App> = {
  app: App
  principal: Principal
  /** Empty: the whole organization, or the container that the key is limited to. */
  containerTags: readonly string[]
  timing?: Timing | undefined
  signal: AbortSignal
}

const untimed: Timing = { measure: (_, work) => work() }

/**
 * One request that searches: its caller, its containers, and the signal that aborts it. The constructor checks the tags, so no
 * search can forget to. All searches of a request share its query vectors.
 */
export class SearchRequest<App extends RecallApp = RecallApp> {
  readonly app: App
  readonly principal: Principal
  /** The tags that the key may search. Empty: the whole organization. */
  readonly tags: readonly string[]
  readonly timing: Timing
  readonly signal: AbortSignal
  readonly #queries = new Map<string, Map<Embedder, Promise<EmbeddedQuery>>>()
  readonly #cells = new Map<Cell, Promise<Cell>>()

  constructor({ app, principal, containerTags, timing = untimed, signal }: RequestInput<App>) {
    this.app = app
    this.principal = principal
    this.tags = allowedTags(principal, containerTags)
    this.timing = timing
    this.signal = signal
  }

  get org(): string {
    return this.principal.organization.id
  }

  /** The cell to read from, by which a replica may answer. All searches of the request read from the same one. */
  readFrom({ cell, shards }: CellShards): Promise<Cell> {
    const known =
      this.#cells.get(cell) ?? freshCell(cell, { org: this.org, shards, tags: this.#tagsIn(shards) })
    this.#cells.set(cell, known)
    known.catch(() => undefined)
    return known
  }

  /** The cell from which this request has read the rows of a shard. */
  async cellOf(shard: number): Promise<Cell> {
    const cell = this.app.cells.of(shard)
    return this.#cells.get(cell) ?? cell
  }

  #tagsIn(shards: readonly number[]): string[] | undefined {
    const { organization } = this.principal
    if (this.tags.length === 0) return undefined
    return [...new Set(this.tags)].filter(tag => shards.includes(placeContainer(organization, tag)))
  }

  /** Embeds a query once per model. Only the caller that awaits the result gets its failure. */
  embed(embedder: Embedder, q: string): Promise<EmbeddedQuery> {
    const known = this.#queries.get(q) ?? new Map<Embedder, Promise<EmbeddedQuery>>()
    this.#queries.set(q, known)
    const embedded = known.get(embedder) ?? embedQuery(embedder, q, this.signal)
    known.set(embedder, embedded)
    embedded.catch(() => undefined)
    return embedded
  }
}
