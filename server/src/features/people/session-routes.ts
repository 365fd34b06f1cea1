import { z } from 'zod'
import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { type AuditApp, recordAudit } from '../audit/record-audit.ts'
import {
  invitationExample,
  joinExample,
  passwordExample,
  resetPasswordExample,
  sessionsExample,
  signInExample,
  signInOptionsExample,
  successExample,
} from './examples.ts'
import { findInvitation, join, type NewPerson, type PeopleApp } from './join.ts'
import { needsSetup } from './list-members.ts'
import { changePassword, endSession, listSessions } from './own-sessions.ts'
import { presentFoundInvitation, presentOptions, presentSessions, presentSignedIn } from './present.ts'
import { resetPassword } from './reset-password.ts'
import {
  invitationBody,
  invitationResponse,
  joinBody,
  passwordBody,
  resetPasswordBody,
  sessionParams,
  sessionsResponse,
  signedInResponse,
  signInBody,
  signInOptionsResponse,
} from './schema.ts'
import { recordOfPerson, signInRecorded } from './sign-in.ts'

const tag = 'Sessions'
const done = z.object({ success: z.boolean().describe('Always true; a failure returns an error.') })
const cookieHeader = {
  'set-cookie': 'The session cookie: HttpOnly, SameSite=Lax, and Secure if PUBLIC_URL begins with https.',
}

/** How people sign in. Programs use keys. */
export function sessionRoutes(app: PeopleApp & AuditApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/auth/options',
      access: 'anonymous',
      tag,
      summary: 'Get the ways to sign in',
      description: 'Tells the sign-in page whether anybody can sign in yet, and how.',
      example: signInOptionsExample,
      response: signInOptionsResponse,
      handle: async () => presentOptions(await needsSetup(app.cells.directory), app),
    }),
    route({
      method: 'POST',
      path: '/v3/auth/sign-in',
      access: 'anonymous',
      sameOrigin: true,
      tag,
      summary: 'Create a session (sign in)',
      description:
        'Starts a session of a person and sets its cookie. For pages that this server serves; programs send a key. After five failures with one email from one address, each further failure doubles the time to wait, from a minute to an hour.',
      example: signInExample,
      body: signInBody,
      response: signedInResponse,
      headers: cookieHeader,
      errors: ['auth.wrong_password', 'auth.locked', 'auth.password_off', 'server.overloaded'],
      async handle({ body, client, requestId, replyHeaders }) {
        const { person, cookie } = await signInRecorded(app, body, { client, requestId })
        replyHeaders['set-cookie'] = cookie
        return presentSignedIn(person)
      },
    }),
    route({
      method: 'POST',
      path: '/v3/auth/sign-out',
      access: 'person',
      role: 'viewer',
      tag,
      summary: 'Delete this session (sign out)',
      description: 'Ends the session of this request and removes its cookie.',
      example: successExample,
      response: done,
      headers: cookieHeader,
      audit: { action: 'person.sign_out' },
      async handle({ principal: { person }, replyHeaders }) {
        await endSession(app, person!)
        replyHeaders['set-cookie'] = app.identity.endingCookie
        return success
      },
    }),
    route({
      method: 'POST',
      path: '/v3/auth/invitation',
      access: 'anonymous',
      tag,
      summary: 'Get the invitation of a link',
      description:
        'Returns the organization and the role that a link offers. The token is in the body, so that no log contains it.',
      example: invitationExample,
      body: invitationBody,
      response: invitationResponse,
      errors: ['invitation.not_found'],
      handle: async ({ body }) =>
        presentFoundInvitation(await findInvitation(app.cells.directory, body.token)),
    }),
    route({
      method: 'POST',
      path: '/v3/auth/join',
      access: 'anonymous',
      sameOrigin: true,
      tag,
      summary: 'Accept an invitation',
      description:
        'Makes a person a member of the organization that the link names. With a session, the person who is signed in joins. Without one, `name`, `email` and `password` create the person and a session. A link works once.',
      example: joinExample,
      body: joinBody,
      response: signedInResponse,
      headers: cookieHeader,
      errors: [
        'invitation.not_found',
        'invitation.other_email',
        'person.exists',
        'auth.password_off',
        'server.overloaded',
      ],
      async handle({ body, client, cookies, requestId, replyHeaders }) {
        const session = await app.sessions.findSession(cookies)
        const { joined, person, cookie } = await join(app, body.token, {
          client,
          session,
          person: newPerson(body),
        })
        if (cookie) replyHeaders['set-cookie'] = cookie
        const actor = { kind: 'person' as const, id: person.id, name: person.name }
        const facts = { target: person.id, details: { role: joined.role, invitation: joined.id } }
        await recordAudit(app, 'member.join', facts, { org: joined.org, actor, ...client, requestId })
        return presentSignedIn(person)
      },
    }),
    route({
      method: 'POST',
      path: '/v3/auth/reset-password',
      access: 'anonymous',
      sameOrigin: true,
      tag,
      summary: 'Update a password by a link',
      description:
        'Sets the password of the person for whom `reverie people reset-link` printed the link, and ends all of their sessions. A link works once, for an hour.',
      example: resetPasswordExample,
      body: resetPasswordBody,
      response: done,
      errors: ['reset.not_found', 'auth.password_off', 'server.overloaded'],
      async handle({ body, client, requestId }) {
        const { id, name, email } = await resetPassword(app, body)
        const actor = { kind: 'person' as const, id, name }
        await recordOfPerson(app, 'person.reset_password', email, actor, { client, requestId })
        return success
      },
    }),
    route({
      method: 'GET',
      path: '/v3/auth/sessions',
      access: 'person',
      tag,
      summary: 'List your sessions',
      description: 'Returns where you are signed in, the latest first.',
      example: sessionsExample,
      response: sessionsResponse,
      handle: async ({ principal: { person } }) =>
        presentSessions(await listSessions(app, person!), person!.sessionId),
    }),
    route({
      method: 'DELETE',
      path: '/v3/auth/sessions/:id',
      access: 'person',
      role: 'viewer',
      tag,
      summary: 'Delete one of your sessions',
      description: 'Within seconds, requests of that session get 401.',
      example: successExample,
      params: sessionParams,
      response: done,
      errors: ['session.not_found'],
      audit: { action: 'session.revoke' },
      async handle({ principal: { person }, params }) {
        await endSession(app, person!, params.id)
        return success
      },
    }),
    route({
      method: 'POST',
      path: '/v3/auth/password',
      access: 'person',
      role: 'viewer',
      tag,
      summary: 'Update your password',
      description: 'Ends your other sessions.',
      example: passwordExample,
      body: passwordBody,
      response: done,
      errors: ['auth.wrong_password', 'auth.locked', 'auth.password_off'],
      audit: { action: 'person.change_password' },
      async handle({ principal: { person }, body, client }) {
        await changePassword(app, person!, body, client.address)
        return success
      },
    }),
  ]
}

function newPerson({ name, email, password }: z.output<typeof joinBody>): NewPerson | undefined {
  return name && email && password ? { name, email, password } : undefined
}
