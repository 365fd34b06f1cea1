import { Command } from 'commander'
import { apiVersion, productVersion } from '../../platform/lib/version.ts'
import { addArchiveCommands } from './commands/archive.ts'
import { addCellCommands } from './commands/cells.ts'
import { addConnectionCommands } from './commands/connections.ts'
import { addDocumentCommands } from './commands/documents.ts'
import { addEmbeddingsCommands } from './commands/embeddings.ts'
import { addErasureCommands } from './commands/erasures.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addLoginCommands } from './commands/login.ts'
import { addMemoryCommands } from './commands/memories.ts'
import { addOrganizationCommands } from './commands/organizations.ts'
import { addOverviewCommands, addProgramCommands } from './commands/overview.ts'
import { addPeopleCommands } from './commands/people.ts'
import { addQuestionCommands } from './commands/questions.ts'
import { addRemoteCommands } from './commands/remote.ts'
import { addSecretsCommands } from './commands/secrets.ts'
import { addServerCommands } from './commands/server.ts'
import { exitCodes } from './exit-codes.ts'

/** The command line `reverie …`. Every command loads the configuration, does one thing and prints the result. */
export function createProgram(): Command {
  const program = new Command('reverie')
    .description('An open memory and document service for AI applications')
    .version(`reverie ${productVersion()} (API ${apiVersion})`, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print the usage of a command')
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm })
    // Help and version end with 0. Everything else that commander refuses is a mistake in the arguments.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage))
    .addHelpText('after', '\nSettings are environment variables: docs/configuration.md.')
  program.commandsGroup('Run a server:')
  addServerCommands(program)
  program.commandsGroup('Use a server:')
  addLoginCommands(program)
  addRemoteCommands(program)
  addDocumentCommands(program)
  addConnectionCommands(program)
  addMemoryCommands(program)
  addOverviewCommands(program)
  addArchiveCommands(program)
  addProgramCommands(program)
  program.commandsGroup('Manage a server:')
  addOrganizationCommands(program)
  addKeyCommands(program)
  addPeopleCommands(program)
  addEmbeddingsCommands(program)
  addQuestionCommands(program)
  addSecretsCommands(program)
  addCellCommands(program)
  addErasureCommands(program)
  return program
}

/** Only names in the list of all commands: with arguments, no room is left for descriptions on 80 columns. */
function subcommandTerm(command: Command): string {
  const isListOfAll = !command.parent?.parent
  const words = isListOfAll ? [] : command.registeredArguments.map(argument => `<${argument.name()}>`)
  return [command.name(), ...words].join(' ')
}
