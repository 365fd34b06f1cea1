import { hostname } from 'node:os'
import type { Config } from './config.ts'
import { ContainerResolver } from './containers/resolve-container.ts'
import { Cells, cellAddresses } from './db/cells.ts'
import { KeyRing } from './keys/find-principal.ts'
import { Wakes } from './lanes/wakes.ts'
import type { Embedder } from './providers/embedder.ts'
import { openEmbedder } from './providers/registry.ts'
import type { Logger } from './telemetry/logger.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'

/** Everything a process is made of, wired once. Operations take the parts they need from here. */
export type App = {
  config: Config
  logger: Logger
  metrics: Metrics
  cells: Cells
  wakes: Wakes
  containers: ContainerResolver
  keys: KeyRing
  embedder: Embedder
  /** Names this process in attempts and connections. */
  processName: string
  maxTextBytes: number
  secretsKey: Buffer | undefined
}

export async function openApp(config: Config, logger: Logger, options: { supervise: boolean }): Promise<App> {
  const processName = `${hostname()}:${process.pid}`
  const cells = new Cells(cellAddresses(config), config.DATABASE_POOL_SIZE, `reverie ${processName}`)
  await cells.start()
  const embedder = await openEmbedder(config)
  return {
    config,
    logger,
    metrics: createMetrics(),
    cells,
    wakes: new Wakes(cells, options),
    containers: new ContainerResolver(cells, embedder.model),
    keys: new KeyRing(cells.directory),
    embedder,
    processName,
    maxTextBytes: config.MAX_TEXT_BYTES,
    secretsKey: config.SECRETS_KEY === '' ? undefined : Buffer.from(config.SECRETS_KEY, 'base64'),
  }
}

export async function closeApp(app: App): Promise<void> {
  await app.wakes.stop()
  await app.embedder.close()
  await app.cells.close()
}
