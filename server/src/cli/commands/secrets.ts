import type { Command } from 'commander'
import { action } from '../action.ts'

export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('keys of the installation').helpCommand(false)
  secrets
    .command('rotate')
    .description('seal all stored secrets with the current key, after making a new one in secrets.json')
    .option('--same-key', 'make no new key: only seal again what an older key sealed')
    .action(
      action(async (config, options: { sameKey?: boolean }) =>
        (await import('../secrets.ts')).rotateSecretsCommand(config, options),
      ),
    )
  secrets
    .command('forget-old')
    .description('remove the old keys from secrets.json, when nothing is sealed by them any more')
    .action(action(async config => (await import('../secrets.ts')).forgetOldSecretsCommand(config)))
}
