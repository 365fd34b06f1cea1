import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loginSettings } from '../src/platform/db/session-settings.ts'

test('the page about poolers sets every setting of a login', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deploy/pooler.md'), 'utf8')
  const written = page.match(/^alter role reverie_api in database reverie set .*$/gm)
  expect(written).toEqual(
    Object.entries(loginSettings).map(
      ([name, value]) => `alter role reverie_api in database reverie set ${name} = '${value}';`,
    ),
  )
})
