/** The actions that the audit log records. */
export const auditedActions = [
  'key.create',
  'key.disable',
  'member.join',
  'member.change_role',
  'member.remove',
  'invitation.create',
  'invitation.revoke',
  'person.sign_in',
  'person.sign_in_failed',
  'person.sign_out',
  'person.change_password',
  'person.reset_password',
  'session.revoke',
  'settings.change',
  'document.delete',
  'memory.forget',
  'container.change',
  'container.delete',
  'container.merge',
  'connection.create',
  'connection.change',
  'connection.authorize',
  'connection.delete',
  'export.create',
  'export.download',
  'export.delete',
  'import.start',
  'webhook.create',
  'webhook.change',
  'webhook.delete',
  'webhook.rotate_secret',
  'webhook.replay',
] as const
export type AuditedAction = (typeof auditedActions)[number]

/** What an audit entry says besides its action. Never content: ids, names, roles, counts. */
export type AuditFacts = { target?: string | undefined; details?: Record<string, unknown> }
