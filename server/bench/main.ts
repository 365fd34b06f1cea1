import { runNamed } from '../measure/run-named.ts'

/**
 *   npm run bench                  parts of the service against bare Postgres; `run.ts` lists them
 *   npm run bench -- extract       pages of files read per second
 *   npm run bench -- bytes         bytes on disk for each chunk
 *   npm run bench -- console       requests of the console's pages in a large organization
 */
await runNamed(
  {
    extract: () => import('./bench-extract.ts'),
    bytes: () => import('./bench-bytes.ts'),
    console: () => import('./bench-console.ts'),
  },
  () => import('./run.ts'),
)
