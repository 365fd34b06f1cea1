import { prepareTemplate } from './database.ts'

/** Migrates one template database; every test file then copies it in a fraction of a second. */
export default async function setup(): Promise<void> {
  await prepareTemplate()
}
