import { z } from 'zod'
import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { assertMayGrant, changeRole, removeMember } from './change-member.ts'
import {
  changeRoleExample,
  createInvitationExample,
  invitationsExample,
  membersExample,
  successExample,
} from './examples.ts'
import { invite } from './invite.ts'
import type { PeopleApp } from './join.ts'
import { listMembers } from './list-members.ts'
import { listInvitations, revokeInvitation } from './open-invitations.ts'
import { presentCreatedInvitation, presentInvitations, presentMembers } from './present.ts'
import {
  changeRoleBody,
  createdInvitationResponse,
  createInvitationBody,
  invitationParams,
  invitationsResponse,
  memberParams,
  membersResponse,
} from './schema.ts'

const tag = 'Members'
const done = z.object({ success: z.boolean().describe('Always true; a failure returns an error.') })
type WithId = { id: string }

export function memberRoutes(app: PeopleApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/members',
      access: 'organization',
      tag,
      summary: 'List members',
      description: 'Returns the people of the organization with their roles.',
      example: membersExample,
      response: membersResponse,
      handle: async ({ principal }) =>
        presentMembers(await listMembers(app.cells.directory, principal.organization)),
    }),
    route({
      method: 'PATCH',
      path: '/v3/members/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Update the role of a member',
      description:
        'Takes effect within seconds. Only an owner may change an owner, or make one. An organization keeps at least one owner.',
      example: changeRoleExample,
      params: memberParams,
      body: changeRoleBody,
      response: done,
      errors: ['member.not_found', 'member.last_owner', 'auth.role_required'],
      audit: {
        action: 'member.change_role',
        facts: ({ params, body }) => ({ target: (params as WithId).id, details: body as { role: string } }),
      },
      async handle({ principal, params, body }) {
        await changeRole(app, principal, params.id, body.role)
        return success
      },
    }),
    route({
      method: 'DELETE',
      path: '/v3/members/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Delete a member',
      description:
        'The person can no longer use the organization. Their documents and memories stay, and so does their account.',
      example: successExample,
      params: memberParams,
      response: done,
      errors: ['member.not_found', 'member.last_owner', 'auth.role_required'],
      audit: { action: 'member.remove' },
      async handle({ principal, params }) {
        await removeMember(app, principal, params.id)
        return success
      },
    }),
    route({
      method: 'GET',
      path: '/v3/invitations',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'List invitations',
      description: 'Returns the invitations that can still be accepted. Their links are not shown again.',
      example: invitationsExample,
      response: invitationsResponse,
      handle: async ({ principal }) =>
        presentInvitations(await listInvitations(app.cells.directory, principal.organization)),
    }),
    route({
      method: 'POST',
      path: '/v3/invitations',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Create an invitation',
      description:
        'Returns a link that works once. Send it to the person by any means; Reverie sends no mail.',
      example: createInvitationExample,
      body: createInvitationBody,
      response: createdInvitationResponse,
      errors: ['auth.role_required'],
      audit: {
        action: 'invitation.create',
        facts: ({ body }, answer) => ({ target: (answer as WithId).id, details: { ...(body as object) } }),
      },
      async handle({ principal, body, origin }) {
        assertMayGrant(principal, body.role)
        const { organization, person } = principal
        const input = { ...body, org: organization.id, invitedBy: person?.id ?? null }
        return presentCreatedInvitation(await invite(app.cells.directory, input), {
          ...body,
          email: body.email,
          origin,
        })
      },
    }),
    route({
      method: 'DELETE',
      path: '/v3/invitations/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Delete an invitation',
      description: 'The link no longer works.',
      example: successExample,
      params: invitationParams,
      response: done,
      errors: ['invitation.not_found'],
      audit: { action: 'invitation.revoke' },
      async handle({ principal, params }) {
        await revokeInvitation(app.cells.directory, principal.organization, params.id)
        return success
      },
    }),
  ]
}
