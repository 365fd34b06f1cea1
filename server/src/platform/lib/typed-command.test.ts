import { expect, test } from 'vitest'
import { typedCommand } from './typed-command.ts'

test.each([
  ['/srv/ada/.npm/_npx/1f0a/node_modules/.bin/reverie', 'npx @reverie/server'],
  ['/srv/ada/app/node_modules/.bin/reverie', 'npx reverie'],
  ['C:\\ada\\app\\node_modules\\.bin\\reverie', 'npx reverie'],
  ['/usr/local/bin/reverie', 'reverie'],
  [`${process.cwd()}/server/bin/reverie.js`, 'server/bin/reverie.js'],
])('advice for a program started as %s begins with "%s"', (script, typed) => {
  expect(typedCommand(script, false)).toBe(typed)
})

test('advice in a clone begins with "./reverie"', () => {
  expect(typedCommand('/srv/ada/reverie/server/bin/reverie.js')).toBe('./reverie')
})
