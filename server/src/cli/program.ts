import { Command } from 'commander'
import { ConfigError, loadConfig } from '../config.ts'
import { EngineError } from '../db/check-engine.ts'
import { type AddOptions, addCommand } from './add.ts'
import { CommandError } from './command-error.ts'
import { doctor } from './doctor/doctor.ts'
import {
  type BuildOptions,
  buildCommand,
  compareCommand,
  dropCommand,
  type EmbeddingsOptions,
  rollbackCommand,
  statusCommand,
  switchCommand,
} from './embeddings.ts'
import { generate } from './generate.ts'
import {
  createFirstKey,
  createKeyCommand,
  createOrganizationCommand,
  disableKeyCommand,
  listKeysCommand,
  setQuotaCommand,
} from './keys.ts'
import { showMemoryCommand, undoMemoryCommand } from './memories.ts'
import { migrateAll } from './migrate.ts'
import {
  addQuestionCommand,
  listQuestionsCommand,
  type QuestionOptions,
  removeQuestionCommand,
} from './questions.ts'
import type { RemoteOptions } from './remote.ts'
import { run } from './run.ts'
import { type SearchOptions, searchCommand } from './search.ts'
import { spendCommand } from './spend.ts'

/** `reverie …`: every command loads the configuration, does one thing and says what happened. */
export function createProgram(): Command {
  const program = new Command('reverie').description(
    'An open memory and document service for AI applications',
  )
  program
    .command('serve')
    .description('run the API')
    .action(guard(() => run(loadConfig(), { api: true, worker: false })))
  program
    .command('worker')
    .description('process documents')
    .action(guard(() => run(loadConfig(), { api: false, worker: true })))
  program
    .command('all')
    .description(
      'migrate, create the first organization if there is none, and run API and worker in one process',
    )
    .action(guard(all))
  program
    .command('migrate')
    .description('bring the directory and every cell up to date')
    .action(guard(() => migrateAll(loadConfig())))
  program
    .command('doctor')
    .description('check everything Reverie needs, and say what to do')
    .action(guard(() => doctor(loadConfig())))
  program
    .command('generate')
    .description('write the files that are generated from the code')
    .option('--check', 'only say whether they are up to date')
    .action(guard((options: { check?: boolean }) => generate(options.check ?? false)))
  addRemoteCommands(program)
  addOrganizationCommands(program)
  addKeyCommands(program)
  addEmbeddingsCommands(program)
  addQuestionCommands(program)
  addMemoryCommands(program)
  return program
}

async function all(): Promise<void> {
  const config = loadConfig()
  await migrateAll(config)
  await createFirstKey(config)
  await run(config, { api: true, worker: true })
}

/** Commands that ask a running server, as any client does. */
function addRemoteCommands(program: Command): void {
  const remote = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .option('--tag <tag>', 'container tag')
      .option('--url <url>', 'the server; REVERIE_URL when absent')
      .option('--key <key>', 'the API key; REVERIE_KEY when absent')
  remote('add <text|file|->', 'add a text, a file, or what comes from standard input')
    .option('--id <customId>', 'your own name for it')
    .option('--no-wait', 'do not wait until it is processed')
    .action(guard((what: string, options: AddOptions) => addCommand(loadConfig(), what, options)))
  remote('search <query>', 'find documents')
    .option('--limit <count>', 'how many', '5')
    .option('--json', 'print the answer as it is')
    .action(guard((q: string, options: SearchOptions) => searchCommand(loadConfig(), q, options)))
}

function addQuestionCommands(program: Command): void {
  const questions = program
    .command('questions')
    .description('golden questions: those whose answers are known, to compare embedding sets by')
  const remote = (name: string, description: string) =>
    questions
      .command(name)
      .description(description)
      .option('--url <url>', 'the server; REVERIE_URL when absent')
      .option('--key <key>', 'the API key; REVERIE_KEY when absent')
  remote(
    'add <question> <documents...>',
    'a question and the documents, by id or customId, that hold its answer',
  )
    .option('--tag <tag>', 'container tag to ask in')
    .action(
      guard((question: string, documents: string[], options: QuestionOptions) =>
        addQuestionCommand(loadConfig(), question, documents, options),
      ),
    )
  remote('list', 'all of them').action(
    guard((options: QuestionOptions) => listQuestionsCommand(loadConfig(), options)),
  )
  remote('remove <id>', 'one of them').action(
    guard((id: string, options: QuestionOptions) => removeQuestionCommand(loadConfig(), id, options)),
  )
}

