import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { newId } from '../../platform/lib/ids.ts'
import { type EmbeddingModel, embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { placeContainer } from './place-container.ts'
import { insertEmbeddingSet, shareActiveSet } from './set-store.ts'
import {
  type ContainerKey,
  findContainer,
  findContainers,
  goneContainer,
  insertContainer,
  insertContainers,
} from './store.ts'

const maxCached = 100_000

/** The most lookups of its container that one write makes. The write fails only if the container is deleted that often meanwhile. */
const maxTries = 8

/**
 * Maps a tag to its container, which it creates at the first use. The mapping never changes while a container lives, so
 * it is cached: an add to a known container needs no lookup. If another process deleted or merged the container, the
 * database reports that at the write, and `retryIfClosed` repeats it.
 */
export class ContainerResolver {
  readonly #cells: Cells
  readonly #model: EmbeddingModel
  readonly #known = new BoundedMap<string, ContainerKey>(maxCached)

  constructor(cells: Cells, model: EmbeddingModel) {
    this.#cells = cells
    this.#model = model
  }

  async resolve(organization: Organization, tag: string): Promise<ContainerKey> {
    const name = `${organization.id}/${tag}`
    const known = this.#known.get(name)
    if (known) return known
    const key = await this.#findOrCreate(organization, tag)
    this.#known.set(name, key)
    return key
  }

  /** Resolves many tags with two statements per shard. Later calls of `resolve` find them in the cache. */
  async resolveAll(organization: Organization, tags: readonly string[]): Promise<void> {
    const unknown = tags.filter(tag => !this.#known.has(`${organization.id}/${tag}`))
    // One by one, a container of a scoped key is made within the bound of the key.
    if (unknown.length < 2) return
    const byShard = Map.groupBy(unknown, tag => placeContainer(organization, tag))
    for (const [shard, some] of byShard) {
      const keys = await this.#findOrCreateAll(shard, organization.id, some)
      for (const [tag, key] of keys) this.#known.set(`${organization.id}/${tag}`, key)
    }
  }

  #findOrCreateAll(shard: number, org: string, tags: string[]): Promise<Map<string, ContainerKey>> {
    return inScope(this.#cells.of(shard), { org }, async db => {
      const found = await findContainers(db, shard, org, tags)
      const missing = tags.filter(tag => !found.has(tag))
      if (missing.length === 0) return found
      await insertEmbeddingSet(db, shard, org, this.#model)
      const active = await shareActiveSet(db, shard, org)
      const made = missing.map(tag => ({ tag, shard, org, container: newId(shard) }))
      await insertContainers(db, made, active ?? embeddingSetOf(this.#model))
      return findContainers(db, shard, org, tags)
    })
  }

  /** Does a write, and repeats it with a fresh lookup when one of its containers was closed meanwhile. */
  async retryIfClosed<T>(write: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await write()
      } catch (error) {
        const gone = goneContainer(error)
        if (gone === undefined || tries === maxTries) throw error
        this.forget(gone)
      }
    }
  }

  forget(container: string): void {
    for (const [name, key] of this.#known) if (key.container === container) this.#known.delete(name)
  }

  async #findOrCreate(organization: Organization, tag: string): Promise<ContainerKey> {
    const shard = placeContainer(organization, tag)
    const org = organization.id
    for (let tries = 1; tries <= maxTries; tries++) {
      const found = await inScope(this.#cells.of(shard), { org }, db => findContainer(db, shard, org, tag))
      if (found) return keyOf(found)
      const key = { shard, org, container: newId(shard) }
      if (await this.#create(key, tag)) return key
    }
    // Each time, another process created the container first, and it was deleted before we could read it.
    throw new Error(`The container ${tag} is deleted as fast as it is made`)
  }

  /** Limited to the container that it creates: a scoped key whose tag has none yet sees no container at all. */
  #create(key: ContainerKey, tag: string): Promise<boolean> {
    const { shard, org } = key
    return inScope(this.#cells.of(shard), key, async db => {
      await insertEmbeddingSet(db, shard, org, this.#model)
      const active = await shareActiveSet(db, shard, org)
      return insertContainer(db, key, tag, active ?? embeddingSetOf(this.#model))
    })
  }
}

function keyOf({ shard, org, container }: ContainerKey): ContainerKey {
  return { shard, org, container }
}
