import { type Change, type Item, ItemError, type Metadata } from '../connector.ts'
import { blameItem } from '../google/blame-item.ts'
import { shortHash } from '../short-hash.ts'
import type { GmailMessage } from './gmail-api.ts'
import type { GmailRun } from './mail-filter.ts'
import { headerOf, readThread } from './read-thread.ts'

/** A thread as it is now. */
export async function toChange(run: GmailRun, id: string): Promise<Change> {
  try {
    const { messages } = await run.api
      .thread(id)
      .catch((error: unknown) => blameItem(error, () => run.api.profile()))
    const kept = run.filter.select(messages)
    if (kept.length === 0) return { kind: 'deleted', externalId: id }
    return { kind: 'upsert', item: toItem(run, id, kept) }
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    if (error.code === 'item_gone') return { kind: 'deleted', externalId: id }
    return { kind: 'failed', externalId: id, code: error.code, message: error.message }
  }
}

function toItem(run: GmailRun, id: string, messages: readonly GmailMessage[]): Item {
  const [first, last] = [messages[0]!, messages.at(-1)!]
  const subject = headerOf(first, 'Subject').trim() || '(no subject)'
  const labels = run.filter.namesOf(messages)
  return {
    externalId: id,
    version: shortHash(...messages.map(message => message.id), '/', ...labels),
    title: subject.slice(0, 1_000),
    url: `https://mail.google.com/mail/${run.email ? `?authuser=${encodeURIComponent(run.email)}` : ''}#all/${id}`,
    createdAt: new Date(first.internalDate),
    updatedAt: new Date(last.internalDate),
    metadata: toMetadata(id, subject, messages, labels),
    read: () => readThread(run, id, subject).catch(error => blameItem(error, () => run.api.profile())),
  }
}

function toMetadata(
  threadId: string,
  subject: string,
  messages: readonly GmailMessage[],
  labels: string[],
): Metadata {
  const [from, to] = [addressesIn(messages, ['From']), addressesIn(messages, ['To', 'Cc'])]
  return {
    ...{ type: 'gmail_thread', subject: subject.slice(0, 1_000), threadId },
    ...(from.length > 0 && { from }),
    ...(to.length > 0 && { to }),
    date: new Date(messages.at(-1)!.internalDate).toISOString(),
    messageCount: messages.length,
    ...(labels.length > 0 && { labels }),
  }
}

const mostAddresses = 20

function addressesIn(messages: readonly GmailMessage[], names: readonly string[]): string[] {
  const found = messages.flatMap(message =>
    names.flatMap(name =>
      [
        ...headerOf(message, name)
          .slice(0, 20_000)
          .matchAll(/[^\s<>,;:"'()]{1,100}@[^\s<>,;:"'()]{1,200}/g),
      ].map(([address]) => address.toLowerCase()),
    ),
  )
  return [...new Set(found)].slice(0, mostAddresses)
}
