import { count, text } from './kinds.ts'

export const connectorSettings = {
  CONNECTOR_FOLDERS: text.describe(
    'Connectors: folders of this machine that connections may read, separated by commas, for example `/srv/notes, /srv/vault`. A connection may read a listed folder and what is below it, and no link out of it. Default: none.',
  ),
  CONNECTOR_MODULES: text.describe(
    'Connectors: files with connectors of your own, separated by commas. The default export of each is a connector (CONTRIBUTING.md says how to write one). They run inside Reverie with all of its rights. Default: none.',
  ),
  SYNC_LOG_DAYS: count
    .min(1)
    .max(365)
    .default(30)
    .describe('Connectors: days that Reverie keeps the list of ended runs.'),
}
