import { findOrganization } from '../../features/keys/store.ts'
import { listSpent } from '../../features/spending/store.ts'
import type { Config } from '../../platform/config.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { unknownOrganization } from './command-error.ts'
import { withDirectory } from './directory.ts'

const days = 31

/** Prints the daily cost of language models per organization. */
export async function spendCommand(config: Config, slug: string | undefined): Promise<void> {
  await withDirectory(config, async directory => {
    if (slug !== undefined && !(await unscoped(directory, db => findOrganization(db, slug))))
      throw unknownOrganization(slug)
    const spent = await unscoped(directory, db => listSpent(db, { slug, days }))
    if (spent.length === 0) console.log(`No money was spent on language models in the last ${days} days.`)
    for (const { day, organization, usd, calls, inputTokens, outputTokens } of spent)
      console.log(
        `${day}  ${organization}  $${usd.toFixed(4)}  ${calls} calls  ${inputTokens} tokens in  ${outputTokens} out`,
      )
  })
}
