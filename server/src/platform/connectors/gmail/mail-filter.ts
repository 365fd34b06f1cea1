import { createHash } from 'node:crypto'
import { type GmailApi, type GmailLabel, type GmailMessage, idPattern } from './gmail-api.ts'
import type { GmailSource } from './settings.ts'

/** One pull: the connection, Gmail, and what is wanted of the mailbox. */
export type GmailRun = { source: GmailSource; api: GmailApi; filter: MailFilter; email: string | undefined }

/** Messages with these labels are not imported: drafts were never sent, and chats are no mail. */
const hidden = new Set(['TRASH', 'SPAM', 'DRAFT', 'CHAT'])

/** Labels that Gmail sets by itself or that say only how a message was treated. */
const noise =
  /^(UNREAD|STARRED|IMPORTANT|INBOX|SENT|CATEGORY_.*|.*_(STAR|CHECK|INFO|BANG|QUESTION|GUILLEMET))$/

/** Which messages and threads belong to the connection. */
export class MailFilter {
  /** Undefined: all mail. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly #skipped: ReadonlySet<string>
  readonly #since: number
  readonly #names: ReadonlyMap<string, string>

  constructor({ chosen, settings }: GmailSource, labels: readonly GmailLabel[]) {
    this.chosen = chosen && new Set(chosen.filter(id => idPattern.test(id)))
    this.#skipped = new Set(settings.skip.map(name => `CATEGORY_${name.toUpperCase()}`))
    this.#since = settings.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(settings.since)
    this.#names = new Map(labels.filter(({ type }) => type === 'user').map(({ id, name }) => [id, name]))
  }

  /** The messages of a thread in their order. Empty: the thread does not belong to the connection. */
  select<Message extends GmailMessage>(messages: readonly Message[]): Message[] {
    const kept = messages
      .filter(({ labelIds }) => !labelIds.some(label => hidden.has(label)))
      .toSorted((one, other) => one.internalDate - other.internalDate || (one.id < other.id ? -1 : 1))
    const isChosen =
      !this.chosen || kept.some(({ labelIds }) => labelIds.some(label => this.chosen!.has(label)))
    const isSkipped = kept.every(({ labelIds }) => labelIds.some(label => this.#skipped.has(label)))
    const isRecent = (kept.at(-1)?.internalDate ?? 0) >= this.#since
    return isChosen && isRecent && !isSkipped ? kept : []
  }

  /** Names of the labels that people made. */
  namesOf(messages: readonly GmailMessage[]): string[] {
    const ids = new Set(messages.flatMap(({ labelIds }) => labelIds))
    const names = [...ids].flatMap(id => this.#names.get(id) ?? [])
    return names.sort().slice(0, 50)
  }

  /** Whether a message that was added or deleted, or has got or lost these labels, may change a document. */
  concerns({ message, labelIds }: { message: { labelIds: readonly string[] }; labelIds: readonly string[] }) {
    if (labelIds.length > 0) return labelIds.some(label => this.#isTelling(label))
    return !message.labelIds.includes('DRAFT') && !message.labelIds.includes('CHAT')
  }

  #isTelling(label: string): boolean {
    return !noise.test(label) || this.#skipped.has(label) || (this.chosen?.has(label) ?? false)
  }
}

/** Another one means that other threads belong to the connection. */
export function scopeOf({ settings: { since, skip }, chosen }: GmailSource): string {
  const scope = JSON.stringify([since ?? '', skip.toSorted(), chosen?.toSorted() ?? 'all'])
  return createHash('sha256').update(scope).digest('hex').slice(0, 16)
}