function addMemoryCommands(program: Command): void {
  const memories = program.command('memories').description('what was made of documents, and why')
  const remote = (name: string, description: string) =>
    memories
      .command(name)
      .description(description)
      .option('--url <url>', 'the server; REVERIE_URL when absent')
      .option('--key <key>', 'the API key; REVERIE_KEY when absent')
  remote('show <id>', 'a memory, the passages it comes from, and what was decided about it').action(
    guard((id: string, options: RemoteOptions) => showMemoryCommand(loadConfig(), id, options)),
  )
  remote('undo <id>', 'undo what was last decided about a memory').action(
    guard((id: string, options: RemoteOptions) => undoMemoryCommand(loadConfig(), id, options)),
  )
}

function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('organizations')
  organizations
    .command('quota <organization> <tokens>')
    .description('how many tokens of documents the organization with this slug may keep; "none" lifts it')
    .action(guard((slug: string, tokens: string) => setQuotaCommand(loadConfig(), slug, tokens)))
  organizations
    .command('create <name>')
    .option('--slug <slug>', 'short name; made from the name when absent')
    .option('--spread', 'place its containers over all cells; for an organization larger than one cell')
    .action(
      guard((name: string, options: { slug?: string; spread?: boolean }) =>
        createOrganizationCommand(loadConfig(), name, options),
      ),
    )
  organizations
    .command('spend [organization]')
    .description('what was spent on language models in the last month, by the day')
    .action(guard((slug: string | undefined) => spendCommand(loadConfig(), slug)))
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of organizations')
  keys
    .command('create <organization>')
    .description('make a key for the organization with this slug and print it once')
    .option('--name <name>', 'what it is for', 'default')
    .action(
      guard((slug: string, options: { name: string }) => createKeyCommand(loadConfig(), slug, options.name)),
    )
  keys
    .command('list [organization]')
    .description('list keys; values are never shown again')
    .action(guard((slug?: string) => listKeysCommand(loadConfig(), slug)))
  keys
    .command('disable <id>')
    .description('stop a key from working')
    .action(guard((id: string) => disableKeyCommand(loadConfig(), id)))
}

function addEmbeddingsCommands(program: Command): void {
  const embeddings = program
    .command('embeddings')
    .description('change the embedding model while everything runs: build, compare, switch, and drop the old')
  const perOrganization = (name: string, description: string) =>
    embeddings
      .command(`${name} [organization]`)
      .description(description)
      .option('--all', 'for every organization')
  perOrganization('build', 'make vectors of another model beside those that are searched')
    .option('--provider <name>', 'local or http; EMBEDDER_NEXT when absent')
    .option('--model <name>', 'EMBEDDER_NEXT_MODEL when absent')
    .option('--url <url>', 'EMBEDDER_NEXT_URL when absent')
    .option('--dimensions <count>', 'EMBEDDER_NEXT_DIMENSIONS when absent')
    .action(
      guard((slug: string | undefined, options: BuildOptions) => buildCommand(loadConfig(), slug, options)),
    )
  const commands = [
    ['status', 'what each set holds', statusCommand],
    ['compare', 'ask the golden questions in both sets', compareCommand],
    ['switch', 'search in the set that was built', switchCommand],
    ['rollback', 'search in the set before again', rollbackCommand],
    ['drop', 'remove the set that is not searched', dropCommand],
  ] as const
  for (const [name, description, command] of commands)
    perOrganization(name, description).action(
      guard((slug: string | undefined, options: EmbeddingsOptions) => command(loadConfig(), slug, options)),
    )
}

/** Errors a person can mend are printed as a sentence, others with their stack. */
function guard<Args extends unknown[]>(action: (...args: Args) => Promise<void> | void) {
  return async (...args: Args) => {
    try {
      await action(...args)
    } catch (error) {
      console.error(sentenceFor(error))
      process.exitCode = 1
    }
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EngineError || error instanceof CommandError)
    return error.message
  if (error instanceof Error && (error as { code?: string }).code === 'ECONNREFUSED') {
    return `No Postgres answers at the configured address.\nStart one with "npm run postgres up", or set DATABASE_URL. Then "npm run reverie doctor" tells more.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
