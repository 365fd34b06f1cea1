import { runNamed } from '../measure/run-named.ts'

/**
 *   npm run bench                  parts of the service against bare Postgres; `run.ts` lists them
 *   npm run bench -- extract       pages of files read per second
 *   npm run bench -- bytes         bytes on disk for each chunk
 *   npm run bench -- archive       an export and import of 20,000 documents and memories, with killed workers
 *   npm run bench -- console       requests of the console's pages in a large organization
 *   npm run bench -- router        latency that the memory router adds
 *   npm run bench -- replica       load that moves from a primary to its replica
 *   npm run bench -- connectors    50,000 files of a folder and a site of 20,000 pages
 *   npm run bench -- shard-move    a shard moves between two cells under load while its mover is killed
 *   npm run bench -- storms        random requests of many clients with random faults, against a model
 *   npm run bench -- growth        one cell, or several, at 100,000 to 10 million chunks; hours
 *   npm run bench -- soak          an hour of searches and adds at the largest size
 *   npm run bench -- draw-scale    the charts of docs/scale.md
 *   npm run bench -- drill         failover of Patroni, and point-in-time restore
 *   npm run bench -- real-sources  connectors against Dovecot, Apache, git, s3rver and nginx, by hand
 *   npm run bench -- prove         runs the claims of docs/proof.md, and notes each run
 */
await runNamed(
  {
    extract: () => import('./bench-extract.ts'),
    bytes: () => import('./bench-bytes.ts'),
    archive: () => import('./bench-archive.ts'),
    console: () => import('./bench-console.ts'),
    router: () => import('./bench-router.ts'),
    replica: () => import('./bench-replica.ts'),
    connectors: () => import('./bench-connectors.ts'),
    'shard-move': () => import('./bench-shard-move.ts'),
    storms: () => import('./storms.ts'),
    growth: () => import('./bench-growth.ts'),
    soak: () => import('./bench-soak.ts'),
    'draw-scale': () => import('./bench-draw-scale.ts'),
    drill: () => import('./drill.ts'),
    'real-sources': () => import('./connectors/real-sources.ts'),
    prove: () => import('./prove.ts'),
  },
  () => import('./run.ts'),
)
