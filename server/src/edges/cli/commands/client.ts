import type { Command } from 'commander'
import { action } from '../action.ts'
import type { ListOptions } from '../documents.ts'
import type { LoginOptions } from '../login.ts'
import type { LogsOptions } from '../logs.ts'
import { parseLimit, parseStatus, parseTag } from '../parse-options.ts'
import type { RemoteOptions } from '../remote.ts'
import type { WatchOptions } from '../watch.ts'
import { withServerOptions } from './server-options.ts'

/** Commands for people who use a server: log-in, folders, and what is stored. */
export function addClientCommands(program: Command): void {
  addProfileCommands(program)
  addDocumentCommands(program)
  withServerOptions(
    program.command('watch <folder>').description('add the files of a folder, and each that changes'),
  )
    .option('--tag <tag>', 'container tag to store them in', parseTag)
    .option('--delete', 'delete the document of a file that is deleted')
    .action(
      action(async (config, folder: string, options: WatchOptions) =>
        (await import('../watch.ts')).watchCommand(config, folder, options),
      ),
    )
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
  program
    .command('completion <shell>')
    .description('print a script that completes commands and options: bash, zsh or fish')
    .action(
      action(async (_, shell: string) =>
        (await import('../completion.ts')).completionCommand(program, shell),
      ),
    )
}

function addProfileCommands(program: Command): void {
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
  const profiles = program.command('profiles').description('manage profiles').helpCommand(false)
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

function addDocumentCommands(program: Command): void {
  const documents = program
    .command('documents')
    .description('list, show and delete documents')
    .helpCommand(false)
  withServerOptions(documents.command('list').description('list documents, the latest first'))
    .option('--tag <tag>', 'only documents with this container tag', parseTag)
    .option('--limit <count>', 'maximum number of documents, 1 to 100 (default: 20)', parseLimit)
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: ListOptions) =>
        (await import('../documents.ts')).listDocumentsCommand(config, options),
      ),
    )
  withServerOptions(documents.command('show <id>').description('show a document by its id or customId'))
    .option('--tag <tag>', 'container tag of the document', parseTag)
    .option('--json', 'print JSON')
    .action(
      action(async (config, id: string, options: RemoteOptions) =>
        (await import('../documents.ts')).showDocumentCommand(config, id, options),
      ),
    )
  withServerOptions(documents.command('delete <id>').description('delete a document by its id or customId'))
    .option('--tag <tag>', 'container tag of the document', parseTag)
    .action(
      action(async (config, id: string, options: RemoteOptions) =>
        (await import('../documents.ts')).deleteDocumentCommand(config, id, options),
      ),
    )
}
