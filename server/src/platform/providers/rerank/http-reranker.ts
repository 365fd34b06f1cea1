import { z } from 'zod'
import { RerankError, type Reranker } from './reranker.ts'

export type HttpRerankerOptions = {
  /** Base address; `/rerank` is added. */
  url: string
  model: string
  apiKey: string
  timeoutMs: number
}

/** Calls a `/rerank` endpoint of the kind that Cohere, Jina, vLLM and Text Embeddings Inference offer. */
export function openHttpReranker(options: HttpRerankerOptions): Reranker {
  if (!URL.canParse(options.url)) throw new RerankError('RERANKER_URL is not an address')
  const url = new URL(options.url)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/rerank`
  return {
    name: options.model,
    async rerank(query, texts, signal) {
      const timeout = AbortSignal.timeout(options.timeoutMs)
      try {
        const body = await post(url, options, { query, texts }, AbortSignal.any([signal, timeout]))
        return readScores(body, texts.length)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw error instanceof RerankError ? error : new RerankError('The reranker failed', { cause: error })
      }
    },
  }
}

async function post(
  url: URL,
  { model, apiKey }: HttpRerankerOptions,
  { query, texts }: { query: string; texts: readonly string[] },
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    // Text Embeddings Inference serves one model without a name, and calls the documents texts.
    body: JSON.stringify(model ? { model, query, documents: texts } : { query, texts }),
    // A followed redirect would turn the POST into a GET.
    redirect: 'manual',
    signal,
  })
  if (response.ok) return response.json()
  await response.body?.cancel()
  throw new RerankError(`The reranker answered ${response.status}`)
}

const place = z.int().min(0)
const answer = z.union([
  z
    .object({ results: z.array(z.object({ index: place, relevance_score: z.number() })) })
    .transform(({ results }) =>
      results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
    ),
  z.array(z.object({ index: place, score: z.number() })),
])

function readScores(body: unknown, count: number): number[] {
  const parsed = answer.safeParse(body)
  const scores = new Map(parsed.data?.map(({ index, score }) => [index, score]))
  const ordered = Array.from({ length: count }, (_, i) => scores.get(i))
  if (scores.size !== count || ordered.includes(undefined))
    throw new RerankError('The reranker did not answer for every text')
  return ordered as number[]
}
