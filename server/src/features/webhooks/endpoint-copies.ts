import type { Organization } from '../../platform/access/principal.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import type { EndpointRow } from './endpoint-store.ts'
import type { SealApp } from './secret.ts'

export type WebhooksApp = SealApp & { cells: Cells }

/** The cell whose copies of an organization's endpoints count. */
export const homeOf = ({ cells }: Pick<WebhooksApp, 'cells'>, { homeShard }: Organization): Cell =>
  cells.of(homeShard)

/**
 * Repeats a change in the other cells of a spread organization, after the home. A request that fails between them can be
 * repeated, because every change writes the whole copy.
 */
export async function inOtherCells(
  { cells }: Pick<WebhooksApp, 'cells'>,
  organization: Organization,
  change: (db: Db) => Promise<unknown>,
): Promise<void> {
  const home = cells.of(organization.homeShard)
  for (const { cell } of cells.reach(organization))
    if (cell !== home) await inScope(cell, { org: organization.id }, change)
}

export function readEndpointId(id: string): string {
  const known = decodeId(id)
  if (known === undefined) throw new AppError('webhook.not_found')
  return known
}

export function orNotFound(row: EndpointRow | undefined): EndpointRow {
  if (!row) throw new AppError('webhook.not_found')
  return row
}
