import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'reverie-home-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** The runtime writes its device id when the first model is loaded; acceptance/privacy.ts waits for the look-up too. */
test('loading the local model writes no telemetry of onnxruntime into the home directory', async () => {
  const embedder = new URL('./embedding/local-embedder.ts', import.meta.url).href
  const options = JSON.stringify({ model: '', modelDir: loadConfig().MODEL_DIR, threads: 1 })
  const program = `
    import { openLocalEmbedder } from ${JSON.stringify(embedder)}
    const embedder = await openLocalEmbedder(${options})
    const [vector] = await embedder.embed(['a short text'], { purpose: 'query' })
    console.log(vector.length)
    await embedder.close()`
  // Passes only the variables that a process needs, so that the settings of the test's user cannot hide a fault.
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    env: { PATH: process.env.PATH, HOME: home },
  })
  expect(stdout.trim()).toBe('384')
  expect(await readdir(home, { recursive: true })).toEqual([])
})
