import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { estimateTokens, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { addMemories, type MemoriesApp } from './add-memories.ts'
import { forgetMatching } from './forget-matching.ts'
import { forgetMemory } from './forget-memory.ts'
import { getMemory } from './get-memory.ts'
import { listMemoriesPage } from './list-memories.ts'
import { presentAdded, presentCited, presentEntry, presentForgetting, presentUpdated } from './present.ts'
import {
  addMemoriesBody,
  addMemoriesResponse,
  citedMemoryJson,
  forgetMatchingBody,
  forgetMatchingResponse,
  forgetMemoryBody,
  forgetMemoryResponse,
  listMemoriesBody,
  listMemoriesResponse,
  memoryParams,
  updateMemoryBody,
  updateMemoryResponse,
} from './schema.ts'
import { updateMemory } from './update-memory.ts'

const tag = 'Memories'

export function memoryRoutes(app: MemoriesApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/memories',
      access: 'scoped',
      tag,
      summary: 'Add memories',
      operation: 'memory',
      body: addMemoriesBody,
      ownTag: true,
      status: 201,
      response: addMemoriesResponse,
      errors: [403, 503],
      async handle({ principal, body, usage, signal }) {
        for (const { content } of body.memories) usage.tokensIn += estimateTokens(content)
        return presentAdded(await addMemories(app, principal, body, signal))
      },
    }),
    route({
      method: 'PATCH',
      path: '/v4/memories',
      access: 'scoped',
      tag,
      summary: 'Put a new version in the place of a memory',
      operation: 'memory',
      body: updateMemoryBody,
      ownTag: true,
      response: updateMemoryResponse,
      errors: [403, 404, 409, 503],
      async handle({ principal, body, usage, signal }) {
        usage.tokensIn += estimateTokens(body.newContent)
        return presentUpdated(await updateMemory(app, principal, body, signal))
      },
    }),
    route({
      method: 'DELETE',
      path: '/v4/memories',
      access: 'scoped',
      tag,
      summary: 'Forget a memory',
      operation: 'memory',
      body: forgetMemoryBody,
      ownTag: true,
      response: forgetMemoryResponse,
      headers: erasureHeaders,
      errors: [403, 404, 409],
      async handle({ principal, body, replyHeaders }) {
        const { memory, erasure } = await forgetMemory(app, principal, body)
        replyHeaders[erasureHeader] = encodeId(erasure)
        return { id: encodeId(memory.id), forgotten: true }
      },
    }),
    route({
      method: 'GET',
      path: '/v4/memories/:id',
      access: 'scoped',
      tag,
      summary: 'A memory with the passages it comes from and why it is there',
      operation: 'memory',
      params: memoryParams,
      response: citedMemoryJson,
      errors: [404],
      async handle({ principal, params, usage }) {
        const memory = await getMemory(app.cells, principal, params.id)
        usage.tokensOut += estimateTokens(memory.memory.text)
        return presentCited(memory)
      },
    }),
    route({
      method: 'POST',
      path: '/v4/memories/list',
      access: 'scoped',
      tag,
      summary: 'List memories with their history',
      operation: 'memory',
      body: listMemoriesBody,
      ownTag: true,
      response: listMemoriesResponse,
      errors: [403],
      async handle({ principal, body, usage }) {
        const { entries, total } = await listMemoriesPage(app.cells, principal, body)
        for (const { memory } of entries) usage.tokensOut += estimateTokens(memory.text)
        const { page, limit } = body
        return {
          memoryEntries: entries.map(presentEntry),
          pagination: {
            currentPage: page,
            totalItems: total,
            totalPages: Math.ceil(total / limit),
            limit,
          },
        }
      },
    }),
    route({
      method: 'POST',
      path: '/v4/memories/forget-matching',
      access: 'scoped',
      tag,
      summary: 'Forget the memories that match a query, or say which they are',
      operation: 'memory',
      body: forgetMatchingBody,
      ownTag: true,
      response: forgetMatchingResponse,
      errors: [403, 503],
      async handle({ principal, body, usage, signal }) {
        usage.tokensIn += estimateTokens(body.query ?? '')
        return presentForgetting(await forgetMatching(app, principal, body, signal), body.dryRun)
      },
    }),
  ]
}
