import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { readOnceInScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { oldestImportSeconds } from './backlog-store.ts'

/** Time for which an age is cached. Reading it takes 1 ms, and 40 ms beside 100,000 waiting documents. */
const freshMs = 30_000
const maxCached = 10_000
const retryAfterSeconds = 60

/**
 * Refuses imports of an organization whose earlier imports have waited too long. Its own backlog decides, because work is
 * shared fairly: the backlog of another organization delays it little.
 */
export class ImportBacklogs {
  readonly #cells: Cells
  readonly #maxSeconds: number
  readonly #ages = new BoundedMap<string, { age: Promise<number>; readAt: number }>(maxCached)

  /** `maxSeconds` 0 refuses nothing. */
  constructor(cells: Cells, maxSeconds: number) {
    this.#cells = cells
    this.#maxSeconds = maxSeconds
  }

  async check(organization: Organization): Promise<void> {
    if (this.#maxSeconds === 0) return
    const age = await this.#age(organization)
    if (age <= this.#maxSeconds) return
    throw new AppError('backlog.limited', {
      details: `The oldest document has waited for ${Math.round(age)} s. BULK_MAX_WAIT_SECONDS is ${this.#maxSeconds}`,
      retryAfterSeconds,
    })
  }

  #age(organization: Organization): Promise<number> {
    const known = this.#ages.get(organization.id)
    if (known && performance.now() - known.readAt < freshMs) return known.age
    const age = this.#read(organization)
    this.#ages.set(organization.id, { age, readAt: performance.now() })
    // A failed reading is not cached.
    age.catch(() => this.#ages.delete(organization.id))
    return age
  }

  async #read(organization: Organization): Promise<number> {
    const ages = this.#cells
      .reach(organization)
      .map(({ cell, shards }) =>
        readOnceInScope(cell, { org: organization.id }, db =>
          oldestImportSeconds(db, organization.id, shards),
        ),
      )
    return Math.max(0, ...(await Promise.all(ages)))
  }
}
