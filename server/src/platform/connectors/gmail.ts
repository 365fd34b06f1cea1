import type { Change, Connector, ResourcePage, Resources } from './connector.ts'
import { GmailApi, idPattern } from './gmail/gmail-api.ts'
import { MailFilter } from './gmail/mail-filter.ts'
import {
  type GmailCheckpoint,
  type GmailSettings,
  type GmailSource,
  gmailCheckpoint,
  gmailSettings,
} from './gmail/settings.ts'
import { syncThreads, toChanges } from './gmail/sync-threads.ts'
import { readEvent, subscribe, unsubscribe } from './gmail/watch.ts'
import { googleOAuth } from './google/api.ts'

export const gmail: Connector<GmailSettings, undefined, GmailCheckpoint> = {
  describe: {
    provider: 'gmail',
    title: 'Gmail',
    summary: 'Messages of a Gmail account, one document for each thread.',
    settings: gmailSettings,
    credentials: { ...googleOAuth, scopes: ['https://www.googleapis.com/auth/gmail.readonly'] },
    checkpoint: gmailCheckpoint,
    everyMinutes: 240,
    // A thread costs 10 of the 250 units that an account has each second.
    requestsPerSecond: 15,
    hasCheapFetch: true,
  },
  check: async source => ({ account: (await new GmailApi(source).profile()).emailAddress }),
  resources: listLabels,
  pull: syncThreads,
  fetch: fetchThreads,
  webhook: async (source, event) => readEvent(source, event),
  subscribe,
  close: unsubscribe,
}

/** Mail with these is never imported, or they say nothing of what it is about. */
const notOffered = /^(TRASH|SPAM|DRAFT|CHAT|UNREAD|.*_(STAR|CHECK|INFO|BANG|QUESTION|GUILLEMET))$/

async function listLabels(source: GmailSource, { page, perPage }: ResourcePage): Promise<Resources> {
  const labels = (await new GmailApi(source).labels()).filter(
    ({ id }) => idPattern.test(id) && !notOffered.test(id),
  )
  const start = (page - 1) * perPage
  return {
    resources: labels
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .slice(start, start + perPage)
      .map(({ id, name, type }) => ({ id, name, details: { type } })),
    total: labels.length,
  }
}

async function* fetchThreads(source: GmailSource, externalIds: string[]): AsyncGenerator<Change> {
  const api = new GmailApi(source)
  const { emailAddress } = await api.profile()
  const filter = new MailFilter(source, await api.labels())
  yield* await toChanges(
    { source, api, filter, email: emailAddress },
    externalIds.filter(id => idPattern.test(id)),
  )
}
