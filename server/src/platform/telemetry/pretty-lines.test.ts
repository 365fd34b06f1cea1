import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLogger } from './logger.ts'
import { prettyStream } from './pretty-lines.ts'

// A terminal's setting, which would colour every stream.
beforeAll(() => void vi.stubEnv('FORCE_COLOR', undefined))
afterAll(() => void vi.unstubAllEnvs())

/** The text of the lines that `write` logs, without the time of day, which depends on the time zone. */
function printed(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const out = new PassThrough()
  write(createLogger('debug', prettyStream(out)))
  return String(out.read()).replaceAll(/^\d\d:\d\d:\d\d /gm, '')
}

const request = { method: 'GET', route: '/v3/documents/:id', ms: 12.3, requestId: 'req_1' }

describe('a log line on a terminal', () => {
  test('is the level, the message and the fields, without those that have no value', () => {
    const line = printed(logger =>
      logger.warn({ cell: 'east', limits: { a: 1 }, gone: null, none: undefined, ms: 0 }, 'it is late'),
    )
    expect(line).toBe('warn  it is late  cell=east limits={"a":1} ms=0\n')
  })

  test('shows the advice on a line of its own', () => {
    expect(printed(logger => logger.error({ todo: 'Set PORT.' }, 'no port'))).toBe(
      'error no port\n               → Set PORT.\n',
    )
  })

  test.each([
    [{ ...request, status: 200 }, 'info  200 GET /v3/documents/:id 12.3 ms\n'],
    [{ ...request, status: 404 }, 'info  404 GET /v3/documents/:id 12.3 ms  req_1\n'],
    [{ ...request, status: 500 }, 'info  500 GET /v3/documents/:id 12.3 ms  req_1\n'],
    [{ ...request, status: 200, aborted: true }, 'info  gone GET /v3/documents/:id 12.3 ms\n'],
  ])('of the request %j names the id only of a failed one', (fields, line) => {
    expect(printed(logger => logger.info(fields, 'request'))).toBe(line)
  })

  test('shows an error with its code, a few frames and each cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const text = printed(logger => logger.error({ err: new Error('no answer', { cause }) }, 'failed'))
    expect(text).toMatch(/^error failed\n {15}no answer\n {4}at /)
    expect(text).toContain('\n               connect ECONNREFUSED (ECONNREFUSED)\n')
    expect(text.match(/^ +at /gm)!.length).toBeLessThanOrEqual(12)
  })

  test('shows no key, whatever the level of the object it is in', () => {
    const text = printed(logger =>
      logger.info(
        { key: 'sm_secret', headers: { authorization: 'Bearer sm_secret' }, a: { b: { key: 'sm_secret' } } },
        'x',
      ),
    )
    expect(text).not.toContain('sm_secret')
  })

  test('has no colours where the output is no terminal', () => {
    expect(printed(logger => logger.error('plain'))).toBe('error plain\n')
  })
})
