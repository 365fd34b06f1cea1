import { mkdir, rm, writeFile as write } from 'node:fs/promises'
import { join } from 'node:path'
import type { Actor } from './actor.ts'
import type { Step } from './plan.ts'

/** A folder of this machine that a connection reads. The client also edits its files. */
export async function writeFile({ model }: Actor, { a }: Step): Promise<void> {
  const { folder } = model
  const name = `note-${a % 4}.md`
  const word = model.word()
  const text = `Notes about ${word}, who paints boats in the winter.`
  await mkdir(folder.path, { recursive: true })
  folder.files.set(name, { text, word })
  folder.words.set(name, [...(folder.words.get(name) ?? []), word])
  await write(join(folder.path, name), text)
}

export async function removeFile({ model }: Actor, { a }: Step): Promise<void> {
  const { folder } = model
  const name = [...folder.files.keys()][a % Math.max(1, folder.files.size)]
  if (!name) return
  await rm(join(folder.path, name))
  folder.files.delete(name)
}

export async function connectFolder(actor: Actor): Promise<void> {
  const { model, caller } = actor
  const { folder } = model
  if (folder.id) return
  await mkdir(folder.path, { recursive: true })
  const body = { containerTag: folder.tag, settings: { path: folder.path, compareBy: 'content' } }
  const answer = await caller.send({ method: 'POST', path: '/v3/connections/folder', body, wanted: [200] })
  folder.id = answer.body.id
  if (answer.repeats > 0) await removeOthers(actor)
}

/** If an answer was lost, there are two connections, and the client knows only one of them. */
async function removeOthers({ model: { folder }, caller }: Actor): Promise<void> {
  const { body } = await caller.send({
    method: 'POST',
    path: '/v3/connections/list',
    body: { containerTags: [folder.tag] },
    wanted: [200],
  })
  for (const { id } of body.filter((each: { id: string }) => each.id !== folder.id))
    await caller.send({ method: 'DELETE', path: `/v3/connections/${id}`, wanted: [200, 204, 404] })
}

export async function importFolder({ model, caller }: Actor): Promise<void> {
  const { id } = model.folder
  if (id) await caller.send({ method: 'POST', path: `/v3/connections/${id}/import`, body: {}, wanted: [202] })
}

export async function disconnect({ model, caller }: Actor): Promise<void> {
  const { folder } = model
  if (!folder.id) return
  await caller.send({ method: 'DELETE', path: `/v3/connections/${folder.id}`, wanted: [200, 204, 404] })
  delete folder.id
}
