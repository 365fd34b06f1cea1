import type { Command } from 'commander'
import { action } from '../action.ts'

export function addSecretsCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('manage the keys that encrypt stored secrets')
    .helpCommand(false)
  secrets
    .command('rotate')
    .description('create a new key in secrets.json, and encrypt all stored secrets with it')
    .option('--same-key', 'create no new key; only re-encrypt secrets that an older key encrypted')
    .action(
      action(async (config, options: { sameKey?: boolean }) =>
        (await import('../secrets.ts')).rotateSecretsCommand(config, options),
      ),
    )
  secrets
    .command('forget-old')
    .description('remove old keys from secrets.json, when no secret needs them any more')
    .action(action(async config => (await import('../secrets.ts')).forgetOldSecretsCommand(config)))
}
