import { describe, expect, test } from 'vitest'
import { NativeSection } from './native-section.ts'

describe('a native section', () => {
  test('closes only when the work inside it has ended', async () => {
    const section = new NativeSection()
    const work = Promise.withResolvers<string>()
    const running = section.run(() => work.promise)
    let isClosed = false
    const closing = section.close().then(() => {
      isClosed = true
    })
    await Promise.resolve()
    expect(isClosed).toBe(false)
    work.resolve('result')
    expect(await running).toBe('result')
    await closing
    expect(isClosed).toBe(true)
  })

  test('that is closed lets nothing in, and a second close is harmless', async () => {
    const section = new NativeSection()
    await section.close()
    await section.close()
    let hasRun = false
    const late = section.run(async () => {
      hasRun = true
    })
    await expect(late).rejects.toThrow('being ended')
    expect(hasRun).toBe(false)
  })

  test('is left by work that fails', async () => {
    const section = new NativeSection()
    const failing = section.run(async () => {
      throw new Error('out of memory')
    })
    await expect(failing).rejects.toThrow('out of memory')
    await section.close()
  })

  test('is left for a thread that died inside it', async () => {
    const section = new NativeSection()
    void section.run(() => new Promise(() => undefined))
    const closing = section.close()
    section.leave()
    await closing
  })

  test('is the same section for everyone who has its memory', async () => {
    const owner = new NativeSection()
    const thread = new NativeSection(owner.memory)
    expect(await thread.run(async () => 7)).toBe(7)
    await owner.close()
    await expect(thread.run(async () => 7)).rejects.toThrow('being ended')
  })

  test('is closed without waiting for ever where code can no longer await', async () => {
    const section = new NativeSection()
    void section.run(() => new Promise(() => undefined))
    section.closeBlocking(1)
    await expect(new NativeSection(section.memory).run(async () => 7)).rejects.toThrow('being ended')
  })
})
