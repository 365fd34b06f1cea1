import type { Connector } from '../src/platform/connectors/connector.ts'
import { type Connectors, ownConnectors } from '../src/platform/connectors/registry.ts'

/** The connectors of this build without their limits of requests a second, which would make tests wait. */
export async function addUnpaced(connectors: Connectors): Promise<void> {
  for (const load of Object.values(ownConnectors)) connectors.add(unpaced(await load()))
}

export function unpaced(connector: Connector): Connector {
  const { requestsPerSecond: _, ...describe } = connector.describe
  return { ...connector, describe }
}
