import { type Checked, type Connector, SourceError } from '../../platform/connectors/connector.ts'
import { asItemError, asSourceError } from '../../platform/connectors/recognize-error.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { openSource, type SourceRow } from './open-source.ts'

/** Reaches the source once, with errors for the person who entered its settings. */
export async function checkSource(
  app: ConnectionsApp,
  connector: Connector,
  row: SourceRow,
): Promise<Checked> {
  return forPerson(() => connector.check(openSource(app, connector, row)))
}

const passing = new Set(['rate_limited', 'provider_unavailable', 'internal'])

/** Turns an error of a source into the error of a request. */
export async function forPerson<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const known = sourceFaultOf(error)
    if (!known) throw error
    const details = `error: ${known.code}`
    const { message, cause } = known
    if (passing.has(known.code))
      throw new AppError('connection.provider_unavailable', { message, details, cause })
    if (known.code === 'auth_expired')
      throw new AppError('connection.not_authorized', { message, details, cause })
    throw new AppError('connection.check_failed', { message, details, cause })
  }
}

/** The fault of a source. Undefined for faults that are ours. */
export function sourceFaultOf(error: unknown): SourceError | undefined {
  const known = asSourceError(error)
  if (known) return known
  const ofItem = asItemError(error)
  if (ofItem) return new SourceError('settings_invalid', ofItem.message, { cause: error })
  if ((error as { name?: string }).name === 'TimeoutError')
    return new SourceError('provider_unavailable', 'The source did not answer in time', { cause: error })
  return undefined
}
