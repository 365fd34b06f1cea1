import type { FetchMessageObject, ImapFlow, ListResponse } from 'imapflow'
import { type Batch, type Change, type Item, SourceError } from '../connector.ts'
import { shortHash } from '../short-hash.ts'
import {
  type FolderState,
  type ImapCheckpoint,
  MailState,
  type MessageLocation,
  type NewMessage,
} from './mail-state.ts'
import { Mailbox } from './mailbox.ts'
import { attachmentNames, maxMessages, readThread, type ThreadMessage } from './read-thread.ts'
import type { ImapSource } from './settings.ts'

/** Messages whose headers are read at once. */
const messagesPerScan = 1_000
const threadsPerBatch = 50
/** Batches after which the checkpoint moves on. Threads in between are reported again after a kill, but not read. */
const batchesPerCheckpoint = 10

/**
 * First looks through all folders for new and deleted messages, then reports the threads that changed. So a thread whose
 * messages are in several folders is read once.
 */
export async function* syncMail(
  source: ImapSource,
  last: ImapCheckpoint | undefined,
): AsyncGenerator<Batch<ImapCheckpoint>> {
  const account = accountOf(source)
  const state = new MailState(account, last?.account === account ? last : undefined)
  const mailbox = new Mailbox(source)
  try {
    yield* scanFolders(source, mailbox, state)
    yield* reportThreads(source, mailbox, state)
  } finally {
    await mailbox.close()
  }
}

export function accountOf({ settings, credentials }: ImapSource): string {
  return `${credentials.username} at ${settings.host}`
}

async function* scanFolders(
  source: ImapSource,
  mailbox: Mailbox,
  state: MailState,
): AsyncGenerator<Batch<ImapCheckpoint>> {
  const folders = chooseFolders(await mailbox.list(), source.chosen)
  if (folders.length === 0) throw new SourceError('source_gone', 'None of the chosen folders exists')
  for (const path of state.folders.keys()) if (!folders.includes(path)) state.removeFolder(path)
  for (const path of folders) yield* scanFolder(source, mailbox, state, path)
}

/** Without a choice: all mail if the server has such a folder, else every folder but drafts, junk and trash. */
export function chooseFolders(
  list: readonly ListResponse[],
  chosen: readonly string[] | undefined,
): string[] {
  const selectable = list.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
  if (chosen) return selectable.map(({ path }) => path).filter(path => chosen.includes(path))
  const all = selectable.find(({ specialUse }) => specialUse === '\\All')
  if (all) return [all.path]
  return selectable
    .filter(({ specialUse }) => !['\\Drafts', '\\Junk', '\\Trash', '\\Flagged'].includes(specialUse ?? ''))
    .map(({ path }) => path)
}

async function* scanFolder(
  source: ImapSource,
  mailbox: Mailbox,
  state: MailState,
  path: string,
): AsyncGenerator<Batch<ImapCheckpoint>> {
  const status = await mailbox.run(client =>
    client.status(path, { messages: true, uidNext: true, uidValidity: true }),
  )
  if (!status) throw new SourceError('provider_unavailable', `The mail server does not open ${path}`)
  // Flags are not compared: a message that was read or starred is the same message.
  const now = `${status.uidValidity} ${status.uidNext} ${status.messages} ${source.settings.since ?? ''}`
  if (state.folders.get(path)?.settled === now) return
  const folder = await openFolder(mailbox, state, path)
  const uids = await searchNew(source, mailbox, folder)
  for (let start = 0; start < uids.length; start += messagesPerScan) {
    const part = uids.slice(start, start + messagesPerScan)
    for (const message of await fetchHeaders(mailbox, path, part))
      state.add(folder, message.uid, toMessage(message))
    folder.uidNext = part.at(-1)! + 1
    state.seen += part.length
    yield { changes: [], checkpoint: state.save(), progress: { seen: state.seen }, isLast: false }
  }
  folder.settled = now
}

/** Opens a folder and removes what is gone from it. */
async function openFolder(mailbox: Mailbox, state: MailState, path: string): Promise<FolderState> {
  const known = state.folders.get(path)
  const { folder: opened, vanished } = await mailbox.reopen(path, {
    ...(known?.modseq !== undefined && {
      uidValidity: BigInt(known.uidValidity),
      changedSince: BigInt(known.modseq),
    }),
  })
  const uidValidity = String(opened.uidValidity)
  // Another UIDVALIDITY: all UIDs are new. The messages are recognised by their ids, so their threads do not change.
  if (known && known.uidValidity !== uidValidity) state.removeFolder(path)
  const folder = state.folder(path, uidValidity)
  await removeGone(mailbox, state, folder, vanished, opened.exists)
  const { highestModseq } = opened
  if (highestModseq) folder.modseq = String(highestModseq)
  return folder
}

