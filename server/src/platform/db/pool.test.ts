import { expect, test } from 'vitest'
import { asUnavailable, isPassing, isUnreachable } from './pool.ts'
import { isAbsence } from './presence.ts'

// A machine that is switched off, a network that is cut, and a name server that is away. All tests with a real server refuse or cut
// connections, which is another code.
test.each([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ECONNREFUSED',
  'ETIMEDOUT',
])('a database whose host answers %s is away: requests get 503, and no document is to blame', code => {
  const error = asUnavailable(Object.assign(new Error(`connect ${code} 10.0.0.5:5432`), { code }), 'second')
  expect(error).toMatchObject({ code: 'cell.unavailable', status: 503, retryAfterSeconds: 5 })
  expect([isPassing(error), isUnreachable(error), isAbsence(error)]).toEqual([true, true, true])
})
