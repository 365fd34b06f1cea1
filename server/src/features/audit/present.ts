import type { AuditRow } from './store.ts'

export function presentAudit(rows: readonly AuditRow[], limit: number) {
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map(({ actorKind, actor, actorName, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      actor: { kind: actorKind, id: actor, name: actorName },
    })),
    next: rows.length > limit ? shown.at(-1)!.id : null,
  }
}
