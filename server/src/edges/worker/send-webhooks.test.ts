import { expect, test } from 'vitest'
import type { DueEndpoint } from '../../features/webhooks/claim-store.ts'
import { sendWebhooks } from './send-webhooks.ts'

const endpoint = (org: string, name: string, isSuspect = false): DueEndpoint => ({
  shard: 0,
  org,
  endpoint: `${org}/${name}`,
  isSuspect,
})

/** Endpoints that are always due, and never answer unless they are released. */
function start(due: DueEndpoint[], slots: number) {
  const begun: string[] = []
  const waiting: (() => void)[] = []
  let isReleased = false
  const sender = sendWebhooks({
    find: async except => due.filter(({ endpoint }) => !except.includes(endpoint)),
    deliver: ({ endpoint }) => {
      begun.push(endpoint)
      return isReleased ? Promise.resolve() : new Promise<void>(resolve => waiting.push(resolve))
    },
    slots,
    pollMs: 1,
    onError: error => {
      throw error
    },
  })
  const stop = async () => {
    isReleased = true
    due.length = 0
    const stopped = sender.stop()
    for (const release of waiting) release()
    await stopped
  }
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  }
  return { due, begun, stop, settled }
}

test('endpoints that fail or are slow share half of the slots, so a healthy one is sent to at once', async () => {
  const bad = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap(org => [1, 2].map(n => endpoint(org, `bad-${n}`, true)))
  const { due, begun, settled, stop } = start(bad, 8)
  await settled()
  expect(begun.length).toBeLessThanOrEqual(4)
  due.push(endpoint('z', 'healthy'))
  await expect.poll(() => begun).toContain('z/healthy')
  await stop()
})

test('one organization gets at most half of the slots', async () => {
  const many = Array.from({ length: 20 }, (_, n) => endpoint('crowd', String(n)))
  const { due, begun, settled, stop } = start(many, 8)
  await settled()
  expect(begun).toHaveLength(4)
  due.push(endpoint('quiet', 'one'))
  await expect.poll(() => begun).toContain('quiet/one')
  await stop()
})

test('an endpoint has one run at a time', async () => {
  const { begun, settled, stop } = start([endpoint('a', 'one')], 8)
  await settled()
  expect(begun).toEqual(['a/one'])
  await stop()
})
