import type { Command } from 'commander'
import { action } from '../action.ts'
import type { LoginOptions } from '../login.ts'

/** Commands that remember servers and their keys as profiles. */
export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('log in to a server by the browser, and remember it as a profile')
    .option('--url <url>', 'address of the server (default: REVERIE_URL)')
    .option('--key <key>', 'use this key instead of the browser')
    .option('--profile <name>', 'name of the profile (default: REVERIE_PROFILE, else "default")')
    .option('--no-browser', 'print the address of the log-in page without opening it')
    .action(
      action(async (config, options: LoginOptions) =>
        (await import('../login.ts')).loginCommand(config, options),
      ),
    )
  program
    .command('logout')
    .description('remove a profile from this machine')
    .option('--profile <name>', 'name of the profile (default: the current one)')
    .action(
      action(async (config, options: { profile?: string }) =>
        (await import('../login.ts')).logoutCommand(config, options),
      ),
    )
  const profiles = program.command('profiles').description('list profiles, and choose one').helpCommand(false)
  profiles
    .command('list')
    .description('list profiles, without their keys')
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: { json?: boolean }) =>
        (await import('../login.ts')).listProfilesCommand(config, options),
      ),
    )
  profiles
    .command('use <name>')
    .description('make a profile the current one')
    .action(
      action(async (config, name: string) => (await import('../login.ts')).useProfileCommand(config, name)),
    )
}
