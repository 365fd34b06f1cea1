import type { Command } from 'commander'
import { action } from '../action.ts'
import type { AddOptions } from '../add.ts'
import { collectCode, parseConcurrency, parseLimit, parseSince, parseTag } from '../parse-options.ts'
import type { RetryOptions } from '../retry.ts'
import type { SearchOptions } from '../search.ts'
import type { WatchOptions } from '../watch.ts'
import { withServerOptions } from './server-options.ts'

/** Commands that add documents to a running server, find them, and retry them. */
export function addRemoteCommands(program: Command): void {
  withServerOptions(
    program
      .command('add <text|file|folder|pattern|url|->')
      .description('add a text, a file, the files of a folder or pattern, a link, or standard input ("-")'),
  )
    .option('--tag <tag>', 'container tag to store it in', parseTag)
    .option('--id <customId>', 'your own id for the document')
    .option('--no-wait', 'return when the server has accepted the document, before it is processed')
    .option('--concurrency <count>', 'files that are sent at once, 1 to 32 (default: 4)', parseConcurrency)
    .option('--again', 'of a folder or pattern, also send files that were added before and have not changed')
    .option('--json', 'print JSON')
    .action(
      action(async (config, what: string, options: AddOptions) =>
        (await import('../add.ts')).addCommand(config, what, options),
      ),
    )
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
  withServerOptions(program.command('search <query>').description('search documents'))
    .option('--tag <tag>', 'container tag to search in', parseTag)
    .option('--limit <count>', 'maximum number of documents, 1 to 100 (default: 5)', parseLimit)
    .option('--json', 'print the response of the server as JSON')
    .action(
      action(async (config, q: string, options: SearchOptions) =>
        (await import('../search.ts')).searchCommand(config, q, options),
      ),
    )
  withServerOptions(program.command('retry').description('retry documents that failed'))
    .option('--code <code>', 'only this error code, or "embed.*"; may be repeated', collectCode)
    .option('--since <time>', 'only failures since a date, a time, or a duration ago such as 2h', parseSince)
    .option('--tag <tag>', 'only documents with this container tag', parseTag)
    .option('--json', 'print JSON')
    .action(
      action(async (config, options: RetryOptions) =>
        (await import('../retry.ts')).retryCommand(config, options),
      ),
    )
}
