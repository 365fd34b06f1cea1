import { describe, expect, test } from 'vitest'
import { LogLines } from '../../../test/serve-routes.ts'
import { createLogger } from './logger.ts'

function logged(fields: object): string {
  const log = new LogLines()
  createLogger('info', log).info(fields, 'message')
  return JSON.stringify(log.lines[0])
}

describe('the logger redacts a secret', () => {
  const headers = { authorization: 'Bearer sm_secret', 'x-api-key': 'sm_secret', accept: 'kept' }

  test.each([
    ['as a field', { ...headers, key: 'sm_secret' }],
    ['in headers', { headers, found: { key: 'sm_secret' } }],
    ['in a request', { request: { headers, body: { key: 'sm_secret' } } }],
  ])('%s', (_where, fields) => {
    const line = logged(fields)
    expect(line).not.toContain('sm_secret')
    expect(line).toContain('[Redacted]')
    expect(line).toContain('kept')
  })
})

describe('an error', () => {
  test('is logged with its stack, code and causes', () => {
    const cause = Object.assign(new Error('below'), { code: '23505' })
    const line = JSON.parse(logged({ err: new Error('above', { cause }) }))
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'above',
      stack: expect.stringContaining('logger.test'),
      cause: { message: 'below', code: '23505' },
    })
  })

  test('is logged without the row or statement it carries', () => {
    const err = Object.assign(new Error('duplicate'), {
      detail: 'Key (content)=(my diary)',
      query: 'my diary',
    })
    expect(logged({ err })).not.toContain('my diary')
  })

  test('is logged even when it is its own cause', () => {
    const err = new Error('loop')
    err.cause = err
    expect(logged({ err })).toContain('loop')
  })
})
