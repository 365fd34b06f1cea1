/** When something was asked for, and when it was acknowledged. Null: no answer came, so it may have happened or not. */
export type Attempt = { sentAt: number; acknowledgedAt: number | null }

/** Our clock and the commit times of Postgres are one clock, but not read at one moment. */
const slackMs = 5

export const isCertainlyBefore = ({ acknowledgedAt }: Attempt, moment: Date): boolean =>
  acknowledgedAt !== null && acknowledgedAt + slackMs < moment.getTime()

export const isCertainlyAfter = ({ sentAt }: Attempt, moment: Date): boolean =>
  sentAt - slackMs > moment.getTime()

/** A document as its client knows it. */
export type LedgerDocument = {
  customId: string
  tag: string
  isFile: boolean
  id: string | null
  added: Attempt
  /** Its texts, in order. */
  texts: ({ text: string } & Attempt)[]
  removed: Attempt | null
}

export type LedgerMemory = { id: string; tag: string; added: Attempt; forgotten: Attempt | null }

/** All that the clients of one organization asked for. */
export class Ledger {
  readonly documents: LedgerDocument[] = []
  readonly memories: LedgerMemory[] = []
  /** Ids of the receipts that clients received. */
  readonly receipts: string[] = []
}
