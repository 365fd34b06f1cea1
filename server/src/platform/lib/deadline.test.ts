import { getEventListeners, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startDeadline } from './deadline.ts'

describe('startDeadline', () => {
  it('aborts with the reason of the other signal, also of one that was aborted before', () => {
    const aborter = new AbortController()
    const deadline = startDeadline(60_000, aborter.signal)
    aborter.abort(new Error('not needed'))
    const late = startDeadline(60_000, aborter.signal)
    for (const { signal, end } of [deadline, late]) {
      expect(signal.reason).toMatchObject({ message: 'not needed' })
      end()
    }
  })

  it('aborts when the time is over', async () => {
    const { signal, end } = startDeadline(1, new AbortController().signal)
    await once(signal, 'abort')
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
    end()
  })

  it('leaves nothing at the other signal when it has ended', () => {
    const aborter = new AbortController()
    const { signal, end } = startDeadline(60_000, aborter.signal)
    end()
    expect(getEventListeners(aborter.signal, 'abort')).toEqual([])
    aborter.abort()
    expect(signal.aborted).toBe(false)
  })
})
