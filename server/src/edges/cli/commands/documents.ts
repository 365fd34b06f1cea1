import type { Command } from 'commander'
import { action } from '../action.ts'
import type { ListOptions } from '../documents.ts'
import { parseLimit, parseTag } from '../parse-options.ts'
import type { RemoteOptions } from '../remote.ts'
import { withServerOptions } from './server-options.ts'

export function addDocumentCommands(program: Command): void {
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
