import { z } from 'zod'
import { invitationToken } from '../schema.ts'

/** A path of the console. A second slash or a backslash would name another host in some browsers. */
const next = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/, 'must be a path of the console such as /documents')
  .meta({ description: 'Page of the console to open afterwards. Default: `/`.', example: '/documents' })

export const startOidcBody = z.strictObject({
  next: next.optional(),
  token: invitationToken
    .optional()
    .meta({ description: 'The last part of an invitation link, to accept it.' }),
})
export const startOidcResponse = z.object({ url: z.string().describe('Address of the provider to open.') })

const value = z.string().max(4_000).optional()
/** Providers add parameters of their own, which are ignored. */
export const oidcCallbackQuery = z.object({
  code: value.describe('The authorization code.'),
  state: value.describe('The state of the sign-in, as Reverie sent it.'),
  error: value.describe('Why the provider refused.'),
  iss: value.describe('The issuer, if the provider names it.'),
})
