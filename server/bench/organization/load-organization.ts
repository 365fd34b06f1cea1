import type pg from 'pg'
import { say } from '../../measure/report.ts'
import { seeded } from '../../measure/seeded.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'
import { askFor, type Query, textAt } from '../bare/load-container.ts'
import { countOrganizations, loadPlanned, planContainers } from './load-containers.ts'
import { differentTexts, prepareSources } from './load-sources.ts'

/** An organization with many small containers, as a service has that gives each of its users a tag. */
export type OrganizationShape = { containers: number; chunksEach: number }

/** Longer texts are cut here to save disk. No search returns more. */
const textLength = 200

export type LoadInput = {
  /** Any container of the organization; the new ones get its shard. */
  like: ContainerKey
  set: number
  shape: OrganizationShape
  /** Vectors of real texts. */
  vectors: readonly Float32Array[]
}

/** Fills an organization. The tables are not logged, which changes the time to load and nothing that is measured. */
export async function loadOrganization(
  client: pg.Client,
  { like, set, shape, vectors }: LoadInput,
): Promise<void> {
  const owner = { shard: like.shard, org: like.org, set }
  const sources = { vectors, textLength }
  for (const table of [
    'chunks',
    'chunk_vectors',
    'chunk_terms',
    'documents',
    'revisions',
    'attempts',
    'term_counts',
  ])
    await client.query(`alter table cell.${table}_0 set unlogged`)
  await prepareSources(client, sources)
  await planContainers(client, { owner, ...shape })
  await loadPlanned([client], sources, chunks =>
    say(`organization: ${chunks} of ${shape.containers * shape.chunksEach} chunks`),
  )
  await countOrganizations(client)
}

/** Queries of six words, each with the vector of a real question. */
export function queriesFor(questions: readonly Float32Array[]): Query[] {
  const random = seeded(5)
  return questions.map((vector, i) => ({
    ...askFor(random, textAt((i * 37) % differentTexts).words, vector),
    vector,
  }))
}
