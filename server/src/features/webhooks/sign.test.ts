import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { mintSecret } from './secret.ts'
import { signMessage } from './sign.ts'

const bytesOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')
const body = JSON.stringify({
  type: 'document.done',
  timestamp: '2026-05-14T09:30:00.000Z',
  data: { id: 'x' },
})

test('the published package of Standard Webhooks verifies a signature', () => {
  const secret = mintSecret()
  const headers = signMessage({ id: 'evt_1', at: new Date(), body }, [bytesOf(secret)])
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(mintSecret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(secret).verify(body.replace('done', 'failed'), headers)).toThrow()
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
})

test('after a rotation, a receiver with either secret verifies the message', () => {
  const [old, current] = [mintSecret(), mintSecret()]
  const headers = signMessage({ id: 'evt_1', at: new Date(), body }, [bytesOf(current), bytesOf(old)])
  for (const secret of [old, current]) expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
})

test('a message that is older than five minutes is refused by the receiver, not by us', () => {
  const secret = mintSecret()
  const at = new Date(Date.now() - 600_000)
  const headers = signMessage({ id: 'evt_1', at, body }, [bytesOf(secret)])
  expect(() => new Webhook(secret).verify(body, headers)).toThrow(/too old/i)
})
