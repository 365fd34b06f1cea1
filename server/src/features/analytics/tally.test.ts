import { expect, test } from 'vitest'
import type { Organization } from '../../platform/access/principal.ts'
import type { UsageRow } from './store.ts'
import { Tally } from './tally.ts'

const organization = (id: string) => ({ id }) as Organization
const [ours, theirs] = [organization('ours'), organization('theirs')]
const row = (more: Partial<UsageRow> = {}): UsageRow => ({
  ...{ hour: 0, keyId: 'k', type: 'add', status: 200, requests: 1, durationMs: 5, maxDurationMs: 5 },
  ...{ lastAt: 10, tokensIn: 3, tokensOut: 4 },
  ...more,
})

test('a tally adds up requests of one hour, key, type and status, and keeps all others apart', () => {
  const tally = new Tally(100)
  tally.add(ours, row())
  tally.add(ours, row({ durationMs: 9, maxDurationMs: 9, lastAt: 7, requests: 2 }))
  for (const other of [{ hour: 1 }, { keyId: 'l' }, { type: 'search' }, { status: 404 }] as const)
    tally.add(ours, row(other))
  tally.add(theirs, row())
  const [first, second] = tally.accounts
  expect([...first!.rows.values()][0]).toEqual(
    row({ requests: 3, durationMs: 14, maxDurationMs: 9, lastAt: 10, tokensIn: 6, tokensOut: 8 }),
  )
  expect([first!.rows.size, second!.rows.size, tally.requests]).toEqual([5, 1, 8])
})

test('a full tally goes on with the rows it has, and counts the requests that it drops', () => {
  const tally = new Tally(2)
  tally.add(ours, row())
  tally.add(theirs, row())
  tally.add(ours, row({ status: 500, requests: 7 }))
  tally.add(organization('third'), row())
  tally.add(theirs, row({ requests: 4 }))
  expect([tally.requests, tally.lost]).toEqual([6, 8])
  expect(tally.accounts.map(account => account.organization.id)).toEqual(['ours', 'theirs'])
})
