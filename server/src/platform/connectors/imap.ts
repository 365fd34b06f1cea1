import type { Connector, ResourcePage, Resources } from './connector.ts'
import { checkpoint, type ImapCheckpoint } from './imap/mail-state.ts'
import { Mailbox } from './imap/mailbox.ts'
import {
  credentials,
  type ImapCredentials,
  type ImapSettings,
  type ImapSource,
  settings,
} from './imap/settings.ts'
import { accountOf, chooseFolders, syncMail } from './imap/sync-mail.ts'

export const imap: Connector<ImapSettings, ImapCredentials, ImapCheckpoint> = {
  describe: {
    provider: 'imap',
    title: 'Mailbox (IMAP)',
    summary: 'Messages of a mailbox with their attachments, one document for each thread.',
    settings,
    credentials: { kind: 'secret', fields: credentials },
    checkpoint,
    everyMinutes: 30,
    withoutChoice: 'usual',
  },
  async check(source) {
    await listAll(source)
    return { account: accountOf(source) }
  },
  async resources(source, { page, perPage }: ResourcePage): Promise<Resources> {
    const list = await listAll(source)
    const usual = new Set(chooseFolders(list, undefined))
    const start = (page - 1) * perPage
    return {
      resources: list.slice(start, start + perPage).map(({ path, specialUse }) => ({
        id: path,
        name: path,
        details: { isDefault: usual.has(path), use: specialUse?.slice(1) ?? null },
      })),
      total: list.length,
    }
  },
  pull: syncMail,
}

/** Folders with messages. */
async function listAll(source: ImapSource) {
  const mailbox = new Mailbox(source)
  try {
    const list = await mailbox.list()
    return list.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
  } finally {
    await mailbox.close()
  }
}
