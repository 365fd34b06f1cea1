import { describe, expect, it } from 'vitest'
import type { ThreadModel } from './embedder-messages.ts'
import { type ModelThread, startModelThread } from './model-thread.ts'

const model: ThreadModel = { kind: 'minilm', modelPath: '', tokenizerPath: '' }

/** Starts a worker with this program, to test the protocol without a model. */
function startWith(program: string, onExit: (thread: ModelThread) => void = () => undefined) {
  const source = `import { parentPort as port, workerData } from 'node:worker_threads'\n${program}`
  return startModelThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), model, onExit)
}

const ready = `port.postMessage({ type: 'ready', dimensions: 2 });`

describe('a model thread', () => {
  it('is ready when its model is loaded, and answers', async () => {
    const reply = `({ texts }) => port.postMessage({ type: 'vectors', vectors: texts.map(t => Float32Array.of(t.length)) })`
    const thread = await startWith(`${ready} port.on('message', ${reply})`)
    expect(thread.dimensions).toBe(2)
    expect(await thread.embed(['ab', 'abc'])).toEqual([Float32Array.of(2), Float32Array.of(3)])
    await thread.terminate()
  })

  it('that cannot load its model does not start', async () => {
    const starting = startWith(`port.postMessage({ type: 'failed', message: 'no such file' })`)
    await expect(starting).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
    await expect(starting).rejects.toThrow('no such file')
  })

  it.each(['process.exit(1)', 'throw new Error("out of memory")'])(
    'that dies while loading does not start: %s',
    async death => {
      await expect(startWith(death)).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
    },
  )

  it.each(['process.exit(1)', 'throw new Error("boom")'])(
    'that dies fails its work and says so: %s',
    async death => {
      const exited = Promise.withResolvers<ModelThread>()
      const thread = await startWith(`${ready} port.on('message', () => { ${death} })`, exited.resolve)
      await expect(thread.embed(['a'])).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
      expect(await exited.promise).toBe(thread)
      await expect(thread.embed(['b'])).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
    },
  )

  it('that dies inside the runtime does not block its own end', async () => {
    const enter = `Atomics.store(new Int32Array(workerData.sectionMemory), 1, 1);`
    const thread = await startWith(`${ready} port.on('message', () => { ${enter} process.exit(1) })`)
    const work = thread.embed(['a'])
    await Promise.all([expect(work).rejects.toThrow(), thread.terminate()])
  })

  it('that fails on a text goes on working', async () => {
    const reply = `() => port.postMessage({ type: 'failed', message: 'bad text' })`
    const thread = await startWith(`${ready} port.on('message', ${reply})`)
    await expect(thread.embed(['a'])).rejects.toMatchObject({ code: 'embed.bad_response' })
    await expect(thread.embed(['b'])).rejects.toMatchObject({ code: 'embed.bad_response' })
    await thread.terminate()
  })
})
