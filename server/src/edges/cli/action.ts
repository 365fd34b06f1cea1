import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

type ActionOptions<Args extends unknown[]> = {
  /** The settings that flags of the command override, before the configuration is checked. */
  flagsOf?: (...args: Args) => NodeJS.Dict<string>
  /** Warns of misspelt settings on standard error. Standard output has the command's result, or JSON lines. */
  warns?: boolean
}

/**
 * Creates an action for commander: loads the configuration, runs the command, and prints an error as a sentence. Commands
 * are imported inside their actions, so no command loads the packages of another (`--help`: 1.4 s → 0.07 s).
 */
export function action<Args extends unknown[]>(
  work: (config: Config, ...args: Args) => Promise<void>,
  { flagsOf = () => ({}), warns = false }: ActionOptions<Args> = {},
) {
  return async (...args: Args): Promise<void> => {
    const { ConfigError, loadConfig, misspeltSettings } = await import('../../platform/config.ts')
    let config: Config | undefined
    try {
      config = loadConfig(undefined, flagsOf(...args))
      for (const { name, meant } of warns ? misspeltSettings() : [])
        console.error(`${name} is not a setting of Reverie and has no effect. Did you mean ${meant}?`)
      await work(config, ...args)
    } catch (error) {
      const isPlain = error instanceof ConfigError || error instanceof CommandError
      console.error(isPlain ? error.message : await explain(error, config))
      // An open pool or a library's timer must not keep the failed command running.
      process.exit(error instanceof CommandError ? error.exitCode : exitCodes.failed)
    }
  }
}

async function explain(error: unknown, config: Config | undefined): Promise<string> {
  const [{ explainError }, { addressesOf, allOf }] = await Promise.all([
    import('./explain-error.ts'),
    import('../../platform/db/addresses.ts'),
  ])
  return explainError(error, config ? allOf(addressesOf(config)) : [])
}
