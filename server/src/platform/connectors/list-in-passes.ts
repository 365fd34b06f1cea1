import { z } from 'zod'
import { type Batch, type Change, ItemError, SourceError } from './connector.ts'
import { packLines, unpackLines } from './pack-lines.ts'

/** Where a connector is whose provider lists items by the time of their last edit. */
export const passState = z.object({
  /** Hash of what is asked for. With another one, everything is read from the beginning. */
  scope: z.string(),
  /** When the last complete listing began, by our clock. */
  fullAt: z.string(),
  /** Time of the newest edit that the last pass met, by the provider's clock. */
  since: z.string().optional(),
  /** Ids of all items that are there, packed. */
  known: z.string(),
  /** The pass under way. */
  pass: z
    .object({
      isFull: z.boolean(),
      began: z.string(),
      newest: z.string().optional(),
      cursor: z.string().optional(),
      /** Ids that it has met, packed. */
      met: z.string(),
      /** The listing is through; missing items are being asked for. */
      isListed: z.boolean().optional(),
    })
    .optional(),
})
export type PassState = z.infer<typeof passState>

export type Entry = { id: string; editedAt: string; change: Change }
export type EntryPage = { entries: Entry[]; next: string | undefined }

/** A provider that lists items by the time of their last edit, and does not report what is gone. */
export type Lister = {
  scope: string
  now: Date
  /** A pass goes back this much further than the last one: edits may show late, and times are rounded. */
  overlapMs: number
  /** Up to this many items, each pass lists everything. Beyond, one a day does, because pages that are shared late keep old times. */
  alwaysFullUpTo: number
  /** One page of what was edited since then, or of everything. `bad cursor`: the provider no longer knows it. */
  list(cursor: string | undefined, since: string | undefined): Promise<EntryPage | 'bad cursor'>
  /** One item as it is now. */
  find(id: string): Promise<Change>
}

const dayMs = 86_400_000
/** Two million items, where a page has a hundred. */
const maxPages = 20_000
/** Items that are asked for before a checkpoint. */
const findsPerBatch = 20

/**
 * Lists in passes, and finds what is gone. An item that a complete listing does not show is asked for by its id before it is
 * deleted: listings with cursors may skip an item when another one is deleted meanwhile, and some are known to leave items out.
 */
export async function* listInPasses(
  lister: Lister,
  checkpoint: PassState | undefined,
): AsyncGenerator<Batch<PassState>> {
  if (checkpoint && checkpoint.scope !== lister.scope)
    throw new SourceError('checkpoint_expired', 'The settings have changed.')
  const pass = new Pass(lister, checkpoint)
  let state = pass.state()
  for (let pages = 1; !pass.isListed; pages++) {
    if (pages > maxPages)
      throw new SourceError('provider_unavailable', 'The list of the source does not end.')
    const page = await readPage(lister, pass)
    pass.take(page)
    if (pass.isListed || pages % pass.pagesPerState === 0) state = pass.state()
    yield { changes: page.entries.map(({ change }) => change), checkpoint: state, progress: pass.progress }
  }
  for (let gone = pass.missing(); gone.length > 0; gone = pass.missing()) {
    const changes: Change[] = []
    for (const id of gone) changes.push(pass.settle(id, await lister.find(id)))
    yield { changes, checkpoint: pass.state(), progress: pass.progress }
  }
  yield { changes: [], checkpoint: pass.end(), progress: pass.progress }
}

/** A cursor that has expired begins the listing again. What was met stays met. */
async function readPage(lister: Lister, pass: Pass): Promise<EntryPage> {
  const page = await list(lister, pass.cursor, pass.since)
  if (page !== 'bad cursor') return page
  const first = pass.cursor === undefined ? page : await list(lister, undefined, pass.since)
  if (first === 'bad cursor')
    throw new SourceError('provider_unavailable', 'The source refuses the first page of its list.')
  return first
}

/** A page that is too large is a fault of the source, and not of an item. */
async function list(lister: Lister, cursor: string | undefined, since: string | undefined) {
  try {
    return await lister.list(cursor, since)
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    throw new SourceError('provider_unavailable', error.message, { cause: error })
  }
}

