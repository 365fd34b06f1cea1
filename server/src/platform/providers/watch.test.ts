import { expect, test } from 'vitest'
import { startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { startWebServer } from '../../../test/web-server.ts'
import { Circuit } from './circuit.ts'
import { openHttpEmbedder } from './embedding/http-embedder.ts'
import { openHttpReranker } from './rerank/http-reranker.ts'
import { RerankError } from './rerank/reranker.ts'
import { watchEmbedder, watchReranker } from './watch.ts'

test('a reranker that failed three times in a row is not asked again until its circuit closes', async () => {
  const scores = JSON.stringify({ results: [{ index: 0, relevance_score: 0.5 }] })
  const web = await startWebServer({ '/rerank': { status: 500 } })
  const circuit = new Circuit()
  const options = { url: web.url, model: 'judge', apiKey: '', timeoutMs: 5_000 }
  const reranker = watchReranker(openHttpReranker(options), circuit)
  const { signal } = new AbortController()
  for (let i = 0; i < 5; i++)
    await expect(reranker.rerank('q', ['text'], signal)).rejects.toBeInstanceOf(RerankError)
  expect(web.visits).toHaveLength(3)
  web.site['/rerank'] = { body: scores }
  circuit.succeeded()
  expect(await reranker.rerank('q', ['text'], signal)).toEqual([0.5])
  await web.close()
})

test('an embedder is asked however often it fails, its texts are counted by purpose, and it keeps its calibration', async () => {
  const scripted = await startScriptedEmbedder(8)
  const { EMBEDDER_URL: url, EMBEDDER_MODEL: model } = scripted.config
  const inner = await openHttpEmbedder({ url, model, apiKey: '', dimensions: 8, timeoutMs: 5_000 })
  let calibration = { unrelated: 0, same: 1 }
  const measured = Object.defineProperty({ ...inner }, 'calibration', { get: () => calibration })
  const circuit = new Circuit()
  const counted: [string, number][] = []
  const onTexts = (purpose: string, texts: number) => counted.push([purpose, texts])
  const embedder = watchEmbedder(measured, { circuit, onTexts })
  scripted.behave = () => ({ kind: 'status', status: 500 })
  for (let i = 0; i < 4; i++)
    await expect(embedder.embed(['text'], { purpose: 'query' })).rejects.toMatchObject({
      code: 'embed.provider_unavailable',
    })
  expect(circuit.isOpen).toBe(true)
  scripted.behave = undefined
  await embedder.embed(['one', 'two'], { purpose: 'document' })
  expect(circuit.isOpen).toBe(false)
  expect(counted).toEqual([['document', 2]])
  calibration = { unrelated: 0.2, same: 0.9 }
  expect(embedder.calibration).toBe(calibration)
  await embedder.close()
  await scripted.close()
})
