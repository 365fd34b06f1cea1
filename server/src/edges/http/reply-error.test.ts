import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { isLoopback, originOf } from './origin.ts'
import { errorResponse, replyToError } from './reply-error.ts'
import { requestIdOf } from './request-id.ts'

describe('the answer to an error', () => {
  test('shows nothing of an unexpected error but the request id', () => {
    const thrown = Object.assign(new Error('password=hunter2'), { code: 'document.not_found', status: 404 })
    for (const error of [
      thrown,
      'a text',
      undefined,
      null,
      new AppError('internal', { details: 'hunter2' }),
    ]) {
      const { status, body, unexpected } = replyToError(error, 'req_1')
      expect([status, unexpected, body.code, body.requestId]).toEqual([500, true, 'internal', 'req_1'])
      expect(JSON.stringify(body)).not.toContain('hunter2')
    }
  })

  test('tells clients to wait in whole seconds in the header, and exactly in the body', () => {
    const { headers, body } = replyToError(
      new AppError('cell.unavailable', { retryAfterSeconds: 0.2 }),
      'req_1',
    )
    expect(headers['retry-after']).toBe('1')
    expect(body.retryAfterSeconds).toBe(0.2)
  })

  test('asks clients to repeat a conflict only if it passes by itself', () => {
    const retried = (options: object) =>
      replyToError(new AppError('request.conflict', options), 'req_1').headers['x-should-retry']
    expect(retried({})).toBe('false')
    expect(retried({ retryAfterSeconds: 1 })).toBe('true')
    expect(replyToError(new AppError('document.not_found'), 'req_1').headers).toEqual({})
  })

  test('is cut to a bounded size, between characters, and stays valid by its schema', () => {
    const long = '🦊'.repeat(50_000)
    const { body } = replyToError(
      new AppError('request.invalid', { message: `x${long}`, details: long }),
      'r',
    )
    expect(JSON.stringify(body).length).toBeLessThan(16_000)
    expect([body.error.isWellFormed(), body.details!.isWellFormed()]).toEqual([true, true])
    expect(errorResponse.safeParse(body).success).toBe(true)
  })

  test('names the methods that a path has', () => {
    const error = new AppError('route.method_not_allowed', { allow: ['GET', 'PATCH'] })
    expect(replyToError(error, 'req_1').headers.allow).toBe('GET, PATCH')
  })
})

const incoming = (headers: object, socket: object = {}) => ({ headers, socket }) as unknown as IncomingMessage

describe('the id of a request', () => {
  test.each(['a', 'trace-1.2_B', 'x'.repeat(64)])('is the caller’s own: %s', given => {
    expect(requestIdOf(incoming({ 'x-request-id': given }))).toBe(given)
  })

  test.each(['', 'x'.repeat(65), 'a b', 'a\nb', 'é', 'a, b', ['a', 'b']])('is made instead of %j', given => {
    expect(requestIdOf(incoming({ 'x-request-id': given }))).toMatch(/^req_[0-9a-f]{32}$/)
  })
})

describe('the base of links in answers', () => {
  const socket = { localAddress: '10.0.0.5', localPort: 8787 }

  test.each([
    ['localhost:8787', 'http://localhost:8787'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['[::1]:80', 'http://[::1]:80'],
    ['evil.example', 'http://10.0.0.5:8787'],
    ['localhost.evil.example', 'http://10.0.0.5:8787'],
    ['localhost:1@evil.example', 'http://10.0.0.5:8787'],
    ['127.0.0.1.evil.example', 'http://10.0.0.5:8787'],
    [undefined, 'http://10.0.0.5:8787'],
  ])('with the Host header %s is %s', (host, origin) => {
    expect(originOf(incoming({ host }, socket), '')).toBe(origin)
  })

  test.each([
    ['::ffff:10.0.0.5', 'http://10.0.0.5:8787'],
    ['fd00::5', 'http://[fd00::5]:8787'],
    [undefined, 'http://127.0.0.1:8787'],
  ])('at the local address %s is %s', (localAddress, origin) => {
    expect(originOf(incoming({}, { localAddress, localPort: 8787 }), '')).toBe(origin)
  })

  test('is PUBLIC_URL without its last slashes', () => {
    const request = incoming({ host: 'localhost' }, socket)
    expect(originOf(request, 'https://memory.example/api//')).toBe('https://memory.example/api')
  })

  test.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['LOCALHOST', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.127.0.0', false],
    ['localhost.example', false],
  ])('a server that listens on %s is for this machine alone: %s', (host, alone) => {
    expect(isLoopback(host)).toBe(alone)
  })
})
