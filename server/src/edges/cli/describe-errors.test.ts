import { expect, test } from 'vitest'
import { runErrorCodes } from '../../features/connections/run-schema.ts'
import { configSchema } from '../../platform/config/schema.ts'
import { itemErrorCodes } from '../../platform/connectors/connector.ts'
import { syncErrorHelp } from '../../platform/sync-error-help.ts'
import { describeErrors } from './describe-errors.ts'

const page = describeErrors()
const rows = page.split('\n').filter(line => line.startsWith('| `'))

test('every error code has a meaning and a remedy, each in whole sentences', () => {
  expect(rows.length).toBeGreaterThan(60)
  for (const row of rows) {
    const [, code, ...cells] = row.split('|').map(cell => cell.trim())
    const [meaning, remedy] = cells.filter(cell => cell !== '' && !/^\d+$/.test(cell))
    expect(code).toMatch(/^`[a-z_]+(\.[a-z_]+)?`$/)
    expect(meaning, code).toMatch(/^[A-Z].*\.$/)
    expect(remedy, code).toMatch(/^[A-Z`].*\.$/)
  }
})

test('every error of an import is explained', () => {
  for (const code of [...runErrorCodes, ...itemErrorCodes]) expect(Object.keys(syncErrorHelp)).toContain(code)
})

test('every setting that a remedy names exists', () => {
  const named = [...page.matchAll(/`([A-Z][A-Z_]+)(\*?)`/g)].map(([, name, any]) => ({ name: name!, any }))
  const known = Object.keys(configSchema.shape)
  expect(named.length).toBeGreaterThan(10)
  const unknown = named.filter(({ name, any }) =>
    any ? !known.some(each => each.startsWith(name)) : !known.includes(name),
  )
  expect(unknown).toEqual([])
})
