import { Argument, type Command } from 'commander'
import { action } from '../action.ts'
import { shells } from '../completion.ts'
import type { LogsOptions } from '../logs.ts'
import { parseLimit, parseStatus, parseTag } from '../parse-options.ts'
import type { RemoteOptions } from '../remote.ts'
import { withServerOptions } from './server-options.ts'

/** Commands that show what a server knows and does. */
export function addOverviewCommands(program: Command): void {
  withServerOptions(
    program
      .command('profile')
      .argument('<tag>', 'container tag', (tag: string) => parseTag(tag))
      .description('print the profile of a container tag'),
  )
    .option('--query <question>', 'also print the memories that match a question')
    .option('--json', 'print the response of the server as JSON')
    .action(
      action(async (config, tag: string, options: RemoteOptions & { query?: string }) =>
        (await import('../profile.ts')).profileCommand(config, tag, options),
      ),
    )
  withServerOptions(
    program.command('status').description('print how much is remembered, and what waits or failed'),
  )
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: RemoteOptions) =>
        (await import('../status.ts')).statusCommand(config, options),
      ),
    )
  withServerOptions(program.command('logs').description('print the request log of the organization'))
    .option('--follow', 'go on, and print each request that comes')
    .option('--status <status>', 'only this status, such as 404 or 5xx', parseStatus)
    .option('--limit <count>', 'requests to begin with, 1 to 100 (default: 20)', parseLimit)
    .option('--json', 'print one JSON object per line')
    .action(
      action(async (config, options: LogsOptions) =>
        (await import('../logs.ts')).logsCommand(config, options),
      ),
    )
}

/** Commands that connect other programs: agents and shells. */
export function addProgramCommands(program: Command): void {
  withServerOptions(
    program
      .command('mcp')
      .description('speak MCP on standard input and output, for an agent on this machine'),
  )
    .option('--tag <tag>', 'the only container tag that the agent may use', parseTag)
    .action(
      action(async (config, options: RemoteOptions) =>
        (await import('../mcp.ts')).mcpCommand(config, options),
      ),
    )
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .description('print a script that completes commands and options: bash, zsh or fish')
    .action(
      action(async (_, shell: (typeof shells)[number]) =>
        (await import('../completion.ts')).completionCommand(program, shell),
      ),
    )
}