async function removeGone(
  mailbox: Mailbox,
  state: MailState,
  folder: FolderState,
  vanished: readonly number[] | undefined,
  exists: number,
): Promise<void> {
  if (folder.messages.size === 0) return
  for (const uid of vanished ?? []) state.remove(folder, uid)
  // With QRESYNC the server has named all. Whether that is so, is counted: messages that are known and there.
  const there = vanished && (await mailbox.inFolder(folder.path, client => countBelow(client, folder)))
  if (there !== undefined && there === folder.messages.size && exists >= there) return
  const uids = await mailbox.inFolder(folder.path, client => search(client, { all: true }))
  const present = new Set(uids)
  for (const uid of [...folder.messages.keys()]) if (!present.has(uid)) state.remove(folder, uid)
}

/** How many messages the folder has below the UIDs that are new. Undefined if the server cannot count. */
async function countBelow(client: ImapFlow, { uidNext }: FolderState): Promise<number | undefined> {
  const found = await client.search(
    { uid: `1:${Math.max(1, uidNext - 1)}` },
    { uid: true, returnOptions: ['COUNT'] },
  )
  if (!found) return undefined
  return Array.isArray(found) ? found.length : found.count
}

async function searchNew(
  { settings }: ImapSource,
  mailbox: Mailbox,
  { path, uidNext }: FolderState,
): Promise<number[]> {
  const query = { uid: `${uidNext}:*`, ...(settings.since && { since: new Date(settings.since) }) }
  const uids = await mailbox.inFolder(path, client => search(client, query))
  // `n:*` includes the last message, even if its UID is below n.
  return uids.filter(uid => uid >= uidNext).sort((one, other) => one - other)
}

