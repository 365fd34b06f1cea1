import type { Claims } from './claim.ts'
import { api } from './claims/api.ts'
import { databases } from './claims/databases.ts'
import { faults } from './claims/faults.ts'
import { load } from './claims/load.ts'
import { quality } from './claims/quality.ts'
import { scale } from './claims/scale.ts'
import { sources } from './claims/sources.ts'
import { tenants } from './claims/tenants.ts'

/** All claims, in the order of docs/proof.md. A name is used once. */
export const claims: Claims = {
  'Nothing lost, nothing stuck': faults,
  'Several databases': databases,
  'Data stays with its owner': tenants,
  'Speed and fairness': load,
  Scale: scale,
  'The API, its clients and its documentation': api,
  'Files, sources and models': sources,
  'Quality of search and memory': quality,
}

/** Claims that no command shows on such a machine, each with the reason. */
export const notRunnable: readonly [string, string][] = [
  [
    'The container image on its published base images, and `docker compose up`',
    'There is no container registry and no Docker engine here. CI checks the Dockerfile and the compose file, and `deploy/image` builds an image without a registry.',
  ],
  [
    '`helm lint`, `helm template` and an installation on Kubernetes',
    'Helm and a cluster are missing. `node deploy/check.ts` checks values and settings of the chart, and the units of systemd.',
  ],
  [
    'A billion chunks',
    'They need terabytes of disk. `npm run bench -- growth` measures as many as fit. docs/scale.md multiplies those figures out.',
  ],
  [
    'Language models, embedding models and rerankers of vendors',
    'They need a key and a network. Tests replay their protocols, failures included. No figure of quality on this page comes from them.',
  ],
  [
    'Google Drive, Gmail, OneDrive, Notion, Slack, GitHub and Granola themselves',
    'They need accounts and a network. Tests use servers of our own that speak their protocols.',
  ],
  [
    'A managed Postgres, S3 of a cloud, and failures of a network between machines',
    'Everything runs on one machine. A proxy cuts, refuses and slows connections, and a machine is lost by killing all of its processes.',
  ],
  ['Systems and processors other than those listed below', 'No other machine was available.'],
]
