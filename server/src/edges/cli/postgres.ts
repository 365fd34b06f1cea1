import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundledPostgres } from '../../platform/db/bundled-postgres.ts'
import { CommandError } from './command-error.ts'

/** Runs `scripts/postgres`, so that people without a clone can start a Postgres too. */
export async function postgresCommand(args: readonly string[]): Promise<void> {
  const script = bundledPostgres()
  if (!script)
    throw new CommandError('This installation brings no Postgres. Set DATABASE_URL to the address of yours.')
  // bash by name, because a package manager may drop the mode of a file that is no command.
  const child = spawn('bash', [script, ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  process.exitCode = typeof code === 'number' ? code : 1
}
