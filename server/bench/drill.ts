/**
 * Drills: the work of an operator on a bad day, with the tools that operators use.
 *
 *   npm run bench -- drill failover --kills 50   three Patroni nodes, etcd and HAProxy; the primary is killed under load
 *   npm run bench -- drill restore               pgBackRest: back to any second of a storm, and deletions stay deleted
 *
 * They need Debian and root: `scripts/postgres root` unpacks the programs into a private root. Each drill lists its
 * options at the top. Everything listens on loopback, on six ports from `--port` (24994) on. `--keep` keeps logs. The last line of standard
 * output is one JSON object with the figures and `ok`; the exit code is 1 when a claim does not hold.
 */
import { failover } from './drills/failover.ts'
import { restore } from './drills/restore.ts'

const drills: Record<string, (args: string[]) => Promise<never>> = { failover, restore }

const [name = '', ...args] = process.argv.slice(2)
const drill = drills[name]
if (!drill) {
  console.error(`There is no drill "${name}"; there are: ${Object.keys(drills).join(', ')}.`)
  process.exit(2)
}
await drill(args)
