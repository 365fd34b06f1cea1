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

  test('is logged without the address that fetch repeats, with its password and its query', async () => {
    const address = 'http://user:hunter2@127.0.0.1:9/v1/chat?api_key=abcdef123#part'
    const err = await fetch(address).catch(error => error)
    expect(err.message).toContain('hunter2')
    const line = logged({ err: new Error('the model does not answer', { cause: err }) })
    expect(line).toContain('http://***@127.0.0.1:9/v1/chat?***')
    expect(line).not.toMatch(/hunter2|abcdef123|part/)
  })

  test('is logged without the text that JSON.parse quotes, and keeps its stack', () => {
    for (const text of [
      'My diary: today',
      '{"a": "My diary", x My diary}',
      `[${'"My diary",'.repeat(50)} x]`,
    ]) {
      let err: unknown
      try {
        JSON.parse(text)
      } catch (error) {
        err = error
      }
      const line = logged({ err })
      expect(line).not.toContain('diary')
      expect(line).toContain('logger.test')
    }
  })

  test.each([
    ['a value that Postgres refused', '22P02', 'invalid input syntax for type json: "my "diary""'],
    ['a key of Reverie', undefined, 'refused sm_abc123_0123456789abcdef'],
    ['a key of a provider', undefined, 'Incorrect API key provided: sk-proj-0123456789abcdef'],
    ['a header', undefined, 'Authorization: Bearer 0123456789abcdef was refused'],
    ['the login of a database', undefined, 'cannot reach postgres://u:0123456789abcdef@db:5432/reverie'],
  ])('is logged without %s', (_what, code, message) => {
    const line = logged({ err: Object.assign(new Error(message), code && { code }) })
    expect(line).not.toMatch(/diary|0123456789abcdef/)
  })

  test('is logged even when it is its own cause', () => {
    const err = new Error('loop')
    err.cause = err
    expect(logged({ err })).toContain('loop')
  })
})
