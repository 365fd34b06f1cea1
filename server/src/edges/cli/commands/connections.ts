import type { Command } from 'commander'
import { action } from '../action.ts'
import type { ConnectOptions } from '../connect.ts'
import { parseDocumentLimit, parseInterval, parseLimit, parseTag } from '../parse-options.ts'
import type { RemoteOptions } from '../remote.ts'
import { withServerOptions } from './server-options.ts'

const connectHelp = `
Settings and credentials are the fields that "reverie connections providers <provider>" lists. A list has commas between its
items. On a terminal, required credentials that are missing are asked for. "password=-" reads a value from standard input, so that it is in
no history.

  reverie connections add rss feedUrl=https://example.org/feed.xml --tag blog
  reverie connections add webdav url=https://cloud.example.org/dav/ada/ username=ada --tag cloud`

export function addConnectionCommands(program: Command): void {
  const connections = program
    .command('connections')
    .description('connect sources that stay in step, and follow their imports')
    .helpCommand(false)
  addLists(connections)
  addChanges(connections)
  addFailures(connections)
}

function addLists(connections: Command): void {
  withServerOptions(connections.command('list').description('list connections, the oldest first'))
    .option('--tag <tag>', 'only connections of this container tag', parseTag)
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: RemoteOptions) =>
        (await import('../connections.ts')).listConnectionsCommand(config, options),
      ),
    )
  withServerOptions(connections.command('show <id>').description('show a connection and its last runs'))
    .option('--limit <count>', 'runs to show, 1 to 100 (default: 5)', parseLimit)
    .option('--json', 'print JSON')
    .action(
      action(async (config, id: string, options: RemoteOptions & { limit?: number }) =>
        (await import('../connections.ts')).showConnectionCommand(config, id, options),
      ),
    )
  withServerOptions(
    connections
      .command('providers [provider]')
      .description('list what can be connected, or the settings and credentials of one provider'),
  )
    .option('--json', 'print JSON')
    .action(
      action(async (config, provider: string | undefined, options: RemoteOptions) =>
        (await import('../providers.ts')).providersCommand(config, provider, options),
      ),
    )
}

function addChanges(connections: Command): void {
  withServerOptions(
    connections
      .command('add <provider> [settings...]')
      .description('connect a source, with its settings and credentials as name=value'),
  )
    .option('--tag <tag>', 'container tag to store its documents in', parseTag)
    .option(
      '--every <interval>',
      'time between imports, such as 30m, 6h or 1d; "never": only when asked',
      parseInterval,
    )
    .option('--limit <count>', 'maximum number of documents, 1 to 10000', parseDocumentLimit)
    .option('--json', 'print JSON')
    .addHelpText('after', connectHelp)
    .action(
      action(async (config, provider: string, settings: string[], options: ConnectOptions) =>
        (await import('../connect.ts')).connectCommand(config, provider, settings, options),
      ),
    )
  withServerOptions(connections.command('run <id>').description('start an import now'))
    .option('--wait', 'wait until it has ended; exit with 1 if it failed')
    .option('--json', 'with --wait: print the run as JSON')
    .action(
      action(async (config, id: string, options: RemoteOptions & { wait?: boolean }) =>
        (await import('../run-connection.ts')).runConnectionCommand(config, id, options),
      ),
    )
  for (const [name, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const)
    withServerOptions(
      connections
        .command(`${name} <id>`)
        .description(paused ? 'stop importing, also in the middle of a run' : 'go on importing'),
    ).action(
      action(async (config, id: string, options: RemoteOptions) =>
        (await import('../connections.ts')).pauseConnectionCommand(config, id, { ...options, paused }),
      ),
    )
}

function addFailures(connections: Command): void {
  withServerOptions(connections.command('failures <id>').description('list the items that could not be read'))
    .option('--limit <count>', 'maximum number of items, 1 to 100 (default: 20)', parseLimit)
    .option('--json', 'print JSON')
    .action(
      action(async (config, id: string, options: RemoteOptions & { limit?: number }) =>
        (await import('../connections.ts')).listFailuresCommand(config, id, options),
      ),
    )
  withServerOptions(
    connections.command('retry <id> [items...]').description('read failed items again: those named, or all'),
  )
    .option('--json', 'print JSON')
    .action(
      action(async (config, id: string, items: string[], options: RemoteOptions) =>
        (await import('../connections.ts')).retryFailuresCommand(config, id, items, options),
      ),
    )
  withServerOptions(connections.command('delete <id>').description('delete a connection and its documents'))
    .option('--keep-documents', 'keep its documents as they are')
    .action(
      action(async (config, id: string, options: RemoteOptions & { keepDocuments?: boolean }) =>
        (await import('../connections.ts')).deleteConnectionCommand(config, id, options),
      ),
    )
}
