import type { Organization } from '../access/principal.ts'
import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import { readTokens } from './store.ts'

/** How long a figure is added to in memory before it is read again. */
const freshMs = 1_000
const remembered = 10_000

/** `writing`: tokens of writes that are under way here, which the sum may not hold yet. */
type Figure = { tokens: number; readAt: number; writing: number }

/**
 * Holds organizations to the tokens they may keep. Nobody without a quota pays anything for it; for the others the sum is
 * read at most once a second and added to in between, so an add asks the database nothing. Within a process the quota is
 * exact: the sum is read while nothing is written, and who asks meanwhile waits. Several processes may together go over
 * by what they accept within that second. Nothing is refused by a figure that is not fresh.
 */
export class TokenQuotas {
  readonly #cells: Cells
  readonly #figures = new Map<string, Figure>()
  /** Writes under way, and the reading of a sum, by organization. */
  readonly #writes = new Map<string, Set<Promise<unknown>>>()
  readonly #readings = new Map<string, Promise<void>>()

  constructor(cells: Cells) {
    this.#cells = cells
  }

  /** Does a write that adds so many tokens, or refuses it. What is being written counts for those who ask meanwhile. */
  async within<T>(organization: Organization, tokens: number, write: () => Promise<T>): Promise<T> {
    const quota = organization.tokenQuota
    if (quota === undefined || quota === null) return write()
    const figure = await this.#admit(organization, quota, tokens)
    const end = (kept: number) => {
      figure.writing -= tokens
      figure.tokens += kept
    }
    return this.#note(organization.id, write().then(passTo(end, tokens), throwAfter(end)))
  }

  /** The same for a write that comes after: it counts from now on, written or not, until the figure is read again. */
  async take(organization: Organization, tokens: number): Promise<void> {
    await this.within(organization, tokens, async () => undefined)
  }

  /** Refuses when there is no room for anything. */
  async checkRoom(organization: Organization): Promise<void> {
    const quota = organization.tokenQuota
    if (quota === undefined || quota === null) return
    const figure = await this.#admit(organization, quota, 1)
    figure.writing -= 1
  }

  /** The figure in which the tokens are noted as being written. */
  async #admit(organization: Organization, quota: number, tokens: number): Promise<Figure> {
    const { id } = organization
    const askedAt = performance.now()
    for (;;) {
      for (let reading = this.#readings.get(id); reading; reading = this.#readings.get(id)) await reading
      const figure = this.#figures.get(id)
      const hasRoom = figure && figure.tokens + figure.writing + tokens <= quota
      if (hasRoom && performance.now() - figure.readAt <= freshMs) {
        figure.writing += tokens
        return figure
      }
      if (figure && !hasRoom && figure.readAt >= askedAt) throw exceeded(figure, quota, tokens)
      await this.#read(organization)
    }
  }

  #note<T>(org: string, writing: Promise<T>): Promise<T> {
    const writes = this.#writes.get(org) ?? new Set()
    this.#writes.set(org, writes.add(writing))
    const forget = () => {
      writes.delete(writing)
      if (writes.size === 0) this.#writes.delete(org)
    }
    writing.then(forget, forget)
    return writing
  }

  /** One at a time, and when what is being written is written: a sum taken amid writes holds some of them and not others. */
  async #read(organization: Organization): Promise<void> {
    const { id } = organization
    if (this.#readings.has(id)) return
    const reading = this.#readQuietly(organization).finally(() => this.#readings.delete(id))
    this.#readings.set(id, reading)
    await reading
  }

  async #readQuietly(organization: Organization): Promise<void> {
    const { id } = organization
    const isWriting = () => this.#writes.has(id) || (this.#figures.get(id)?.writing ?? 0) > 0
    while (isWriting()) await Promise.allSettled(this.#writes.get(id) ?? [])
    const readAt = performance.now()
    const sums = await Promise.all(
      this.#cells
        .reach(organization)
        .map(({ cell, shards }) => inScope(cell, { org: id }, db => readTokens(db, id, shards))),
    )
    const tokens = sums.reduce((sum, part) => sum + part, 0)
    if (this.#figures.size >= remembered) this.#figures.delete(this.#figures.keys().next().value!)
    this.#figures.set(id, { tokens, readAt, writing: 0 })
  }
}

/** What a write comes to, once it is counted: in one step, so that nobody finds it neither being written nor kept. */
const passTo =
  (end: (kept: number) => void, tokens: number) =>
  <T>(written: T): T => {
    end(tokens)
    return written
  }

const throwAfter = (end: (kept: number) => void) => (error: unknown) => {
  end(0)
  throw error
}

function exceeded({ tokens: kept, writing }: Figure, quota: number, tokens: number): AppError {
  return new AppError('quota.exceeded', {
    details: `${kept + writing} of ${quota} tokens are used. This document would add ${tokens}`,
  })
}
