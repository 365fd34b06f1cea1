import type { Organization } from '../../../platform/access/principal.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { decodeId, encodeId } from '../../../platform/lib/ids.ts'
import { placeContainer } from '../../containers/place-container.ts'
import { getSettings } from '../../settings/get-settings.ts'
import { updateSettingsBody } from '../../settings/schema.ts'
import { updateSettings } from '../../settings/update-settings.ts'
import type { ArchiveApp } from '../archive-app.ts'
import type { AppliedCounts } from './apply-records.ts'
import { insertQuestions } from './import-store.ts'

type Question = { id: string; expected: string[]; containerTag: string | null }

/** Applies settings that the organization has not made itself, and golden questions that it does not have. */
export async function applyOrganization(
  app: ArchiveApp,
  organization: Organization,
  lines: readonly string[],
): Promise<AppliedCounts> {
  const records = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  for (const { record, settings } of records)
    if (record === 'settings') await applySettings(app, organization, settings as Record<string, unknown>)
  const questions = records.filter(({ record }) => record === 'question') as unknown as Question[]
  const home = { shard: organization.homeShard, org: organization.id }
  await inScope(app.cells.of(home.shard), { org: home.org }, db =>
    insertQuestions(
      db,
      home,
      questions.map(question => toTarget(organization, question)),
    ),
  )
  return { questions: questions.length }
}

async function applySettings(
  app: ArchiveApp,
  organization: Organization,
  archived: Record<string, unknown>,
): Promise<void> {
  const current = await getSettings(app.cells.directory, organization)
  const missing = Object.fromEntries(Object.entries(archived).filter(([name]) => !(name in current)))
  const { success, data } = updateSettingsBody.safeParse(missing)
  if (success && Object.keys(data).length > 0) await updateSettings(app, organization.id, data)
}

/** Ids of documents get the shard that the import gives them. */
function toTarget(organization: Organization, question: Question): Record<string, unknown> {
  const shardOf = (tag: string | null) =>
    tag === null ? organization.homeShard : placeContainer(organization, tag)
  const place = (id: string, shard: number) =>
    id.slice(0, 15) + shard.toString(16).padStart(3, '0') + id.slice(18)
  const shard = shardOf(question.containerTag)
  return {
    ...question,
    id: place(question.id, organization.homeShard),
    expected: question.expected.map(name => {
      const id = decodeId(name)
      return id === undefined ? name : encodeId(place(id, shard))
    }),
  }
}
