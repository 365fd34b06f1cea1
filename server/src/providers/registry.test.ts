import { describe, expect, it } from 'vitest'
import { startEmbeddingServer } from '../../test/embedding-server.ts'
import { loadConfig } from '../config.ts'
import { openEmbedder } from './registry.ts'

describe('the configuration', () => {
  it('chooses an HTTP endpoint and its settings', async () => {
    const server = await startEmbeddingServer({ dimensions: 48 })
    const config = loadConfig({ EMBEDDER: 'http', EMBEDDER_URL: server.url, EMBEDDER_MODEL: 'double' })
    const embedder = await openEmbedder(config)
    expect(embedder.model).toMatchObject({ provider: 'http', name: 'double', dimensions: 48 })
    await embedder.close()
    await server.close()
  })

  it('chooses a local model, and says when there is none of that name', async () => {
    const config = loadConfig({ EMBEDDER: 'local', EMBEDDER_MODEL: '/no/such/model', EMBEDDER_THREADS: '1' })
    await expect(openEmbedder(config)).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
  })
})