class Pass {
  cursor: string | undefined
  isListed: boolean
  readonly #lister: Lister
  readonly #known: Set<string>
  readonly #met: Set<string>
  readonly #last: Pick<PassState, 'fullAt' | 'since'>
  readonly #isFull: boolean
  readonly #began: string
  #newest: string | undefined

  constructor(lister: Lister, checkpoint: PassState | undefined) {
    const { pass } = checkpoint ?? {}
    this.#lister = lister
    this.#known = new Set(unpackLines(checkpoint?.known ?? ''))
    this.#met = new Set(unpackLines(pass?.met ?? ''))
    this.#began = pass?.began ?? lister.now.toISOString()
    this.#last = checkpoint ?? { fullAt: this.#began }
    this.#isFull = pass?.isFull ?? (checkpoint === undefined || this.#isFullDue(checkpoint))
    this.#newest = pass?.newest
    this.cursor = pass?.cursor
    this.isListed = pass?.isListed ?? false
  }

  /** A clock that was set back is no reason to wait. */
  #isFullDue({ fullAt, since }: PassState): boolean {
    const age = Math.abs(this.#lister.now.getTime() - Date.parse(fullAt))
    return since === undefined || this.#known.size <= this.#lister.alwaysFullUpTo || age >= dayMs
  }

  /** Where the listing ends. Undefined: at the first item. */
  get since(): string | undefined {
    const { since } = this.#last
    if (this.#isFull || since === undefined) return undefined
    return new Date(Date.parse(since) - this.#lister.overlapMs).toISOString()
  }

  /** A table of 100,000 ids has megabytes, so the checkpoint of a long listing moves only with several pages. */
  get pagesPerState(): number {
    return 1 + Math.min(20, Math.floor((this.#met.size + this.#known.size) / 10_000))
  }

  get progress() {
    return { seen: this.#met.size }
  }

  take({ entries, next }: EntryPage): void {
    if (next !== undefined && next === this.cursor)
      throw new SourceError('provider_unavailable', 'The source names the same page of its list twice.')
    for (const { id, editedAt, change } of entries) {
      this.#note(id, change)
      // What is no time compares as false, and is left out.
      if (Date.parse(editedAt) > Date.parse(this.#newest ?? '0000-01-01')) this.#newest = editedAt
    }
    this.cursor = next
    this.isListed = next === undefined
  }

  #note(id: string, change: Change): void {
    if (change.kind !== 'deleted') this.#met.add(id)
    else {
      this.#met.delete(id)
      this.#known.delete(id)
    }
  }

  missing(): string[] {
    if (!this.#isFull) return []
    return [...this.#known].filter(id => !this.#met.has(id)).slice(0, findsPerBatch)
  }

  settle(id: string, change: Change): Change {
    this.#note(id, change)
    return change
  }

  state(): PassState {
    const { fullAt, since } = this.#last
    return {
      ...this.#base(fullAt, since, this.#known),
      pass: {
        isFull: this.#isFull,
        began: this.#began,
        ...(this.#newest !== undefined && { newest: this.#newest }),
        ...(this.cursor !== undefined && { cursor: this.cursor }),
        met: packLines([...this.#met]),
        ...(this.isListed && { isListed: true }),
      },
    }
  }

  end(): PassState {
    const { fullAt, since } = this.#last
    const known = this.#isFull ? this.#met : new Set([...this.#known, ...this.#met])
    return this.#base(this.#isFull ? this.#began : fullAt, this.#newestBefore() ?? since, known)
  }

  /** An edit after the beginning of the pass may have hidden another one. A time in the future would hide all that follow. */
  #newestBefore(): string | undefined {
    if (this.#newest === undefined) return undefined
    return Date.parse(this.#newest) > Date.parse(this.#began) ? this.#began : this.#newest
  }

  #base(fullAt: string, since: string | undefined, known: ReadonlySet<string>): PassState {
    return {
      scope: this.#lister.scope,
      fullAt,
      ...(since !== undefined && { since }),
      known: packLines([...known]),
    }
  }
}
