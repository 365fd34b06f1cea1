import { get, post, until } from '../client.ts'
import { aside } from './watch.ts'

export const leftOut =
  'This version leaves out of its search results whatever is in the profile too, and does not show the profile here'

/** Adds memories as an application would. docs/compatibility.md does not list these requests. */
export const addMemories = (
  containerTag: string,
  ...memories: { content: string; isStatic?: boolean }[]
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
