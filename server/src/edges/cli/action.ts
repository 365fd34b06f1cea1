import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'

/**
 * An action of commander: loads the configuration, does the work, and prints what goes wrong as a sentence. Commands are
 * imported inside their actions, so that none waits for the packages of another (`--help`: 1.4 s → 0.07 s).
 */
export function action<Args extends unknown[]>(work: (config: Config, ...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    const { ConfigError, loadConfig } = await import('../../platform/config.ts')
    let config: Config | undefined
    try {
      config = loadConfig()
      await work(config, ...args)
    } catch (error) {
      const isPlain = error instanceof ConfigError || error instanceof CommandError
      console.error(isPlain ? error.message : await explain(error, config))
      // Whatever the command had opened must not keep it: a pool, a timer of a library.
      process.exit(1)
    }
  }
}

async function explain(error: unknown, config: Config | undefined): Promise<string> {
  const [{ explainError }, { cellAddresses }] = await Promise.all([
    import('./explain-error.ts'),
    import('../../platform/db/cells.ts'),
  ])
  return explainError(error, config ? cellAddresses(config) : [])
}
