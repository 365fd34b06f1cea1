import type { Command } from 'commander'

/** Options of every command that calls a running server. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the server (default: REVERIE_URL, else that of the profile)')
    .option('--key <key>', 'API key (default: REVERIE_KEY, else that of the profile)')
    .option('--profile <name>', 'profile of "reverie login" (default: REVERIE_PROFILE, else the current one)')
}
