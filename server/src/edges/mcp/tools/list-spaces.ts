import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { fit, frameTokens, maxTokens } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { leftOut, leftOutLine } from './inputs.ts'

const spaceJson = z.object({
  name: z.string(),
  containerTag: z.string(),
  documentCount: z.int().optional(),
  memoryCount: z.int().optional(),
  lastActivityAt: z.string().optional(),
})
export type SpaceJson = z.output<typeof spaceJson>

const input = z.object({
  limit: z.int().min(1).max(200).default(50).describe('Maximum number of spaces, 1 to 200.'),
  maxTokens: maxTokens.default(3_000),
})

const output = z.object({ spaces: z.array(spaceJson), count: z.int(), leftOut })

export const listSpaces: Tool<typeof input, typeof output> = {
  name: 'listSpaces',
  title: 'List spaces',
  description:
    'Lists the spaces (container tags) that memories are kept in, latest activity first. Use it when the user names a space, project or person whose memories are kept apart, to find the containerTag for other tools. Most conversations need only the default space.',
  input,
  output,
  operation: 'list',
  async run({ limit, maxTokens }, caller) {
    const { taken, leftOut } = fit(await readSpaces(caller, limit), maxTokens - frameTokens)
    return {
      data: { spaces: taken, count: taken.length, leftOut },
      text: [...taken.map(spaceLine), ...leftOutLine(leftOut)].join('\n') || 'There are no spaces yet.',
    }
  },
}

/** A caller with one container sees only that one. */
export async function readSpaces(caller: Caller, limit: number): Promise<SpaceJson[]> {
  const { onlyTag } = caller
  if (onlyTag !== undefined) return [{ name: onlyTag, containerTag: onlyTag }]
  const containers = await caller.call('GET /v3/container-tags/list', { query: { limit } })
  return containers.map(({ name, containerTag, documentCount, memoryCount, lastActivityAt }) => ({
    ...{ name, containerTag, documentCount, memoryCount, lastActivityAt },
  }))
}

export function spaceLine({ name, containerTag, documentCount, memoryCount }: SpaceJson): string {
  const label = name === containerTag ? containerTag : `${name} (${containerTag})`
  return documentCount === undefined
    ? `- ${label}`
    : `- ${label}: ${documentCount} documents, ${memoryCount} memories`
}
