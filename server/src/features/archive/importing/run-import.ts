import type { Organization } from '../../../platform/access/principal.ts'
import { type Db, inScope } from '../../../platform/db/tx.ts'
import { type LaneKind, lanes } from '../../../platform/lanes/lane.ts'
import type { NextStep } from '../../../platform/lanes/run-lanes.ts'
import { wakeDreams } from '../../../platform/lanes/wake-dreams.ts'
import { readSets, reopenBuilds } from '../../containers/set-store.ts'
import type { ContainerKey } from '../../containers/store.ts'
import { wakeBuild } from '../../embeddings/build-container.ts'
import { hasMissing } from '../../embeddings/build-store.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import { deleteFiles } from '../job-files.ts'
import { advanceJob } from '../job-store.ts'
import { dropParts } from '../part-store.ts'
import { applyItems } from './apply-items.ts'
import { applyOrganization } from './apply-organization.ts'
import { type AppliedCounts, applyRecords } from './apply-records.ts'
import * as store from './import-store.ts'
import { readUpload } from './read-upload.ts'
import { readStaged, StageWriter } from './staging.ts'

/** How often an import looks whether the vectors of its containers are made. */
const lookMs = 1_000

/**
 * Does a step of an import. First the whole upload is read, checked and staged; then one staged file after another is
 * applied; then the import waits for the vectors that its containers lack.
 */
export async function runImport(app: ArchiveApp, organization: Organization, step: Step): Promise<NextStep> {
  switch (step.job.phase) {
    case 'applying':
      return apply(app, organization, step)
    case 'embedding':
      return awaitVectors(app, organization, step)
    default:
      return stageUpload(app, step)
  }
}

async function stageUpload(app: ArchiveApp, step: Step): Promise<NextStep> {
  const { job } = step
  // Only once: progress resets the attempts, and an upload that ends every worker must not be read for ever.
  if (job.phase !== 'reading') await step.save(db => advanceJob(db, job, { phase: 'reading' }))
  await inScope(app.cells.of(job.shard), { org: job.org }, db => dropParts(db, job, 'staged', 0))
  const stage = new StageWriter(app, step)
  await readUpload(app, step, stage)
  const place = { applied: 0, parts: stage.parts }
  await step.save(db => advanceJob(db, job, { phase: 'applying', place, total: stage.units }))
  return 'again'
}

async function apply(app: ArchiveApp, organization: Organization, step: Step): Promise<NextStep> {
  const { job } = step
  let { applied, parts } = job.place as { applied: number; parts: number }
  let counts = job.counts
  while (applied < parts) {
    if (step.isOver()) return 'again'
    counts = await applyPart(app, organization, step, { applied, parts, counts })
    applied++
  }
  return finishContainers(app, organization, step, { applied, parts })
}

type Progress = { applied: number; parts: number; counts: AppliedCounts }

/** The progress commits together with the rows, where both are in the same database. */
async function applyPart(
  app: ArchiveApp,
  organization: Organization,
  step: Step,
  { applied, parts, counts }: Progress,
): Promise<AppliedCounts> {
  const { job } = step
  const staged = await readStaged(app, job, applied)
  const note = (added: AppliedCounts) => (db: Db) =>
    advanceJob(db, job, { counts: sum(counts, added), place: { applied: applied + 1, parts } })
  let isNoted = false
  const noteIn = async (db: Db, shard: number, added: AppliedCounts) => {
    if (app.cells.of(shard) !== app.cells.of(job.shard)) return
    if (!(await note(added)(db))) throw new Error('Another worker has this import')
    isNoted = true
  }
  const added =
    staged.head.staged === 'container'
      ? await applyRecords(app, organization, step, staged, noteIn)
      : staged.head.staged === 'items'
        ? await applyItems(app, organization, step, staged.lines)
        : await applyOrganization(app, organization, staged.lines)
  if (!isNoted) await step.save(note(added))
  return sum(counts, added)
}

function sum(counts: AppliedCounts, added: AppliedCounts): AppliedCounts {
  const all = { ...counts }
  for (const [name, count] of Object.entries(added)) if (count > 0) all[name] = (all[name] ?? 0) + count
  return all
}

type Finishing = { applied: number; parts: number; finished?: number; embedded?: number }

const tagsOf = (app: ArchiveApp, { job }: Step): Promise<string[]> =>
  inScope(app.cells.of(job.shard), { org: job.org }, db => store.listStagedTags(db, job))

async function inContainer<T>(
  app: ArchiveApp,
  organization: Organization,
  tag: string,
  work: (db: Db, key: ContainerKey) => Promise<T>,
): Promise<T> {
  const key = await app.containers.resolve(organization, tag)
  return inScope(app.cells.of(key.shard), { org: key.org }, db => work(db, key))
}

/** Wakes the lanes of unfinished documents and dreams, and lets missing vectors be made, container by container. */
async function finishContainers(
  app: ArchiveApp,
  organization: Organization,
  step: Step,
  place: Finishing,
): Promise<NextStep> {
  const tags = await tagsOf(app, step)
  const { finished: from = 0 } = step.job.place as Finishing
  for (let finished = from; finished < tags.length; finished++) {
    if (step.isOver()) {
      await step.save(db => advanceJob(db, step.job, { place: { ...place, finished } }))
      return 'again'
    }
    await inContainer(app, organization, tags[finished]!, (db, key) => finishContainer(app, db, key))
  }
  await step.save(db => advanceJob(db, step.job, { phase: 'embedding', place }))
  return 'again'
}

async function finishContainer(app: ArchiveApp, db: Db, key: ContainerKey): Promise<void> {
  const queue = app.wakes.of(key.shard)
  await store.dropLooseRelations(db, key)
  const work = await store.findWork(db, key)
  for (const kind of work.lanes) await queue.wake(db, { ...key, kind: kind as LaneKind })
  await queue.wake(db, { ...key, kind: lanes.upkeep })
  if (work.dreams) await wakeDreams(db, queue, key, 0)
  const sets = await readSets(db, key)
  const lacking: number[] = []
  for (const set of new Set(sets ? [sets.active, ...sets.kept] : []))
    if (await hasMissing(db, key, set)) lacking.push(set)
  if (lacking.length === 0) return
  await reopenBuilds(db, key, lacking)
  await wakeBuild(db, queue, key)
}

/** Looks at one container after another, and stays at the first whose vectors are still being made. */
async function awaitVectors(app: ArchiveApp, organization: Organization, step: Step): Promise<NextStep> {
  const tags = await tagsOf(app, step)
  const place = step.job.place as Finishing
  for (let embedded = place.embedded ?? 0; embedded < tags.length; embedded++) {
    if (!(await inContainer(app, organization, tags[embedded]!, store.isBuilding)) && !step.isOver()) continue
    await step.save(db => advanceJob(db, step.job, { place: { ...place, embedded } }))
    return { notBefore: new Date(Date.now() + lookMs) }
  }
  await deleteFiles(app, step.job)
  return 'done'
}
