import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Organization } from '../keys/principal.ts'
import { readTokens } from './store.ts'

/** How long a figure is added to in memory before it is read again. */
const freshMs = 1_000
const remembered = 10_000

type Figure = { tokens: number; readAt: number }

/**
 * Holds organizations to the tokens they may keep. Nobody without a quota pays anything for it; for the others the sum is
 * read at most once a second and added to in between, so an add asks the database nothing. Several processes may
 * together go over by what they accept within that second. Nothing is refused by a figure that is not fresh.
 */
export class TokenQuotas {
  readonly #cells: Cells
  readonly #figures = new Map<string, Figure>()
  /** Tokens of writes that are under way here, which no figure knows yet. */
  readonly #writing = new Map<string, number>()

  constructor(cells: Cells) {
    this.#cells = cells
  }

  /** Does a write that adds so many tokens, or refuses it. What is being written counts for those who ask meanwhile. */
  async within<T>(organization: Organization, tokens: number, write: () => Promise<T>): Promise<T> {
    const quota = organization.tokenQuota
    if (quota === undefined || quota === null) return write()
    await this.#admit(organization, quota, tokens)
    const { id } = organization
    this.#writing.set(id, this.#inFlight(id) + tokens)
    try {
      const written = await write()
      const figure = this.#figures.get(id)
      if (figure) figure.tokens += tokens
      return written
    } finally {
      const left = this.#inFlight(id) - tokens
      if (left > 0) this.#writing.set(id, left)
      else this.#writing.delete(id)
    }
  }

  /** The same for a write that comes after: it counts from now on, written or not, until the figure is read again. */
  async take(organization: Organization, tokens: number): Promise<void> {
    await this.within(organization, tokens, async () => undefined)
  }

  async #admit(organization: Organization, quota: number, tokens: number): Promise<void> {
    const used = (figure: Figure) => figure.tokens + this.#inFlight(organization.id)
    let figure = this.#figures.get(organization.id)
    if (!figure || Date.now() - figure.readAt > freshMs || used(figure) + tokens > quota)
      figure = await this.#read(organization)
    if (used(figure) + tokens > quota)
      throw new AppError('quota.exceeded', {
        details: `${used(figure)} of ${quota} tokens are used, and this would add ${tokens}`,
      })
  }

  #inFlight(org: string): number {
    return this.#writing.get(org) ?? 0
  }

  async #read(organization: Organization): Promise<Figure> {
    const sums = await Promise.all(
      this.#cells
        .reach(organization)
        .map(({ cell, shards }) =>
          inScope(cell, { org: organization.id }, db => readTokens(db, organization.id, shards)),
        ),
    )
    const figure = { tokens: sums.reduce((sum, tokens) => sum + tokens, 0), readAt: Date.now() }
    if (this.#figures.size >= remembered) this.#figures.delete(this.#figures.keys().next().value!)
    this.#figures.set(organization.id, figure)
    return figure
  }
}
