import type { z } from 'zod'
import { encodeId } from '../../platform/lib/ids.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import { presentPage } from '../../platform/routing/present-page.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { JournalApp } from '../erasures/journal-erasures.ts'
import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { idempotencyHelp, toIdempotentRequest } from '../idempotency/answer-once.ts'
import { addMemories, type MemoriesApp } from './add-memories.ts'
import {
  addMemoriesExample,
  forgetMatchingExample,
  forgetMemoryExample,
  getMemoryExample,
  listMemoriesExample,
  updateMemoryExample,
} from './examples.ts'
import { forgetMatching } from './forget-matching.ts'
import { forgetMemory } from './forget-memory.ts'
import { getMemory } from './get-memory.ts'
import { listMemoriesPage } from './list-memories.ts'
import {
  presentAdded,
  presentCited,
  presentEntries,
  presentForgetting,
  presentForgotten,
  presentUpdated,
} from './present.ts'
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

export function memoryRoutes(app: MemoriesApp & JournalApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/memories',
      access: 'scoped',
      tag,
      summary: 'Add memories',
      description:
        'Writes facts directly, without a document. A memory supersedes older memories of the same single-valued attribute, such as a place of residence. A memory with the same text as an existing one is merged with it. Use `POST /v3/documents` when Reverie should extract the facts itself.',
      example: addMemoriesExample,
      operation: 'memory',
      body: addMemoriesBody,
      ownTag: true,
      status: 201,
      response: addMemoriesResponse,
      errors: ['auth.container_mismatch', 'request.conflict', 'embed.unavailable'],
      requestHeaders: { 'Idempotency-Key': idempotencyHelp },
      async handle({ principal, body, idempotencyKey, usage, signal }) {
        for (const { content } of body.memories) usage.tokensIn += estimateTokens(content)
        const idempotent = toIdempotentRequest(principal, { route: 'memories', idempotencyKey, body })
        return presentAdded(await addMemories(app, principal, body, { signal, idempotent }))
      },
    }),
    route({
      method: 'PATCH',
      path: '/v4/memories',
      access: 'scoped',
      tag,
      summary: 'Update a memory',
      description:
        'Writes a new version of the memory that `id` or its exact `content` names. The old version stays as history with `isLatest` false. Fields you do not send keep their values. `POST /v4/memories/{id}/undo` undoes the change.',
      example: updateMemoryExample,
      operation: 'memory',
      body: updateMemoryBody,
      ownTag: true,
      response: updateMemoryResponse,
      errors: ['auth.container_mismatch', 'memory.not_found', 'memory.forgotten', 'embed.unavailable'],
      async handle({ principal, body, usage, signal }) {
        usage.tokensIn += estimateTokens(body.newContent)
        return presentUpdated(await updateMemory(app, principal, body, signal))
      },
    }),
    route({
      method: 'DELETE',
      path: '/v4/memories',
      access: 'scoped',
      audit: {
        action: 'memory.forget',
        facts: (_request, answer) => ({ target: (answer as { id: string }).id }),
      },
      tag,
      summary: 'Forget a memory',
      description:
        'Marks the memory that `id` or its exact `content` names as forgotten: it leaves search and profile, and stays as history. `POST /v4/memories/{id}/undo` restores it. To erase data for good, delete its documents or its container tag.',
      example: forgetMemoryExample,
      operation: 'memory',
      body: forgetMemoryBody,
      ownTag: true,
      response: forgetMemoryResponse,
      headers: erasureHeaders,
      errors: ['auth.container_mismatch', 'memory.not_found', 'memory.forgotten', 'storage.unavailable'],
      async handle({ principal, body, replyHeaders }) {
        const { memory, erasure } = await forgetMemory(app, principal, body)
        replyHeaders[erasureHeader] = encodeId(erasure)
        return presentForgotten(memory)
      },
    }),
    route({
      method: 'GET',
      path: '/v4/memories/:id',
      access: 'scoped',
      tag,
      summary: 'Get a memory with its sources',
      description:
        'Returns a memory with the passages it comes from (`citations`), its earlier versions (`history`), and the reason for each decision to update or extend another memory. Use it to answer "why does the assistant believe this?"',
      example: getMemoryExample,
      operation: 'memory',
      params: memoryParams,
      response: citedMemoryJson,
      errors: ['memory.not_found'],
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
      role: 'viewer',
      tag,
      summary: 'List memories',
      description:
        'Returns one page of the latest memories of one or more container tags, each with its earlier versions. Forgotten memories are included only with `include.forgottenMemories`. `state`, `origins` and `contains` narrow the list.',
      example: listMemoriesExample,
      operation: 'memory',
      body: listMemoriesBody,
      ownTag: true,
      response: listMemoriesResponse,
      errors: ['auth.container_mismatch'],
      async handle({ principal, body, usage }) {
        const { entries, total } = await listMemoriesPage(app.cells, principal, body)
        for (const { memory } of entries) usage.tokensOut += estimateTokens(memory.text)
        return presentEntries(entries, presentPage(body, total))
      },
    }),
    route({
      method: 'POST',
      path: '/v4/memories/forget-matching',
      access: 'scoped',
      audit: {
        action: 'memory.forget',
        facts: ({ body }, answer) => forgettingFacts(body as never, answer as never),
      },
      tag,
      summary: 'Forget matching memories',
      description:
        'Forgets the memories that match a `query`, or the memories in `ids`, as one batch. Try it with `dryRun` first: it returns the candidates and changes nothing. The id of the batch is also that of the receipt: `GET /v3/erasures/{id}`.',
      example: forgetMatchingExample,
      operation: 'memory',
      body: forgetMatchingBody,
      ownTag: true,
      response: forgetMatchingResponse,
      errors: ['auth.container_mismatch', 'embed.unavailable', 'storage.unavailable'],
      async handle({ principal, body, usage, signal }) {
        usage.tokensIn += estimateTokens(body.query ?? '')
        return presentForgetting(await forgetMatching(app, principal, body, signal), body.dryRun)
      },
    }),
  ]
}

/** A dry run forgets nothing, and is not recorded. */
function forgettingFacts(
  { dryRun, containerTag }: z.output<typeof forgetMatchingBody>,
  { count }: { count: number },
) {
  return dryRun ? undefined : { details: { containerTag, count } }
}
