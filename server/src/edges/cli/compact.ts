import { marks } from '../../language/lexical/languages.ts'
import type { Config } from '../../platform/config.ts'
import { cellAddresses, ownerUrlOf } from '../../platform/db/addresses.ts'
import { asOwner } from '../../platform/db/as-owner.ts'
import { foldTermCounts } from '../../platform/db/compact/fold-term-counts.ts'
import { poolStoredTokens } from '../../platform/db/compact/pool-stored-tokens.ts'
import { mostTokens, poolCodes } from '../../platform/providers/embedding/pool-codes.ts'

/**
 * Rewrites rows that versions before stored in a larger form. `poolTokens`: also pools the tokens of all chunks, which takes
 * something from search and cannot be undone. It can be stopped and run again at any time.
 */
export async function compactCommand(
  config: Config,
  { poolTokens = false }: { poolTokens?: boolean },
): Promise<void> {
  const pooling = { most: mostTokens, pool: poolCodes }
  for (const { name, ...address } of cellAddresses(config))
    await asOwner({ name, ownerUrl: ownerUrlOf({ name, ...address }) }, {}, undefined, async client => {
      const containers = await foldTermCounts(client, [...marks.keys()])
      console.log(`cell ${name}: term counts of ${containers} containers are in one row each now`)
      if (!poolTokens) return
      const chunks = await poolStoredTokens(client, pooling)
      console.log(`cell ${name}: tokens of ${chunks} chunks are pooled`)
    })
}
