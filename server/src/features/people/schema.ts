import { z } from 'zod'
import { roles } from '../../platform/access/roles.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'
import { longestPassword, shortestPassword } from './auth-options.ts'

const email = z.email().max(254).meta({ description: 'Email of the person.', example: 'ada@example.org' })
const password = storableText
  .min(shortestPassword)
  .max(longestPassword)
  .meta({
    description: `Password, ${shortestPassword} to ${longestPassword} characters.`,
    example: 'correct horse battery',
  })
const name = storableText
  .trim()
  .min(1)
  .max(120)
  .meta({ description: 'Name of the person.', example: 'Ada Lovelace' })
export const invitationToken = z
  .string()
  .regex(/^[\w-]{32}$/)
  .meta({ description: 'The last part of the link.', example: 'q0kZ6m1yJtK1s0t8cB3n5vX2dW4fG7hL' })
export const roleJson = z
  .enum(roles)
  .describe(
    '`viewer` reads; `member` also adds, changes and deletes documents and memories; `admin` also manages keys, members, settings and containers; `owner` also manages owners.',
  )

export const signInBody = z.strictObject({
  email,
  password: z.string().min(1).max(longestPassword).describe('Password.'),
})
export const invitationBody = z.strictObject({ token: invitationToken })
export const joinBody = z.strictObject({
  token: invitationToken,
  name: name.optional(),
  email: email.optional(),
  password: password.optional(),
})
export const passwordBody = z.strictObject({
  currentPassword: z.string().min(1).max(longestPassword).describe('The password so far.'),
  newPassword: password,
})

export const resetPasswordBody = z.strictObject({ token: invitationToken, newPassword: password })

const personJson = z.object({
  id: z.string().describe('Id of the person.'),
  name: z.string().describe('Name of the person.'),
  email: z.string().describe('Email of the person.'),
})
export const signedInResponse = z.object({ person: personJson.describe('The person.') })

export const signInOptionsResponse = z.object({
  needsSetup: z
    .boolean()
    .describe('True while nobody can sign in. The link that `reverie start` prints makes the first owner.'),
  passwords: z.boolean().describe('Whether people sign in with a password.'),
  oidc: z
    .object({ name: z.string().describe('Name of the provider, for the button.') })
    .nullable()
    .describe('The OpenID Connect provider by which people sign in; null for none.'),
})

export const invitationResponse = z.object({
  organization: z.string().describe('Name of the organization.'),
  role: roleJson,
  email: z.string().nullable().describe('The only email that may accept it; null for any.'),
  isSetup: z.boolean().describe('True for the link that makes the first owner.'),
})

export const sessionsResponse = z.object({
  sessions: z
    .array(
      z.object({
        id: z.string().describe('Id of the session.'),
        isCurrent: z.boolean().describe('True for the session of this request.'),
        address: z.string().nullable().describe('Network address at sign-in.'),
        userAgent: z.string().nullable().describe('Browser at sign-in, as it names itself.'),
        createdAt: timestampJson.describe('When the person signed in.'),
        lastSeenAt: timestampJson.describe('Last renewal, at most once a day.'),
        expiresAt: timestampJson.describe('When the session ends unless it is used.'),
      }),
    )
    .describe('Open sessions, the latest first.'),
})
export const sessionParams = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the session.', example: 'Zb8Ck3fT9qLw' }),
})

export const membersResponse = z.object({
  members: z
    .array(
      personJson.extend({
        role: roleJson,
        joinedAt: timestampJson.describe('When the person joined the organization.'),
        lastSeenAt: timestampJson.nullable().describe('Last sign-in or renewal of a session; null for none.'),
      }),
    )
    .describe('All members, the first joined first.'),
})
export const memberParams = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the person.', example: 'x7Yd0Kq2' }),
})
export const changeRoleBody = z.strictObject({ role: roleJson })

export const createInvitationBody = z.strictObject({
  role: roleJson.default('member'),
  email: email
    .optional()
    .meta({ description: 'Only this email may accept it. Default: anybody who has the link.' }),
  expiresInDays: z.int().min(1).max(30).default(7).describe('Days until the link expires, 1 to 30.'),
})
export const createdInvitationResponse = z.object({
  id: z.string().describe('Id of the invitation, to revoke it.'),
  url: z.string().describe('The link to send. It works once and is not shown again.'),
  role: roleJson,
  email: z.string().nullable().describe('The only email that may accept it; null for any.'),
  expiresAt: timestampJson.describe('When the link expires.'),
})
export const invitationsResponse = z.object({
  invitations: z
    .array(
      z.object({
        id: z.string().describe('Id of the invitation.'),
        role: roleJson,
        email: z.string().nullable().describe('The only email that may accept it; null for any.'),
        invitedBy: z
          .string()
          .nullable()
          .describe('Name of the person who sent it; null for the server or a key.'),
        createdAt: timestampJson.describe('When it was created.'),
        expiresAt: timestampJson.describe('When the link expires.'),
      }),
    )
    .describe('Invitations that can still be accepted.'),
})
export const invitationParams = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the invitation.', example: 'h2Vb9sQx1LkM' }),
})