async function search(client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<number[]> {
  const uids = await client.search(query, { uid: true })
  if (!Array.isArray(uids))
    throw new SourceError('provider_unavailable', 'The mail server refuses to search a folder')
  return uids
}

function fetchHeaders(
  mailbox: Mailbox,
  path: string,
  uids: readonly number[],
): Promise<FetchMessageObject[]> {
  const query = {
    uid: true,
    envelope: true,
    size: true,
    internalDate: true,
    threadId: true,
    headers: ['References'],
  }
  return mailbox.inFolder(path, client => client.fetchAll(toRange(uids), query, { uid: true }))
}

/** `1:5,9` instead of every number: a command line has its limit. */
function toRange(uids: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const uid of uids) {
    const last = ranges.at(-1)
    if (last && last[1] === uid - 1) last[1] = uid
    else ranges.push([uid, uid])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`)).join(',')
}

const replyPrefix =
  /^(?:\s*(?:re|aw|sv|vs|antw|odp|r|rif|res|fwd?|wg|tr|vb|回复|答复)(?:\[\d+\])?\s*[:：])+\s*/i

function toMessage({ envelope, headers, size, internalDate, threadId }: FetchMessageObject): NewMessage {
  const subject = (envelope?.subject ?? '').trim()
  const base = subject.replace(replyPrefix, '').replace(/\s+/g, ' ').toLowerCase()
  const ids = (text: string) => text.match(/<[^<>\s]+>/g) ?? []
  const references = [...ids(headers?.toString('latin1') ?? ''), ...ids(envelope?.inReplyTo ?? '')]
  const from = envelope?.from?.[0]?.address ?? ''
  const own = ids(envelope?.messageId ?? '')[0] ?? `${from} ${String(envelope?.date)} ${subject} ${size}`
  const date = dateOf({ envelope, internalDate })
  return {
    hash: idHash(own),
    references: [...new Set(references)]
      .filter(id => id !== own)
      .slice(0, 50)
      .map(idHash),
    serverThread: threadId === undefined ? undefined : idHash(`server ${threadId}`),
    subject: base === '' ? '' : idHash(base),
    isReply: replyPrefix.test(subject),
    day: Math.floor((date?.getTime() ?? 0) / 86_400_000),
  }
}

/** 60 bits: in a mailbox of a million messages, a chance of one in two million that any two are taken for one. */
function idHash(id: string): string {
  return shortHash(id).slice(0, 10)
}

function dateOf({
  envelope,
  internalDate,
}: Pick<FetchMessageObject, 'envelope' | 'internalDate'>): Date | undefined {
  // The clock of a sender may be wrong; a date far from the arrival does not count.
  const [sent, arrived] = [envelope?.date, internalDate].map(date => new Date(date ?? Number.NaN).getTime())
  if (Number.isNaN(arrived)) return Number.isNaN(sent) ? undefined : new Date(sent!)
  const isPlausible = sent! <= arrived! + 86_400_000 && sent! > arrived! - 30 * 86_400_000
  return new Date(isPlausible ? sent! : arrived!)
}

async function* reportThreads(
  source: ImapSource,
  mailbox: Mailbox,
  state: MailState,
): AsyncGenerator<Batch<ImapCheckpoint>> {
  let saved = state.save()
  yield { changes: [], checkpoint: saved, progress: { seen: state.seen }, isLast: state.dirty.size === 0 }
  for (let count = 1; state.dirty.size > 0; count++) {
    const threads = [...state.dirty].slice(0, threadsPerBatch)
    const changes = await toChanges(source, mailbox, state, threads)
    for (const thread of threads) state.dirty.delete(thread)
    const isLast = state.dirty.size === 0
    if (count % batchesPerCheckpoint === 0 || isLast) saved = state.save()
    yield { changes, checkpoint: saved, progress: { seen: state.seen }, isLast }
  }
}

async function toChanges(
  source: ImapSource,
  mailbox: Mailbox,
  state: MailState,
  threads: readonly string[],
): Promise<Change[]> {
  const left = threads.filter(thread => !state.isEmpty(thread))
  const located = state.locate(left)
  const details = await fetchDetails(mailbox, [...located.values()].flatMap(once))
  const gone = threads.filter(thread => !left.includes(thread))
  return [
    ...gone.map((thread): Change => ({ kind: 'deleted', externalId: thread })),
    ...left.map(
      (thread): Change => ({
        kind: 'upsert',
        item: toItem(source, mailbox, { id: thread, locations: located.get(thread)!, details }),
      }),
    ),
  ]
}

/** One place for each message, at most as many as are read. */
function once(locations: readonly MessageLocation[]): MessageLocation[] {
  return [...new Map(locations.map(location => [location.hash, location])).values()].slice(-maxMessages)
}

type Details = ReadonlyMap<string, FetchMessageObject>
const keyOf = ({ path, uid }: Pick<MessageLocation, 'path' | 'uid'>) => `${uid} ${path}`

async function fetchDetails(mailbox: Mailbox, locations: readonly MessageLocation[]): Promise<Details> {
  const query = { uid: true, envelope: true, size: true, internalDate: true, bodyStructure: true }
  const found = new Map<string, FetchMessageObject>()
  for (const [path, group] of Map.groupBy(locations, location => location.path)) {
    const uids = group.map(({ uid }) => uid).sort((one, other) => one - other)
    const messages = await mailbox.inFolder(path, client =>
      client.fetchAll(toRange(uids), query, { uid: true }),
    )
    for (const message of messages) found.set(keyOf({ path, uid: message.uid }), message)
  }
  return found
}

function toItem(
  source: ImapSource,
  mailbox: Mailbox,
  { id, locations, details }: { id: string; locations: readonly MessageLocation[]; details: Details },
): Item {
  const messages = once(locations)
    .flatMap(location => {
      const found = details.get(keyOf(location))
      return found ? [{ location, found, date: dateOf(found) }] : []
    })
    .sort((one, other) => (one.date?.getTime() ?? 0) - (other.date?.getTime() ?? 0))
  const first = messages[0]?.found.envelope
  const dates = messages.flatMap(({ date }) => (date ? [date] : []))
  const folders = [...new Set(locations.map(({ path }) => path))].sort()
  const hashes = [...new Set(locations.map(({ hash }) => hash))].sort()
  const subject = first?.subject?.trim() || '(no subject)'
  const toRead: ThreadMessage[] = messages.map(({ location, found }) => ({
    ...location,
    size: found.size ?? 0,
    structure: found.bodyStructure,
  }))
  return {
    externalId: id,
    version: shortHash(...hashes, '/', ...folders, source.settings.attachments ? 'with attachments' : ''),
    title: subject,
    ...(dates[0] && { createdAt: dates[0] }),
    ...(dates.length > 0 && { updatedAt: dates.at(-1)! }),
    metadata: {
      type: 'mail_thread',
      subject,
      folders,
      ...peopleOf(messages.map(({ found }) => found)),
      messageCount: hashes.length,
      ...attachmentsOf(messages.map(({ found }) => found)),
    },
    read: () => readThread(source, mailbox, toRead, subject),
  }
}

function peopleOf(messages: readonly FetchMessageObject[]): Record<string, string[]> {
  const addresses = (field: 'from' | 'to') => [
    ...new Set(
      messages.flatMap(({ envelope }) => (envelope?.[field] ?? []).flatMap(({ address }) => address ?? [])),
    ),
  ]
  const [from, to] = [addresses('from').slice(0, 20), addresses('to').slice(0, 20)]
  return { ...(from.length > 0 && { from }), ...(to.length > 0 && { to }) }
}

function attachmentsOf(messages: readonly FetchMessageObject[]): Record<string, number | string[]> {
  const names = messages.flatMap(({ bodyStructure }) => attachmentNames(bodyStructure))
  return names.length === 0 ? {} : { attachmentCount: names.length, attachmentNames: names.slice(0, 20) }
}
