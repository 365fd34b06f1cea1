import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { containerTagSchema } from '../../features/containers/schema.ts'
import type { Caller } from './caller.ts'
import { readProfile, unlessFailed } from './resources.ts'
import { readSpaces, spaceLine } from './tools/list-spaces.ts'

const recentSpaces = 3

const args = z.object({
  containerTag: containerTagSchema.optional().describe('Space of the profile. Default: the default space.'),
})

/** Registers the prompt that a person picks to begin a conversation with what is known. */
export function addPrompts(server: McpServer, caller: Caller): void {
  server.registerPrompt(
    'context',
    {
      title: 'What is known about me',
      description: 'Begins a conversation with the profile of the user, and the latest spaces.',
      argsSchema: args,
    },
    async ({ containerTag }) => {
      const text = await unlessFailed(caller, () => contextOf(caller, containerTag))
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
    },
  )
}

async function contextOf(caller: Caller, containerTag: string | undefined): Promise<string> {
  const [profile, spaces] = await Promise.all([
    readProfile(caller, containerTag),
    readSpaces(caller, recentSpaces),
  ])
  return [
    'This is what my memory holds about me. Use it where it helps, and trust what I say now over it.',
    profile,
    `Spaces used last:\n${spaces.map(spaceLine).join('\n')}`,
    'Call search_memory for more, and add_memory when I tell you something that lasts.',
  ].join('\n\n')
}
