import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { type Caller, spaceOf } from '../caller.ts'
import { fit, frameTokens } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { textOf } from './get-document.ts'
import { type FoundJson, toLine } from './search-memory.ts'

/** Tokens of the results of a search, and of a fetched text. */
const searchTokens = 4_000
const longestText = 200_000

/** The pair of tools that ChatGPT's connectors call by name, with the fields that it reads. */
const searchInput = z.object({ query: z.string().min(1).max(1000).describe('A question or key words.') })

const searchOutput = z.object({
  results: z.array(
    z.object({ id: z.string(), title: z.string(), url: z.string(), text: z.string().optional() }),
  ),
})

export const search: Tool<typeof searchInput, typeof searchOutput> = {
  name: 'search',
  title: 'Search',
  description:
    'Searches memories and documents of the user. Use it when an answer may depend on what the user said or stored before. Returns results with ids for fetch.',
  input: searchInput,
  output: searchOutput,
  operation: 'search_v4',
  async run({ query }, caller) {
    const { results } = await caller.call('POST /v4/search', {
      body: {
        ...{ q: query, limit: 20, searchMode: 'hybrid' },
        ...{ containerTag: spaceOf(caller, undefined), include: { documents: true } },
      },
    })
    const { taken } = fit(
      results.map(result => toResult(toLine(result), caller)),
      searchTokens - frameTokens,
    )
    const data = { results: taken }
    return { data, text: JSON.stringify(data) }
  },
}

function toResult({ id, kind, text, title, documentId }: FoundJson, { origin }: Caller) {
  if (kind === 'memory' || documentId === undefined)
    return { id: `memory:${id}`, title: text, url: memoryUrl(origin, id), text }
  return { id: `document:${documentId}`, title: title ?? text, url: documentUrl(origin, documentId), text }
}

const memoryUrl = (origin: string, id: string) => `${origin}/memories?open=${id}`
const documentUrl = (origin: string, id: string) => `${origin}/documents/${id}`

const fetchToolInput = z.object({ id: z.string().min(1).max(300).describe('Id of a result of search.') })

const fetchToolOutput = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export const fetchTool: Tool<typeof fetchToolInput, typeof fetchToolOutput> = {
  name: 'fetch',
  title: 'Fetch',
  description:
    'Returns the whole text of a result of search. Use it when the line in the results is not enough, or to cite a source.',
  input: fetchToolInput,
  output: fetchToolOutput,
  operation: 'get',
  async run({ id }, caller) {
    const [, kind, name] = /^(?:(memory|document):)?(.+)$/s.exec(id) ?? []
    const data =
      kind === 'memory'
        ? await fetchMemory(caller, name!)
        : await fetchDocument(caller, name!).catch(error => {
            // An id without its kind may be either.
            if (kind === 'document' || !isMissing(error)) throw error
            return fetchMemory(caller, name!)
          })
    return { data, text: JSON.stringify(data) }
  },
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'document.not_found'

async function fetchDocument(caller: Caller, id: string) {
  const found = await caller.call('GET /v3/documents/:id', { params: { id } })
  return {
    id: `document:${found.id}`,
    title: found.title ?? 'Untitled',
    text: textOf(found).slice(0, longestText).toWellFormed(),
    url: found.url ?? documentUrl(caller.origin, found.id),
    metadata: { type: found.type, createdAt: found.createdAt },
  }
}

async function fetchMemory(caller: Caller, id: string) {
  const found = await caller.call('GET /v4/memories/:id', { params: { id } })
  const passages = found.citations.flatMap(({ title, spans }) =>
    spans.map(({ text }) => `${title ?? 'Untitled'}: "${text}"`),
  )
  return {
    id: `memory:${found.id}`,
    title: found.memory,
    text: [found.memory, ...(passages.length > 0 ? ['', 'From:', ...passages] : [])].join('\n'),
    url: memoryUrl(caller.origin, found.id),
    metadata: { createdAt: found.createdAt, version: found.version },
  }
}
