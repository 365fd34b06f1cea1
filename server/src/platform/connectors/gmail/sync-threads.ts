import { type Batch, type Change, ItemError, SourceError } from '../connector.ts'
import { BadRequest } from '../google/api.ts'
import { packLines, unpackLines } from '../pack-lines.ts'
import { GmailApi, type GmailLabel, type HistoryPage } from './gmail-api.ts'
import { type GmailRun, MailFilter, scopeOf } from './mail-filter.ts'
import type { GmailCheckpoint, GmailSource } from './settings.ts'
import { toChange } from './to-change.ts'

const threadsPerBatch = 20
const requestsAtOnce = 5
/** So many changed threads are collected before they are reported: a lively thread is then read once. */
const mostCollected = 1_000
/** A list whose token Gmail forgets this often in a run is given up until the next one. */
const mostRestarts = 3

type State = Omit<GmailCheckpoint, 'threads'> & { threads: Set<string>; restarts: number }

/** Lists all threads once, and then follows the history of the mailbox. */
export async function* syncThreads(
  source: GmailSource,
  checkpoint: GmailCheckpoint | undefined,
): AsyncGenerator<Batch<GmailCheckpoint>> {
  if (checkpoint && checkpoint.scope !== scopeOf(source))
    throw new SourceError('checkpoint_expired', 'Other mail was chosen.')
  const api = new GmailApi(source)
  // Before the lists: what changes meanwhile is in the history from here on.
  const { emailAddress, historyId } = await api.profile()
  const labels = await api.labels()
  const run: GmailRun = { source, api, filter: new MailFilter(source, labels), email: emailAddress }
  const state = checkpoint ? resume(checkpoint) : begin(run, labels, historyId)
  if (!checkpoint) yield toBatch(state, [])
  for (let isCurrent = false; !isCurrent || state.threads.size > 0; ) {
    if (state.threads.size > 0) yield await report(run, state)
    else if (state.lists.length > 0) await readList(run, state)
    else isCurrent = await readHistory(run, state)
  }
  if (state.historyId !== checkpoint?.historyId) yield toBatch(state, [])
}

function resume({ threads, ...checkpoint }: GmailCheckpoint): State {
  return { ...checkpoint, threads: new Set(unpackLines(threads)), restarts: 0 }
}

function begin({ source, filter }: GmailRun, labels: readonly GmailLabel[], historyId: string): State {
  const existing = new Set(labels.map(({ id }) => id))
  const lists = filter.chosen ? [...filter.chosen].filter(id => existing.has(id)) : ['all']
  if (lists.length === 0 && filter.chosen && filter.chosen.size > 0)
    throw new SourceError('source_gone', 'None of the chosen labels exists any more. Choose again')
  return { scope: scopeOf(source), historyId, lists, threads: new Set(), seen: 0, restarts: 0 }
}

function toBatch({ restarts: _, ...state }: State, changes: Change[]): Batch<GmailCheckpoint> {
  const { lists, seen } = state
  const checkpoint = { ...state, lists: [...lists], threads: packLines([...state.threads]) }
  return { changes, checkpoint, progress: { seen } }
}

async function report(run: GmailRun, state: State): Promise<Batch<GmailCheckpoint>> {
  const ids = [...state.threads].slice(0, threadsPerBatch)
  const changes = await toChanges(run, ids)
  for (const id of ids) state.threads.delete(id)
  state.seen += ids.length
  return toBatch(state, changes)
}

/** A few threads at a time are asked for. */
export async function toChanges(run: GmailRun, ids: readonly string[]): Promise<Change[]> {
  const changes: Change[] = []
  const waiting = [...ids]
  const askNext = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      changes.push(await toChange(run, id))
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, askNext))
  return changes
}

async function readList({ api, source }: GmailRun, state: State): Promise<void> {
  const [list = '', ...others] = state.lists
  const found = await restartable(state, () =>
    api.threads(list, { page: state.page, since: source.settings.since }),
  )
  if (!found) return
  for (const { id } of found.threads) state.threads.add(id)
  turnPage(state, found.nextPageToken)
  if (state.page === undefined) state.lists = others
}

/** Collects threads that have changed. Returns whether the end of the history was reached. */
async function readHistory({ api, filter }: GmailRun, state: State): Promise<boolean> {
  while (state.threads.size < mostCollected) {
    const found = await restartable(state, () => ask(api, state))
    if (!found) continue
    for (const id of threadsIn(found, filter)) state.threads.add(id)
    // Of the first page: what happens while the others are read is left for the next run.
    state.nextHistoryId ??= found.historyId
    turnPage(state, found.nextPageToken)
    if (state.page !== undefined) continue
    state.historyId = state.nextHistoryId
    delete state.nextHistoryId
    return true
  }
  return false
}

function turnPage(state: State, next: string | undefined): void {
  if (next !== undefined && next === state.page)
    throw new SourceError('provider_unavailable', 'Gmail lists the same page again.')
  if (next === undefined) delete state.page
  else state.page = next
}

/** Undefined: Gmail has forgotten the token of the page. The list begins again. */
async function restartable<T>(state: State, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof BadRequest) || state.page === undefined || state.restarts >= mostRestarts)
      throw error
    delete state.page
    state.restarts++
    return undefined
  }
}

async function ask(api: GmailApi, { historyId, page }: State): Promise<HistoryPage> {
  try {
    return await api.history(historyId, page)
  } catch (error) {
    const isForgotten = error instanceof ItemError || (error instanceof BadRequest && page === undefined)
    if (!isForgotten) throw error
    throw new SourceError('checkpoint_expired', 'Gmail has forgotten the history since the last run.', {
      cause: error,
    })
  }
}

function* threadsIn({ history }: HistoryPage, filter: MailFilter): Generator<string> {
  for (const { messagesAdded, messagesDeleted, labelsAdded, labelsRemoved } of history)
    for (const entry of [...messagesAdded, ...messagesDeleted, ...labelsAdded, ...labelsRemoved])
      if (filter.concerns(entry)) yield entry.message.threadId
}
