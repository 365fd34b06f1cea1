import type { Organization } from '../../platform/access/principal.ts'
import type { UsageRow } from './store.ts'

/** Usage of one organization that is not written yet, by row. */
export type Account = { organization: Organization; rows: Map<string, UsageRow> }

/** Sums that wait to be written, at most `maxRows` of them. */
export class Tally {
  readonly #accounts = new Map<string, Account>()
  readonly #maxRows: number
  #rows = 0
  /** Requests that were dropped because the tally was full. */
  lost = 0

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  get accounts(): Account[] {
    return [...this.#accounts.values()]
  }

  get requests(): number {
    const rows = this.accounts.flatMap(account => [...account.rows.values()])
    return rows.reduce((sum, { requests }) => sum + requests, 0)
  }

  /** Adds one request, or the sum of many. The tally takes over the row object. */
  add(organization: Organization, row: UsageRow): void {
    const account = this.#accounts.get(organization.id)
    const name = `${row.hour} ${row.keyId} ${row.type} ${row.status}`
    const known = account?.rows.get(name)
    if (known) addTo(known, row)
    else if (this.#rows >= this.#maxRows) this.lost += row.requests
    else {
      this.#rows++
      if (account) account.rows.set(name, row)
      else this.#accounts.set(organization.id, { organization, rows: new Map([[name, row]]) })
    }
  }
}

function addTo(row: UsageRow, more: UsageRow): void {
  row.requests += more.requests
  row.durationMs += more.durationMs
  row.maxDurationMs = Math.max(row.maxDurationMs, more.maxDurationMs)
  row.lastAt = Math.max(row.lastAt, more.lastAt)
  row.tokensIn += more.tokensIn
  row.tokensOut += more.tokensOut
}
