import { expect, test } from 'vitest'
import { startOfBundledPostgres } from './bundled-postgres.ts'

test('advice in a clone names the npm script that starts a Postgres', () => {
  expect(startOfBundledPostgres()).toBe('npm run postgres up')
})

test('an installation without the script, such as the Docker image, gives no advice to run it', () => {
  expect(startOfBundledPostgres('/nowhere/scripts/postgres')).toBeUndefined()
})
