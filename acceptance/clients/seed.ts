import { get, post, until } from '../client.ts'
import { aside } from './watch.ts'

export const leftOut =
  'This version removes from its search results everything that is also in the profile, and does not show the profile in this mode'

/** Adds memories as an application would. docs/compatibility.md does not list these requests. */
export const addMemories = (
  containerTag: string,
  ...memories: { content: string; isStatic?: boolean; metadata?: Record<string, string> }[]
): Promise<{ id: string; memory: string }[]> =>
  aside(async () => (await post('/v4/memories', { containerTag, memories })).body.memories)

/** Waits for a document that the client saves in the background. */
export const untilFound = (idOrCustomId: string) =>
  aside(async () => {
    const found = await until(
      () => get(`/v3/documents/${idOrCustomId}`),
      ({ status }) => status === 200,
    )
    return found.body
  })
