import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import type { Organization } from '../keys/principal.ts'
import { newId } from '../lib/ids.ts'
import { type EmbeddingModel, embeddingSetOf } from '../providers/embedder.ts'
import { placeContainer } from './place-container.ts'
import { type ContainerKey, findContainer, insertContainer, insertEmbeddingSet } from './store.ts'

const remembered = 100_000

/**
 * Tag → container, making the container at its first use. The answer never changes while a container lives, so it
 * is remembered: an add to a known container asks the database nothing about it.
 */
export class ContainerResolver {
  readonly #cells: Cells
  readonly #model: EmbeddingModel
  readonly #known = new Map<string, ContainerKey>()

  constructor(cells: Cells, model: EmbeddingModel) {
    this.#cells = cells
    this.#model = model
  }

  async resolve(organization: Organization, tag: string): Promise<ContainerKey> {
    const name = `${organization.id}/${tag}`
    const known = this.#known.get(name)
    if (known) return known
    const key = await this.#findOrCreate(organization, tag)
    // Oldest first out: a Map keeps insertion order.
    if (this.#known.size >= remembered) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(name, key)
    return key
  }

  async #findOrCreate(organization: Organization, tag: string): Promise<ContainerKey> {
    const shard = placeContainer(organization, tag)
    return inScope(this.#cells.of(shard), { org: organization.id }, async db => {
      const found = await findContainer(db, shard, organization.id, tag)
      if (found) return keyOf(found)
      await insertEmbeddingSet(db, shard, organization.id, this.#model)
      const key = { shard, org: organization.id, container: newId(shard) }
      await insertContainer(db, key, tag, embeddingSetOf(this.#model))
      return keyOf((await findContainer(db, shard, organization.id, tag))!)
    })
  }
}

function keyOf({ shard, org, container }: ContainerKey): ContainerKey {
  return { shard, org, container }
}
