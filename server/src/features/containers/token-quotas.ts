import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { sumTokens } from './store.ts'

/** Time for which a sum is updated in memory before it is read again. */
const freshMs = 1_000
const maxCached = 10_000

/** `writing`: tokens of writes under way in this process, which the sum may not include yet. */
type Figure = { tokens: number; readAt: number; writing: number }

/**
 * Enforces the token quotas of organizations. It costs nothing without a quota. Otherwise the sum is read at most once
 * a second and updated in memory in between, so an add needs no query. Within a process the quota is exact: the sum is
 * read while nothing is written, and callers wait meanwhile. Several processes together may exceed it by what they
 * accept within that second. Nothing is refused because of an outdated sum.
 */
export class TokenQuotas {
  readonly #cells: Cells
  readonly #figures = new BoundedMap<string, Figure>(maxCached)
  /** Writes under way, and reads of a sum, by organization. */
  readonly #writes = new Map<string, Set<Promise<unknown>>>()
  readonly #readings = new Map<string, Promise<void>>()

  constructor(cells: Cells) {
    this.#cells = cells
  }

  /** Does a write that adds this many tokens, or refuses it. Tokens being written count for callers meanwhile. */
  async within<T>(organization: Organization, tokens: number, write: () => Promise<T>): Promise<T> {
    const quota = organization.tokenQuota
    if (quota === undefined || quota === null) return write()
    const figure = await this.#admit(organization, quota, tokens)
    const end = (written: number) => {
      figure.writing -= tokens
      figure.tokens += written
    }
    return this.#note(organization.id, write().then(passTo(end, tokens), throwAfter(end)))
  }

  /** The same for a write that comes later: its tokens count from now on, written or not, until the sum is read again. */
  async take(organization: Organization, tokens: number): Promise<void> {
    await this.within(organization, tokens, async () => undefined)
  }

  /** Refuses when the quota is used up. */
  async checkRoom(organization: Organization): Promise<void> {
    const quota = organization.tokenQuota
    if (quota === undefined || quota === null) return
    const figure = await this.#admit(organization, quota, 1)
    figure.writing -= 1
  }

  /** Returns the sum to which the tokens were added as being written. */
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

  /**
   * One read at a time, and only when no write is under way: a sum taken during writes includes some of them and not
   * others.
   */
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
        .map(({ cell, shards }) => inScope(cell, { org: id }, db => sumTokens(db, id, shards))),
    )
    const tokens = sums.reduce((sum, part) => sum + part, 0)
    this.#figures.set(id, { tokens, readAt, writing: 0 })
  }
}

/** Moves a finished write from `writing` to the sum in one step, so that it is always counted exactly once. */
const passTo =
  (end: (written: number) => void, tokens: number) =>
  <T>(written: T): T => {
    end(tokens)
    return written
  }

const throwAfter = (end: (written: number) => void) => (error: unknown) => {
  end(0)
  throw error
}

function exceeded({ tokens: stored, writing }: Figure, quota: number, tokens: number): AppError {
  return new AppError('quota.exceeded', {
    details: `${stored + writing} of ${quota} tokens are used. This document would add ${tokens}`,
  })
}
