import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startRenewal } from './start-renewal.ts'

/** Ends with the next abort of the signal. */
const aborted = (signal: AbortSignal) => once(signal, 'abort').then(() => signal.reason as Error)

describe('a lease that is kept', () => {
  it('is renewed again and again until it is released', async () => {
    const fifth = Promise.withResolvers<void>()
    let renewals = 0
    const lease = startRenewal(1, async () => {
      if (++renewals === 5) fifth.resolve()
      return true
    })
    await fifth.promise
    lease.release()
    const released = renewals
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(renewals).toBe(released)
    expect(lease.signal.aborted).toBe(false)
  })

  it('never has two renewals in flight, however slow they are', async () => {
    const third = Promise.withResolvers<void>()
    let [running, most, renewals] = [0, 0, 0]
    const lease = startRenewal(1, async () => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve, 10))
      running--
      if (++renewals === 3) third.resolve()
      return true
    })
    await third.promise
    lease.release()
    expect(most).toBe(1)
  })

  it('aborts its signal and stops when it is no longer ours', async () => {
    let renewals = 0
    const lease = startRenewal(1, async () => ++renewals < 3)
    expect(await aborted(lease.signal)).toMatchObject({ message: 'lease lost' })
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(renewals).toBe(3)
  })

  it('aborts with the error that the caller chose', async () => {
    const lease = startRenewal(
      1,
      async () => false,
      () => new RangeError('taken over'),
    )
    expect(await aborted(lease.signal)).toBeInstanceOf(RangeError)
  })

  it('is still renewed after a renewal that failed', async () => {
    const second = Promise.withResolvers<void>()
    let renewals = 0
    const lease = startRenewal(1, async () => {
      if (++renewals === 1) throw new Error('the database is busy')
      second.resolve()
      return true
    })
    await second.promise
    lease.release()
    expect(lease.signal.aborted).toBe(false)
  })

  it('is not aborted by a renewal that was in flight when it was released', async () => {
    const started = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<boolean>()
    const lease = startRenewal(1, () => {
      started.resolve()
      return answer.promise
    })
    await started.promise
    lease.release()
    answer.resolve(false)
    await new Promise(resolve => setImmediate(resolve))
    expect(lease.signal.aborted).toBe(false)
  })
})
