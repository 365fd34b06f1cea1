import type { Command } from 'commander'
import { action } from '../action.ts'
import type { BuildOptions, EmbeddingsOptions } from '../embeddings.ts'
import { parseDimensions } from '../parse-options.ts'

export function addEmbeddingsCommands(program: Command): void {
  const embeddings = program
    .command('embeddings')
    .description('change the embedding model without downtime: build, compare, switch, drop')
    .helpCommand(false)
  const perOrganization = (name: string, description: string) =>
    embeddings
      .command(`${name} [organization]`)
      .description(description)
      .option('--all', 'for every organization')
  perOrganization('build', 'build the vectors of another model beside those that are searched')
    .option('--provider <name>', 'local or http (default: EMBEDDER_NEXT)')
    .option('--model <name>', 'the model (default: EMBEDDER_NEXT_MODEL)')
    .option('--url <url>', 'address of the endpoint (default: EMBEDDER_NEXT_URL)')
    .option(
      '--dimensions <count>',
      'dimensions of its vectors (default: EMBEDDER_NEXT_DIMENSIONS)',
      parseDimensions,
    )
    .action(
      action(async (config, slug: string | undefined, options: BuildOptions) =>
        (await import('../embeddings.ts')).buildCommand(config, slug, options),
      ),
    )
  const commands = [
    ['status', 'show how many vectors each embedding set holds', 'statusCommand'],
    ['compare', 'ask the golden questions in both sets', 'compareCommand'],
    ['switch', 'search in the set that was built', 'switchCommand'],
    ['rollback', 'switch back to the previous embedding set', 'rollbackCommand'],
    ['drop', 'delete the set that is not searched', 'dropCommand'],
  ] as const
  for (const [name, description, command] of commands)
    perOrganization(name, description).action(
      action(async (config, slug: string | undefined, options: EmbeddingsOptions) =>
        (await import('../embeddings.ts'))[command](config, slug, options),
      ),
    )
}
