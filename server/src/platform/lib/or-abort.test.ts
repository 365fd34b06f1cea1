import { describe, expect, it } from 'vitest'
import { orAbort } from './or-abort.ts'

const never = new Promise<never>(() => undefined)

describe('orAbort', () => {
  it('settles with the work when there is no signal', async () => {
    expect(await orAbort(Promise.resolve(1), undefined)).toBe(1)
    await expect(orAbort(Promise.reject(new Error('broken')), undefined)).rejects.toThrow('broken')
  })

  it('settles with the work when nobody aborts', async () => {
    const { signal } = new AbortController()
    expect(await orAbort(Promise.resolve(1), signal)).toBe(1)
    await expect(orAbort(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  })

  it('rejects with the reason when the signal aborts before the work ends', async () => {
    const controller = new AbortController()
    const waiting = orAbort(never, controller.signal)
    controller.abort(new Error('not needed'))
    await expect(waiting).rejects.toThrow('not needed')
  })

  it('rejects with the reason when the signal was aborted before the call, even if the work is done', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(orAbort(never, signal)).rejects.toThrow('too late')
    await expect(orAbort(Promise.resolve(1), signal)).rejects.toThrow('too late')
  })

  it('leaves no unhandled rejection when the work fails after the abort', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    const work = Promise.withResolvers<never>()
    await expect(orAbort(work.promise, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
    work.reject(new Error('broken'))
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
