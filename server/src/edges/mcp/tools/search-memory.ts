import { z } from 'zod'
import type { ResultJsonV4 } from '../../../features/search/schema.v4.ts'
import { estimateTokens } from '../../../platform/lib/tokens.ts'
import { spaceOf } from '../caller.ts'
import { fit, frameTokens, maxTokens, oneLine } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { containerTag, leftOut, leftOutLine } from './inputs.ts'

/** Share of the budget that the profile may take. */
const profileShare = 0.4

const resultJson = z.object({
  id: z.string().describe('Id of the memory or the passage.'),
  kind: z.enum(['memory', 'passage']),
  text: z.string(),
  similarity: z.number(),
  title: z.string().optional().describe('Title of the document it comes from.'),
  documentId: z.string().optional().describe('Document it comes from, for getDocument.'),
})
export type FoundJson = z.output<typeof resultJson>

const profileJson = z.object({ static: z.array(z.string()), dynamic: z.array(z.string()) })

const input = z.object({
  query: z.string().min(1).max(1000).describe('A question or key words: "where does Ada live now?"'),
  includeProfile: z.boolean().default(true).describe('Adds the profile: lasting facts and current plans.'),
  containerTag,
  limit: z.int().min(1).max(50).default(10).describe('Maximum number of results, 1 to 50.'),
  maxTokens: maxTokens.default(2_000),
})

const output = z.object({
  query: z.string(),
  containerTag: z.string(),
  profile: profileJson.optional(),
  results: z.array(resultJson),
  total: z.int().describe('Results that were found.'),
  leftOut,
  timing: z.number().describe('Milliseconds.'),
})

export const searchMemory: Tool<typeof input, typeof output> = {
  name: 'search_memory',
  title: 'Search memory',
  description:
    'Recalls what is known about the user, their people, projects, preferences and documents. Use it at the start of a conversation, before you answer anything that may depend on earlier conversations, and whenever the user says "remember", "last time", "my" or names something you do not know. Returns lines with ids, and the profile of the user; read a whole document with getDocument.',
  input,
  output,
  operation: 'search_v4',
  async run({ query, includeProfile, limit, maxTokens, ...given }, caller) {
    const tag = spaceOf(caller, given.containerTag)
    const ofTag = { containerTag: tag }
    const budget = maxTokens - frameTokens - estimateTokens(query)
    const [known, found] = await Promise.all([
      includeProfile
        ? caller.call('POST /v4/profile', {
            body: { ...ofTag, maxTokens: Math.max(1, Math.floor(budget * profileShare)) },
          })
        : undefined,
      caller.call('POST /v4/search', {
        body: { ...ofTag, q: query, limit, searchMode: 'hybrid', include: { documents: true } },
      }),
    ])
    const profile = known && { static: known.profile.static, dynamic: known.profile.dynamic }
    const spent = profile ? estimateTokens(JSON.stringify(profile)) : 0
    const { taken, leftOut } = fit(found.results.map(toLine), budget - spent)
    const { total, timing } = found
    return {
      data: {
        ...{ query, containerTag: tag, ...(profile && { profile }) },
        ...{ results: taken, total, leftOut, timing: Math.round(timing) },
      },
      text: [...profileLines(profile), ...resultLines(taken, tag), ...leftOutLine(leftOut)].join('\n'),
    }
  },
}

/** A result of `/v4/search` as one line. */
export function toLine(result: ResultJsonV4): FoundJson {
  const { id, similarity, documents } = result
  const source = documents?.[0]
  return {
    id,
    ...('chunk' in result
      ? { kind: 'passage' as const, text: oneLine(result.chunk) }
      : { kind: 'memory' as const, text: oneLine(result.memory) }),
    similarity: Math.round(similarity * 100) / 100,
    ...(source?.title && { title: oneLine(source.title, 100) }),
    ...(source && { documentId: source.id }),
  }
}

export function profileLines(profile: z.output<typeof profileJson> | undefined): string[] {
  const section = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map(line => `- ${line}`), '']
  return profile ? [...section('Known:', profile.static), ...section('Now:', profile.dynamic)] : []
}

function resultLines(results: readonly FoundJson[], tag: string): string[] {
  if (results.length === 0) return [`Nothing in the space ${tag} answers this.`]
  return ['Found:', ...results.map(lineOf)]
}

function lineOf({ id, kind, text, similarity, title, documentId }: FoundJson): string {
  const source = [title, documentId && `document ${documentId}`].filter(Boolean).join(', ')
  const name = kind === 'memory' ? `memory ${id}` : undefined
  return `- ${text} [${[name, source, similarity.toFixed(2)].filter(Boolean).join('; ')}]`
}
