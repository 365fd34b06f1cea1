import { ItemError, SourceError } from '../connector.ts'

/**
 * Some documents make Google fail with 500 for ever, and would hold up everything behind them. If Google answers otherwise, the
 * item is at fault. Throws what the run should see.
 */
export async function blameItem(error: unknown, askOther: () => Promise<unknown>): Promise<never> {
  if (!(error instanceof SourceError) || error.code !== 'provider_unavailable') throw error
  await askOther()
  throw new ItemError('item_unreadable', `Google does not send it: ${error.message}`, { cause: error })
}
