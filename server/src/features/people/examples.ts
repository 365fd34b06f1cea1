/** Bodies shown in the API description. A test checks each against its schema. */

const person = { id: 'x7Yd0Kq2', name: 'Ada Lovelace', email: 'ada@example.org' }
const token = 'q0kZ6m1yJtK1s0t8cB3n5vX2dW4fG7hL'
const createdAt = '2026-05-14T09:30:00.000Z'
const expiresAt = '2026-05-21T09:30:00.000Z'

export const signInExample = {
  body: { email: person.email, password: 'correct horse battery' },
  response: { person },
}
export const signInOptionsExample = {
  response: { needsSetup: false, passwords: true, oidc: { name: 'Example ID' } },
}
export const startOidcExample = {
  body: { next: '/documents' },
  response: { url: 'https://id.example.org/authorize?response_type=code&client_id=reverie&state=…' },
}
export const invitationExample = {
  body: { token },
  response: { organization: 'Acme', role: 'member', email: null, isSetup: false },
}
export const joinExample = {
  body: { token, name: person.name, email: person.email, password: 'correct horse battery' },
  response: { person },
}
export const sessionsExample = {
  response: {
    sessions: [
      {
        id: 'Zb8Ck3fT9qLw',
        isCurrent: true,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
        createdAt,
        lastSeenAt: createdAt,
        expiresAt: '2026-05-28T09:30:00.000Z',
      },
    ],
  },
}
export const successExample = { response: { success: true } }
export const passwordExample = {
  body: { currentPassword: 'correct horse battery', newPassword: 'another long password' },
  response: { success: true },
}
export const resetPasswordExample = {
  body: { token, newPassword: 'another long password' },
  response: { success: true },
}
export const membersExample = {
  response: { members: [{ ...person, role: 'owner', joinedAt: createdAt, lastSeenAt: createdAt }] },
}
export const changeRoleExample = { body: { role: 'viewer' }, response: { success: true } }
export const createInvitationExample = {
  body: { role: 'viewer', email: 'grace@example.org' },
  response: {
    id: 'h2Vb9sQx1LkM',
    url: `https://memory.example.org/join#${token}`,
    role: 'viewer',
    email: 'grace@example.org',
    expiresAt,
  },
}
export const invitationsExample = {
  response: {
    invitations: [
      {
        id: 'h2Vb9sQx1LkM',
        role: 'viewer',
        email: 'grace@example.org',
        invitedBy: person.name,
        createdAt,
        expiresAt,
      },
    ],
  },
}
