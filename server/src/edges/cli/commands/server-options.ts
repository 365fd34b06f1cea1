import type { Command } from 'commander'

/** Options of every command that calls a running server. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the server (default: REVERIE_URL)')
    .option('--key <key>', 'API key (default: REVERIE_KEY)')
}
