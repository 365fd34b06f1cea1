import { z } from 'zod'
import { connectorSettings } from './connectors.ts'
import { databaseSettings } from './database.ts'
import { embeddingSettings } from './embedding.ts'
import { fileReadingSettings } from './file-reading.ts'
import { generalSettings } from './general.ts'
import { languageModelSettings } from './language-model.ts'
import { linkSettings } from './links.ts'
import { processSettings } from './process.ts'
import { rerankerSettings, transcriberSettings } from './reranker-and-transcriber.ts'
import { routerSettings } from './router.ts'
import { signInSettings } from './sign-in.ts'
import { storageSettings } from './storage.ts'
import { tracingSettings } from './tracing.ts'
import { webhookSettings } from './webhooks.ts'
import { workerSettings } from './worker.ts'

/** The settings under the headings of docs/configuration.md and .env.example, in their order. */
export const topics = {
  Database: databaseSettings,
  'Server process': processSettings,
  Traces: tracingSettings,
  'Sign-in to the console': signInSettings,
  'Secrets and stored files': storageSettings,
  'Fetching links': linkSettings,
  'Worker and dreaming': workerSettings,
  Connectors: connectorSettings,
  Webhooks: webhookSettings,
  'Reading files': fileReadingSettings,
  'Embedding model': embeddingSettings,
  'Language model': languageModelSettings,
  'Memory router': routerSettings,
  Reranker: rerankerSettings,
  'Audio and video': transcriberSettings,
  'Analytics, command line and models': generalSettings,
}

export const configSchema = z.object({
  ...databaseSettings,
  ...processSettings,
  ...tracingSettings,
  ...signInSettings,
  ...storageSettings,
  ...linkSettings,
  ...workerSettings,
  ...connectorSettings,
  ...webhookSettings,
  ...fileReadingSettings,
  ...embeddingSettings,
  ...languageModelSettings,
  ...routerSettings,
  ...rerankerSettings,
  ...transcriberSettings,
  ...generalSettings,
})

export type Config = z.output<typeof configSchema>
