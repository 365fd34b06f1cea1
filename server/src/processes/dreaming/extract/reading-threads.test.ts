import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import { openLocalExtractor } from './local-extractor.ts'
import { ReadingFailure, ReadingThreads, ReadingTimeout } from './reading-threads.ts'

/**
 * An entry file in place of the rules: it loops, exits or throws when the text says so, and otherwise answers with
 * the text.
 */
const entry = new URL('../../../../test/threads/never-ends.ts', import.meta.url)
const deadlineMs = 300

let threads: ReadingThreads
afterEach(() => threads.close())

const passage = (text: string) => ({
  text,
  from: 0,
  saidAt: new Date('2024-05-05T10:00:00Z'),
  origin: 'user' as const,
  entityContext: undefined,
})

describe('ReadingThreads', () => {
  test('find the same facts as a direct call', async () => {
    threads = new ReadingThreads()
    const said = passage('My dog is called Bruno. I moved to Lisbon last May.')
    expect(await threads.read(said)).toEqual(extractLocally(said))
  })

  test('end a text that misses its deadline, and read the next one', async () => {
    threads = new ReadingThreads({ entry, threads: 1, deadlineMs })
    const [looped, next] = [threads.read(passage('loop')), threads.read(passage('next'))]
    await expect(looped).rejects.toBeInstanceOf(ReadingTimeout)
    expect(await next).toEqual([{ text: 'next' }])
  })

  test('leave the event loop of the process free', async () => {
    threads = new ReadingThreads({ entry, threads: 1, deadlineMs: 1_000 })
    const looped = threads.read(passage('loop')).catch(() => 'ended')
    let beats = 0
    for (let isOver = false; !isOver; beats++) isOver = (await Promise.race([looped, sleep(10)])) === 'ended'
    expect(beats).toBeGreaterThan(10)
  })

  test('read other texts while one runs into its deadline', async () => {
    threads = new ReadingThreads({ entry, threads: 2, deadlineMs: 120_000 })
    let isLooping = true
    const looped = threads.read(passage('loop')).catch(() => {
      isLooping = false
    })
    expect(await threads.read(passage('other'))).toEqual([{ text: 'other' }])
    expect(isLooping).toBe(true)
    await threads.close()
    await looped
  })

  test.each([
    ['ends', 'exit'],
    ['fails', 'throw'],
  ])('lose only the text of a thread that %s', async (_, text) => {
    threads = new ReadingThreads({ entry, threads: 1, deadlineMs: 60_000 })
    await expect(threads.read(passage(text))).rejects.toBeInstanceOf(ReadingFailure)
    expect(await threads.read(passage('next'))).toEqual([{ text: 'next' }])
  })

  test('reject all waiting passages when closed', async () => {
    threads = new ReadingThreads({ entry, threads: 1 })
    const waiting = [threads.read(passage('loop')), threads.read(passage('queued'))]
    const settled = Promise.allSettled(waiting)
    await threads.close()
    expect(await settled).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    await expect(threads.read(passage('later'))).rejects.toThrow('closed')
  })
})

test('the local extractor blames only the document that misses its deadline, with the code dream.timeout', async () => {
  threads = new ReadingThreads({ entry, threads: 1, deadlineMs })
  const extractor = openLocalExtractor(undefined, { threads })
  const options = {
    key: { shard: 1, org: 'org', container: 'container' },
    documents: ['fine', 'endless'],
    filters: { isFiltered: false, prompt: undefined, include: [], exclude: [] },
    isLastAttempt: false,
    signal: new AbortController().signal,
  }
  const reading = extractor.extract([passage('fine'), passage('loop')], options)
  await expect(reading).rejects.toMatchObject({ code: 'dream.timeout', documents: ['endless'] })
})
