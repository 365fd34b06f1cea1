import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shapeNamed } from '../../../bench/hostile-shapes.ts'
import { startTestServer } from '../../../test/harness.ts'

const program = join(import.meta.dirname, '../../../test/embedding-server.ts')

/** In its own process, so that only Reverie's own computing is measured. */
async function startEmbedder() {
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), end: () => child.kill() }
}

/**
 * Measures the longest time that this thread computed without returning to the event loop: its own CPU time,
 * independent of other load.
 */
function watchTurns() {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [longest, since] = [0, cpuMs()]
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuMs() - since)
    since = cpuMs()
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

test.each(['prose', 'userTurns', 'angleTag'])(
  'a text of 900 KB is processed in turns so short that no request waits for it: %s',
  async name => {
    const embedder = await startEmbedder()
    const config = { EMBEDDER: 'http', EMBEDDER_URL: embedder.url, EMBEDDER_MODEL: 'double' } as const
    const server = await startTestServer({ config })
    try {
      const content = shapeNamed(name).make(900_000)
      const { body } = await server.client.request('POST', '/v3/documents', { content, taskType: 'rag' })
      const longest = watchTurns()
      const processing = () => server.client.request('GET', '/v3/documents/processing?view=pending&limit=1')
      while ((await processing()).body.totalCount > 0) await sleep(100)
      expect(longest()).toBeLessThan(250)
      expect((await server.client.request('GET', `/v3/documents/${body.id}`)).body.status).toBe('done')
    } finally {
      await server.close()
      embedder.end()
    }
  },
  120_000,
)
