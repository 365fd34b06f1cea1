import type { Organization } from '../../platform/access/principal.ts'
import type { CellShards } from '../../platform/db/cells.ts'
import { readInScope, unscoped } from '../../platform/db/tx.ts'
import type { AnalyticsCells } from './name-keys.ts'
import { type SpentDay, type SpentModel, selectSpentDays, sumSpentModels } from './spending-store.ts'

/** Shares of documents that a cell adds up for one answer. */
const mostRows = 200_000

export type SpendingCells = AnalyticsCells & { reach(organization: Organization): CellShards[] }
export type Spending = { days: (SpentDay & { models: SpentModel[] })[]; isComplete: boolean }

/** What the language models of an organization have cost, by day and by model. */
export async function readSpending(
  cells: SpendingCells,
  organization: Organization,
  days: number,
): Promise<Spending> {
  const org = organization.id
  const [spent, ...parts] = await Promise.all([
    unscoped(cells.directory, db => selectSpentDays(db, org, days)),
    ...cells
      .reach(organization)
      .map(({ cell, shards }) =>
        readInScope(cell, { org }, db => sumSpentModels(db, { org, shards }, { days, most: mostRows })),
      ),
  ])
  const models = Map.groupBy(
    parts.flatMap(part => part.models),
    ({ day }) => day,
  )
  return {
    days: spent.map(day => ({ ...day, models: sumByModel(models.get(day.day) ?? []) })),
    isComplete: parts.every(({ rows }) => rows < mostRows),
  }
}

/** A spread organization has shares in several cells. */
function sumByModel(rows: readonly SpentModel[]): SpentModel[] {
  const sums = Map.groupBy(rows, ({ model }) => model).values()
  const total = (all: readonly SpentModel[], of: 'usd' | 'calls' | 'inputTokens' | 'outputTokens') =>
    all.reduce((sum, row) => sum + row[of], 0)
  return Array.from(sums, all => ({
    ...all[0]!,
    usd: total(all, 'usd'),
    calls: total(all, 'calls'),
    inputTokens: total(all, 'inputTokens'),
    outputTokens: total(all, 'outputTokens'),
  })).sort((a, b) => b.usd - a.usd || (a.model < b.model ? -1 : 1))
}
