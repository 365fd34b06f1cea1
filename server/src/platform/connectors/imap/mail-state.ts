import { z } from 'zod'
import { packLines, unpackLines } from '../pack-lines.ts'

export const checkpoint = z.object({
  account: z.string(),
  folders: z.array(
    z.object({
      path: z.string(),
      /** 64 bits each, so they are strings. */
      uidValidity: z.string(),
      /** Messages below this UID are known. */
      uidNext: z.number(),
      modseq: z.string().optional(),
      /** Of the last complete look: nothing is new or gone while the server says the same. */
      settled: z.string().optional(),
    }),
  ),
  /** UID, message and thread of every message, by folder, packed: about 20 bytes for a message. */
  messages: z.string(),
  /** Subject and last day of every thread, packed. */
  threads: z.string(),
  /** Threads to report, packed. */
  dirty: z.string(),
  seen: z.number(),
})
export type ImapCheckpoint = z.output<typeof checkpoint>

export type FolderState = ImapCheckpoint['folders'][number] & { messages: Map<number, MessageEntry> }
export type MessageEntry = { hash: string; thread: string }
export type MessageLocation = { path: string; uid: number; hash: string }

/** A message as it is put into its thread. All ids are hashes. */
export type NewMessage = {
  hash: string
  /** The oldest first. */
  references: string[]
  /** The server's own thread, where it has such. */
  serverThread: string | undefined
  subject: string
  isReply: boolean
  day: number
}

type Thread = { subject: string; day: number; members: Set<MessageEntry> }

/** A reply without references belongs to the last thread of the same subject, if that is not older. */
const maxSubjectDays = 60

/** All messages of the chosen folders and the threads they form. */
export class MailState {
  readonly account: string
  readonly folders = new Map<string, FolderState>()
  readonly dirty: Set<string>
  seen: number
  readonly #threads = new Map<string, Thread>()
  readonly #byHash = new Map<string, string>()
  readonly #bySubject = new Map<string, string>()

  constructor(account: string, last?: ImapCheckpoint) {
    this.account = account
    this.seen = last?.seen ?? 0
    this.dirty = new Set(unpackLines(last?.dirty ?? ''))
    for (const line of unpackLines(last?.threads ?? '')) {
      const [id = '', subject = '', day = '0'] = line.split(' ')
      this.#threads.set(id, { subject, day: Number(day), members: new Set() })
      if (subject) this.#bySubject.set(subject, id)
    }
    for (const folder of last?.folders ?? [])
      this.folders.set(folder.path, { ...folder, messages: new Map() })
    this.#unpackMessages(last?.messages ?? '')
  }

  folder(path: string, uidValidity: string): FolderState {
    const known = this.folders.get(path)
    if (known) return known
    const folder: FolderState = { path, uidValidity, uidNext: 1, messages: new Map() }
    this.folders.set(path, folder)
    return folder
  }

  /** Puts a message into its thread. */
  add(folder: FolderState, uid: number, message: NewMessage): void {
    this.remove(folder, uid)
    const id = this.#threadOf(message)
    const thread = this.#threads.get(id) ?? { subject: message.subject, day: message.day, members: new Set() }
    const entry = { hash: message.hash, thread: id }
    thread.day = Math.max(thread.day, message.day)
    thread.members.add(entry)
    this.#threads.set(id, thread)
    this.#byHash.set(message.hash, id)
    if (message.subject) this.#bySubject.set(message.subject, id)
    folder.messages.set(uid, entry)
    this.dirty.add(id)
  }

  remove(folder: FolderState, uid: number): void {
    const entry = folder.messages.get(uid)
    if (!entry) return
    folder.messages.delete(uid)
    this.#threads.get(entry.thread)?.members.delete(entry)
    this.dirty.add(entry.thread)
  }

  removeFolder(path: string): void {
    const folder = this.folders.get(path)
    for (const uid of folder?.messages.keys() ?? []) this.remove(folder!, uid)
    this.folders.delete(path)
  }

  /** Whether any message of the thread is left. Forgets a thread without one. */
  isEmpty(thread: string): boolean {
    const found = this.#threads.get(thread)
    if (found && found.members.size > 0) return false
    this.#threads.delete(thread)
    if (found && this.#bySubject.get(found.subject) === thread) this.#bySubject.delete(found.subject)
    return true
  }

  /** Where the messages of these threads are. A message in several folders is named once for each. */
  locate(threads: readonly string[]): Map<string, MessageLocation[]> {
    const found = new Map(threads.map(thread => [thread, [] as MessageLocation[]]))
    for (const [path, { messages }] of this.folders)
      for (const [uid, { hash, thread }] of messages) found.get(thread)?.push({ path, uid, hash })
    return found
  }

  save(): ImapCheckpoint {
    const folders = [...this.folders.values()]
    const lines = folders.flatMap(({ messages }, i) => [`#${i}`, ...packMessages(messages)])
    return {
      account: this.account,
      folders: folders.map(({ messages, ...folder }) => folder),
      messages: packLines(lines),
      threads: packLines([...this.#threads].map(([id, { subject, day }]) => `${id} ${subject} ${day}`)),
      dirty: packLines([...this.dirty]),
      seen: this.seen,
    }
  }

  #threadOf(message: NewMessage): string {
    if (message.serverThread !== undefined) return message.serverThread
    const known = this.#byHash.get(message.hash)
    const related = [...message.references.map(hash => this.#byHash.get(hash)), known].filter(
      id => id !== undefined,
    )
    const [first = message.references[0], ...others] = related
    for (const other of new Set(others)) if (other !== first) this.#merge(other, first!)
    return first ?? this.#threadBySubject(message) ?? message.hash
  }

  #threadBySubject({ subject, isReply, day }: NewMessage): string | undefined {
    const id = isReply && subject ? this.#bySubject.get(subject) : undefined
    const thread = id === undefined ? undefined : this.#threads.get(id)
    return thread && Math.abs(day - thread.day) <= maxSubjectDays ? id : undefined
  }

  /** A message names messages of two threads: they are one. */
  #merge(from: string, into: string): void {
    const [source, target] = [this.#threads.get(from), this.#threads.get(into)]
    if (!source || !target) return
    for (const entry of source.members) {
      entry.thread = into
      target.members.add(entry)
      this.#byHash.set(entry.hash, into)
    }
    source.members.clear()
    target.day = Math.max(target.day, source.day)
    this.dirty.add(from).add(into)
  }

  #unpackMessages(packed: string): void {
    const folders = [...this.folders.values()]
    let folder: FolderState | undefined
    let uid = 0
    for (const line of unpackLines(packed)) {
      if (line.startsWith('#')) {
        folder = folders[Number(line.slice(1))]
        uid = 0
        continue
      }
      const [step = '1', hash = '', thread = hash] = line.split(' ')
      uid += Number(step)
      const entry = { hash, thread }
      folder?.messages.set(uid, entry)
      this.#byHash.set(hash, thread)
      const known = this.#threads.get(thread) ?? { subject: '', day: 0, members: new Set() }
      this.#threads.set(thread, known)
      known.members.add(entry)
    }
  }
}

/** The step from the UID before, the message, and the thread unless the message began it. */
function packMessages(messages: ReadonlyMap<number, MessageEntry>): string[] {
  let before = 0
  return [...messages]
    .sort(([one], [other]) => one - other)
    .map(([uid, { hash, thread }]) => {
      const step = uid - before
      before = uid
      return thread === hash ? `${step} ${hash}` : `${step} ${hash} ${thread}`
    })
}
