import { describe, expect, it } from 'vitest'
import { EmbedError } from './embedder.ts'
import type { ModelThread, StartThread } from './model-thread.ts'
import { ThreadPool } from './thread-pool.ts'

type Task = { texts: readonly string[] } & PromiseWithResolvers<Float32Array[]>

/** Threads that take work and return it when the test says so. */
class FakeThreads {
  /** Every piece of work taken, in order. */
  readonly taken: Task[] = []
  readonly alive: { thread: ModelThread; crash(): void }[] = []
  started = 0
  canStart = true

  readonly start: StartThread = async onExit => {
    this.started++
    await settle()
    if (!this.canStart) throw new EmbedError('embed.provider_unavailable', 'The model does not load')
    const under: { task?: Task } = {}
    const thread: ModelThread = {
      dimensions: 1,
      tellsTokens: false,
      embedTokens: () => Promise.reject(new Error('It does not tell')),
      embedCodes: () => Promise.reject(new Error('It does not tell')),
      embed: texts => {
        under.task = { texts, ...Promise.withResolvers<Float32Array[]>() }
        this.taken.push(under.task)
        return under.task.promise
      },
      terminate: async () => crash(),
    }
    const crash = () => {
      this.alive.splice(this.alive.indexOf(entry), 1)
      under.task?.reject(new EmbedError('embed.provider_unavailable', 'The thread died'))
      onExit(thread)
    }
    const entry = { thread, crash }
    this.alive.push(entry)
    return thread
  }

  /** Finishes the oldest work under way, and lets the pool react. */
  async finishNext(): Promise<void> {
    const task = this.taken.find(task => !this.#finished.has(task))
    if (!task) return
    this.#finished.add(task)
    task.resolve(task.texts.map(text => Float32Array.of(text.length)))
    await settle()
  }

  readonly #finished = new Set<Task>()
}

/** Lets every promise that can settle do so. */
function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

async function open(size: number) {
  const threads = new FakeThreads()
  const pool = await ThreadPool.open(threads.start, size)
  const firstTexts = () => threads.taken.map(task => task.texts[0])
  return { threads, pool, firstTexts }
}

const document = { purpose: 'document' } as const
const named = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`)

describe('the work of a thread pool', () => {
  it('is cut in pieces of at most 8 texts and 2,000 characters', async () => {
    const { threads, pool } = await open(1)
    const texts = [...named('short', 10), 'x'.repeat(1_500), 'y'.repeat(400), 'z'.repeat(5_000), 'end']
    const done = pool.embed(texts, document)
    for (let i = 0; i < 10; i++) await threads.finishNext()
    expect(threads.taken.map(task => task.texts.length)).toEqual([8, 4, 1, 1])
    expect((await done).map(vector => vector[0])).toEqual(texts.map(text => text.length))
  })

  it('is shared by all threads', async () => {
    const { threads, pool } = await open(3)
    void pool.embed(named('a', 40), document).catch(() => undefined)
    expect(threads.taken).toHaveLength(3)
    await pool.close()
  })

  it('of several callers is served in turn, so that a small call does not wait for a large one', async () => {
    const { threads, pool, firstTexts } = await open(1)
    const large = pool.embed(named('large', 64), document)
    const small = pool.embed(['small'], document)
    const middle = pool.embed(named('middle', 16), document)
    for (let i = 0; i < 11; i++) await threads.finishNext()
    expect(firstTexts().slice(0, 6)).toEqual(['large0', 'large8', 'small', 'middle0', 'large16', 'middle8'])
    expect((await Promise.all([large, small, middle])).map(vectors => vectors.length)).toEqual([64, 1, 16])
  })

  it('for a query goes before documents', async () => {
    const { threads, pool, firstTexts } = await open(1)
    const documents = pool.embed(named('document', 24), document)
    const query = pool.embed(['query'], { purpose: 'query' })
    for (let i = 0; i < 4; i++) await threads.finishNext()
    await Promise.all([documents, query])
    expect(firstTexts()).toEqual(['document0', 'query', 'document8', 'document16'])
  })

  it('that was not sent yet is dropped on abort', async () => {
    const { threads, pool, firstTexts } = await open(1)
    const controller = new AbortController()
    const aborted = pool.embed(named('aborted', 64), { ...document, signal: controller.signal })
    const other = pool.embed(['other'], document)
    controller.abort(new Error('not needed'))
    await expect(aborted).rejects.toThrow('not needed')
    await threads.finishNext()
    await threads.finishNext()
    await other
    expect(firstTexts()).toEqual(['aborted0', 'other'])
  })
})

describe('a thread of the pool that dies', () => {
  it('fails the call it worked for, not others, and is replaced', async () => {
    const { threads, pool } = await open(1)
    const hit = pool.embed(named('hit', 20), document)
    const spared = pool.embed(['spared'], document)
    const failed = expect(hit).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
    threads.alive[0]!.crash()
    await failed
    await settle()
    expect(threads.taken.at(-1)!.texts).toEqual(['spared'])
    threads.taken.at(-1)!.resolve([Float32Array.of(1)])
    expect(await spared).toHaveLength(1)
    expect(threads.started).toBe(2)
  })

  it('is replaced even when it was idle', async () => {
    const { threads, pool } = await open(2)
    threads.alive[0]!.crash()
    await settle()
    expect(threads.alive).toHaveLength(2)
    await pool.close()
  })

  it('and cannot be replaced fails the waiting calls, and the next call tries again', async () => {
    const { threads, pool } = await open(1)
    const hit = pool.embed(['hit'], document)
    const waiting = pool.embed(['waiting'], document)
    const failures = Promise.allSettled([hit, waiting])
    threads.canStart = false
    threads.alive[0]!.crash()
    expect((await failures).map(failure => failure.status)).toEqual(['rejected', 'rejected'])
    expect(threads.started).toBe(2)
    threads.canStart = true
    const later = pool.embed(['later'], document)
    await settle()
    threads.taken.at(-1)!.resolve([Float32Array.of(1)])
    expect(await later).toHaveLength(1)
  })
})

describe('opening and closing a thread pool', () => {
  it('fails when no thread can start', async () => {
    const threads = new FakeThreads()
    threads.canStart = false
    await expect(ThreadPool.open(threads.start, 2)).rejects.toThrow('does not load')
    expect(threads.started).toBe(1)
  })

  it('ends all threads and replaces none', async () => {
    const { threads, pool } = await open(3)
    await pool.close()
    await settle()
    expect(threads.alive).toHaveLength(0)
    expect(threads.started).toBe(3)
  })
})
