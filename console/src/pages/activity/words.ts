import type { AuditEntry } from '@reverie/sdk'

/** Each action of the audit log as the end of a sentence that begins with who did it. */
export const actionWords: Record<AuditEntry['action'], string> = {
  'key.create': 'created a key',
  'key.disable': 'disabled a key',
  'member.join': 'joined',
  'member.change_role': 'changed a role',
  'member.remove': 'removed a member',
  'invitation.create': 'invited somebody',
  'invitation.revoke': 'revoked an invitation',
  'person.sign_in': 'signed in',
  'person.sign_in_failed': 'failed to sign in',
  'person.sign_out': 'signed out',
  'person.change_password': 'changed their password',
  'session.revoke': 'ended a session',
  'settings.change': 'changed settings',
  'document.delete': 'deleted documents',
  'memory.forget': 'forgot memories',
  'container.change': 'changed a container',
  'container.delete': 'deleted a container',
  'container.merge': 'merged containers',
  'connection.delete': 'removed a connection',
}

/** The details of an entry in a line: `role: viewer · email: …`. */
export function detailsOf({ details }: AuditEntry): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && value !== undefined)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join(' · ')
}
