import type { App } from '../../app/app.ts'
import { openLogins } from '../../app/open-logins.ts'
import { dropSet } from '../../features/embeddings/drop-set.ts'
import { readStatus } from '../../features/embeddings/read-status.ts'
import type { SetFigures } from '../../features/embeddings/store.ts'
import { rollBackSets, switchSets } from '../../features/embeddings/switch-sets.ts'
import { findOrganization, listOrganizations } from '../../features/keys/store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import type { Config } from '../../platform/config.ts'
import { type Cells, openCells } from '../../platform/db/cells.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { CommandError, unknownOrganization } from './command-error.ts'
import { cliName } from './directory.ts'

/** Every command takes the slug of an organization, or `--all`. */
export type EmbeddingsOptions = { all?: boolean }

export type BuildOptions = EmbeddingsOptions & {
  provider?: 'local' | 'http'
  model?: string
  url?: string
  dimensions?: number
}

/** The flags are part of the configuration already, for this command only. Workers use their own settings. */
export async function buildCommand(
  config: Config,
  slug: string | undefined,
  options: BuildOptions,
): Promise<void> {
  const describesModel = [options.model, options.url, options.dimensions].some(flag => flag !== undefined)
  if (config.EMBEDDER_NEXT === 'none' && describesModel)
    throw new CommandError('Set --provider, or EMBEDDER_NEXT, to the provider of this model: local or http.')
  const { startBuild } = await import('../../features/embeddings/start-build.ts')
  await forEach(await openWhole(config), slug, options, async (app, organization) => {
    // Without a second model, EMBEDDER itself was changed, and the stored chunks have no vectors of it yet.
    const { model } = app.nextEmbedder ?? app.embedder
    await startBuild(app, organization, model)
    console.log(
      `${organization.slug}: the build of the embedding set of ${model.name} has started. Workers with this model as EMBEDDER_NEXT or EMBEDDER build it.`,
    )
  })
}

export async function statusCommand(
  config: Config,
  slug: string | undefined,
  options: EmbeddingsOptions,
): Promise<void> {
  await forEach(await openAlone(config), slug, options, async (app, organization) => {
    const { chunks, memories, sets } = await readStatus(app, organization)
    console.log(`${organization.slug}: ${chunks} chunks, ${memories} memories`)
    for (const set of sets) console.log(`  ${describe(set, chunks, memories)}`)
  })
}

function describe(set: SetFigures, chunks: number, memories: number): string {
  const role = (set.role ?? 'in use').padEnd(8)
  const progress = set.open > 0 ? `, ${set.open} containers left` : ''
  return `${role}  ${nameOf(set)}  ${set.chunks} of ${chunks} chunks, ${set.memories} of ${memories} memories${progress}`
}

const nameOf = ({ provider, name, dimensions }: SetFigures) =>
  `${name} (${provider}, ${dimensions} dimensions)`

export async function compareCommand(
  config: Config,
  slug: string | undefined,
  options: EmbeddingsOptions,
): Promise<void> {
  await forEach(await openWhole(config), slug, options, async (app, organization) => {
    const { compareSets } = await import('../../features/embeddings/compare-sets.ts')
    const { questions, scores } = await compareSets(app, organization)
    console.log(`${organization.slug}: ${questions} golden questions`)
    for (const { set, recall10, ndcg10 } of scores)
      console.log(
        `  ${(set.role ?? 'in use').padEnd(8)}  recall@10 ${recall10.toFixed(3)}  nDCG@10 ${ndcg10.toFixed(3)}  ${nameOf(set)}`,
      )
  })
}

export async function switchCommand(
  config: Config,
  slug: string | undefined,
  options: EmbeddingsOptions,
): Promise<void> {
  await forEach(await openAlone(config), slug, options, async (app, organization) => {
    await switchSets(app, organization)
    console.log(
      `${organization.slug}: searches now use the new embedding set. Switch back with: reverie embeddings rollback`,
    )
  })
}

export async function rollbackCommand(
  config: Config,
  slug: string | undefined,
  options: EmbeddingsOptions,
): Promise<void> {
  await forEach(await openAlone(config), slug, options, async (app, organization) => {
    await rollBackSets(app, organization)
    console.log(`${organization.slug}: searches use the previous embedding set again.`)
  })
}

export async function dropCommand(
  config: Config,
  slug: string | undefined,
  options: EmbeddingsOptions,
): Promise<void> {
  await forEach(await openAlone(config), slug, options, async (app, organization) => {
    await dropSet(app, organization)
    console.log(`${organization.slug}: deleted the embedding set that searches did not use.`)
  })
}

type OpenedApp<App> = { app: App & { cells: Cells }; close(): Promise<unknown> }

/** Opens the app with its models, for commands that embed. Loading the models takes seconds. */
async function openWhole(config: Config): Promise<OpenedApp<App>> {
  const [{ closeApp, openApp }, { createLogger }] = await Promise.all([
    import('../../app/app.ts'),
    import('../../platform/telemetry/logger.ts'),
  ])
  const app = await openApp(config, createLogger('silent'))
  return { app, close: () => closeApp(app) }
}

/** Opens the databases without the models. */
async function openAlone(config: Config): Promise<OpenedApp<object>> {
  const cells = openCells(await openLogins(config), 2, 'reverie cli')
  await cells.start(undefined, cliName())
  // A statement over a whole organization takes longer than the timeout of requests.
  return { app: { cells: cells.atWork }, close: () => cells.close() }
}

/** Runs `work` for each organization. An error is printed and does not stop the others. */
async function forEach<App>(
  { app, close }: OpenedApp<App>,
  slug: string | undefined,
  { all }: EmbeddingsOptions,
  work: (app: OpenedApp<App>['app'], organization: Organization) => Promise<void>,
): Promise<void> {
  try {
    if ((slug === undefined) === !all) throw new CommandError('Give the slug of one organization, or --all.')
    const failures: string[] = []
    for (const organization of await chosen(app.cells, slug)) {
      await work(app, organization).catch(error => {
        if (!(error instanceof AppError)) throw error
        failures.push(`${organization.slug}: ${error.message}`)
      })
    }
    if (failures.length > 0) throw new CommandError(failures.join('\n'))
  } finally {
    await close()
  }
}

async function chosen(cells: Cells, slug: string | undefined): Promise<Organization[]> {
  return unscoped(cells.directory, async db => {
    if (slug === undefined) return listOrganizations(db)
    const organization = await findOrganization(db, slug)
    if (!organization) throw unknownOrganization(slug)
    return [organization]
  })
}
