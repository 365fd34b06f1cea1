import { z } from 'zod'
import { spaceOf } from '../caller.ts'
import type { Tool } from '../tool.ts'

const input = z.object({})

const output = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().optional(),
  organization: z.string(),
  role: z.string(),
  accessType: z.string(),
  permission: z.enum(['read', 'write']),
  activeSpace: z.string().describe('The space that tools use without containerTag.'),
  assignedSpaces: z.array(z.string()).optional().describe('The only spaces of this connection.'),
  client: z.string().optional().describe('The program that is connected.'),
})

export const whoAmI: Tool<typeof input, typeof output> = {
  name: 'whoAmI',
  title: 'Who am I',
  description:
    'Returns the account that this connection uses: the organization, the role, and the space that other tools use by default. Use it when the user asks which account is connected, or when a tool was refused.',
  input,
  output,
  operation: 'get',
  async run(_input, caller) {
    const { user, org, role } = await caller.call('GET /v3/session')
    const { onlyTag, client } = caller
    const permission = caller.mayWrite ? ('write' as const) : ('read' as const)
    const space = spaceOf(caller, undefined)
    return {
      data: {
        ...{ userId: user.id, name: user.name, ...(user.email && { email: user.email }) },
        ...{ organization: org.name, role, permission, activeSpace: space },
        accessType: onlyTag === undefined ? 'full' : 'restricted',
        ...(onlyTag !== undefined && { assignedSpaces: [onlyTag] }),
        ...(client && { client }),
      },
      text: `${user.name}, ${role} of ${org.name}; may ${permission}; space ${space}`,
    }
  },
}
