import { openLogins } from '../../../app/open-logins.ts'
import type { Config } from '../../../platform/config.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import { type GateReport, reportGates } from '../../../platform/lanes/gate-store.ts'
import { withMaintenance } from '../directory.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Reports what documents wait for. An unreachable database is reported by `checkCells`. */
export async function checkGates(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  let isUnknown = false
  for (const address of await openLogins(config).then(
    ({ cells }) => cells,
    () => [],
  )) {
    try {
      const gates = await withMaintenance(address, 'reverie doctor', cell => unscoped(cell, reportGates))
      findings.push(...gates.map(describeGate))
    } catch {
      isUnknown = true
    }
  }
  return findings.length > 0 || isUnknown
    ? findings
    : [ok('gates', 'no document waits for a model or a store')]
}

function describeGate({ name, reason, code, shutSeconds, lanes }: GateReport): Finding {
  const waiting = lanes === 1 ? '1 lane waits' : `${lanes} lanes wait`
  return warning(
    `gate ${name}`,
    `shut for ${shutSeconds} s (${code}), ${waiting}: ${reason}`,
    'Repair what the reason names. Workers probe it, and the documents continue by themselves.',
  )
}
