import { expect, test } from 'vitest'
import type { AppError } from '../../../platform/errors.ts'
import { checkSender } from './check-sender.ts'

const mayRead = (origin: string) => origin === 'https://app.example.org'

function refusal(headers: { host?: string; origin?: string }, publicUrl = ''): string | undefined {
  try {
    checkSender(headers, { publicUrl, mayRead })
    return undefined
  } catch (error) {
    return (error as AppError).code
  }
}

test.each(['localhost:8787', '127.0.0.1:8787', '[::1]:8787', '192.168.1.5', 'nas', 'reverie:8787'])(
  'the Host %s can be no name that a stranger points at us',
  host => expect(refusal({ host })).toBeUndefined(),
)

test.each([
  'evil.example',
  'evil.example:8787',
  'memory.example.org.evil.example',
  '',
  'a b.c',
  'localhost.evil.example',
])('the Host %j is refused', host =>
  expect(refusal({ host }, 'https://memory.example.org')).toBe('mcp.unknown_host'),
)

test('a request without a Host is refused', () => expect(refusal({})).toBe('mcp.unknown_host'))

test('the name in PUBLIC_URL is ours, on any port', () => {
  for (const host of ['memory.example.org', 'MEMORY.example.org', 'memory.example.org:8443'])
    expect(refusal({ host }, 'https://memory.example.org/path')).toBeUndefined()
})

test('an Origin must be our own or one of CORS_ORIGINS', () => {
  const own = 'https://memory.example.org'
  const from = (origin: string) => refusal({ host: 'localhost:8787', origin }, own)
  for (const origin of ['http://localhost:8787', own, 'https://app.example.org'])
    expect(from(origin)).toBeUndefined()
  for (const origin of [
    'http://localhost:9999',
    'https://evil.example',
    'null',
    '',
    'https://memory.example.org.evil.example',
  ])
    expect(from(origin), origin).toBe('mcp.unknown_origin')
})
