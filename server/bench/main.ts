import { runNamed } from '../measure/run-named.ts'

/**
 *   npm run bench                  parts of the service against bare Postgres; `run.ts` lists them
 *   npm run bench -- extract       pages of files read per second
 */
await runNamed({ extract: () => import('./bench-extract.ts') }, () => import('./run.ts'))
