import type { Claims } from './claim.ts'
import { api } from './claims/api.ts'
import { databases } from './claims/databases.ts'
import { faults } from './claims/faults.ts'
import { load } from './claims/load.ts'
import { quality } from './claims/quality.ts'
import { sources } from './claims/sources.ts'
import { tenants } from './claims/tenants.ts'

/** All claims, in the order of docs/proof.md. A name is used once. */
export const claims: Claims = {
  'Nothing is lost, nothing is stuck': faults,
  'Several databases': databases,
  'Data stays with its owner': tenants,
  'Speed and fairness': load,
  'The API, its clients and its documentation': api,
  'Files and connected sources': sources,
  'Quality of search and memory': quality,
}

/** No command can show these here; each with its reason. */
export const impossible: readonly [string, string][] = [
  [
    'The container image on its published base images, and `docker compose up`',
    'No container registry can be reached. CI checks the Dockerfile and the compose file, and `deploy/image` builds an image without a registry.',
  ],
  [
    '`helm lint`, `helm template` and an installation on Kubernetes',
    'Helm and a cluster are missing. `node deploy/check.ts` checks values and settings of the chart, and the units of systemd.',
  ],
  [
    'A billion chunks',
    'They need terabytes of disk. `npm run bench -- growth` measures what fits, and says what it extrapolates from.',
  ],
  [
    'Language models, embedding models and rerankers of vendors',
    'They need a key and a network. Tests replay their protocols, failures included, and no figure of quality here comes from them.',
  ],
  [
    'Google Drive, Gmail, OneDrive, Notion, Slack, GitHub and Granola themselves',
    'They need accounts and a network. Tests speak their protocols with servers of ours.',
  ],
  [
    'A managed Postgres, S3 of a cloud, and failures of a network between machines',
    'Everything runs on one machine. Connections are cut, refused and slowed by a proxy, and machines are killed as process groups.',
  ],
  ['Other systems and processors than those below', 'No other machine was there.'],
]
