import { type Command, Option } from 'commander'
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
      .option('--all', 'do it for every organization')
  perOrganization(
    'build',
    'build a second embedding set with another model, while searches use the current one',
  )
    .addOption(
      new Option('--provider <name>', 'local or http (default: EMBEDDER_NEXT)').choices(['local', 'http']),
    )
    .option('--model <name>', 'name of the model (default: EMBEDDER_NEXT_MODEL)')
    .option('--url <url>', 'address of the endpoint (default: EMBEDDER_NEXT_URL)')
    .option(
      '--dimensions <count>',
      'dimensions of the vectors (default: EMBEDDER_NEXT_DIMENSIONS)',
      parseDimensions,
    )
    .action(
      action(
        async (config, slug: string | undefined, options: BuildOptions) =>
          (await import('../embeddings.ts')).buildCommand(config, slug, options),
        { flagsOf: (_slug, options) => settingsOf(options) },
      ),
    )
  const commands = [
    ['status', 'show how many vectors each embedding set holds', 'statusCommand'],
    [
      'compare',
      'search for the golden questions in both embedding sets, and compare recall and nDCG',
      'compareCommand',
    ],
    ['switch', 'make searches use the new embedding set', 'switchCommand'],
    ['rollback', 'switch back to the previous embedding set', 'rollbackCommand'],
    ['drop', 'delete the embedding set that searches do not use', 'dropCommand'],
  ] as const
  for (const [name, description, command] of commands)
    perOrganization(name, description).action(
      action(async (config, slug: string | undefined, options: EmbeddingsOptions) =>
        (await import('../embeddings.ts'))[command](config, slug, options),
      ),
    )
}

/** The flags of `build` as the settings that they override. */
function settingsOf({ provider, model, url, dimensions }: BuildOptions): NodeJS.Dict<string> {
  return {
    ...(provider !== undefined && { EMBEDDER_NEXT: provider }),
    ...(model !== undefined && { EMBEDDER_NEXT_MODEL: model }),
    ...(url !== undefined && { EMBEDDER_NEXT_URL: url }),
    ...(dimensions !== undefined && { EMBEDDER_NEXT_DIMENSIONS: String(dimensions) }),
  }
}
