import type { ErrorHelp } from './error-help.ts'

/** Help for the errors of imports: why a run ended, and why an item could not be read. Console and docs show the same words. */
export const syncErrorHelp = {
  auth_expired: {
    meaning:
      'The source no longer accepts the credentials or the authorization. The connection waits, and asks the source nothing.',
    remedy: 'Enter new credentials, or authorize the connection again. The next import then starts at once.',
  },
  rate_limited: {
    meaning: 'The source asked to wait.',
    remedy: 'Nothing: the next import comes when the source allows it.',
  },
  plan_required: {
    meaning: 'The account needs another plan at the provider for this.',
    remedy: 'Upgrade the account at the provider.',
  },
  provider_unavailable: {
    meaning: 'The source does not answer, or answers with errors of its own.',
    remedy: 'Nothing: it is tried again after 1, 2, 4 … minutes. Nothing that was imported is lost.',
  },
  source_gone: {
    meaning: 'The site, folder, repository or mailbox is not there any more. Its documents are kept.',
    remedy: 'Check the source, or delete the connection.',
  },
  settings_invalid: {
    meaning: 'The settings lead nowhere, or the credentials may not read what they name.',
    remedy: 'Change the settings of the connection.',
  },
  checkpoint_expired: {
    meaning: 'The source forgot the place at which the last import ended, twice in a row.',
    remedy: 'Start an import. It reads everything again; what has not changed costs nothing.',
  },
  webhook_refused: {
    meaning: 'The source refused to send events, or an event had a wrong signature.',
    remedy: 'Nothing: changes are found at the next import by the schedule.',
  },
  quota_exceeded: {
    meaning: 'The organization has used up the tokens of its documents.',
    remedy: 'Raise the quota with `reverie org quota`, or delete documents. The next import goes on.',
  },
  internal: {
    meaning: 'Reverie itself failed.',
    remedy: 'Look at the log of the worker, which has the cause, and start an import.',
  },
  item_too_large: {
    meaning: 'The item is larger than the server accepts.',
    remedy: 'Make it smaller, leave it out by the settings, or raise `MAX_FILE_BYTES`.',
  },
  item_unreadable: {
    meaning: 'The source did not send the item, or sent it broken.',
    remedy: 'Open the item in the source. If it is whole there, try it again.',
  },
  item_forbidden: {
    meaning: 'The account of the connection may not read the item.',
    remedy: 'Give the account access in the source, and try the item again.',
  },
  item_gone: {
    meaning: 'The item vanished between the list and the reading.',
    remedy: 'Nothing: the next import leaves it out.',
  },
  item_unsupported: {
    meaning: 'Items of this kind cannot be imported.',
    remedy: 'Leave it out by the settings, or change it in the source as the message says.',
  },
} as const satisfies Record<string, ErrorHelp>
