/**
 *   npm run acceptance                  the suite over HTTP; `run.ts` lists its options
 *   npm run acceptance -- first-hour    the first hour of a newcomer, as README.md prints it, in a fresh clone
 *   npm run acceptance -- packed        the same for somebody without a clone, with the packed server in an empty folder
 *   npm run acceptance -- privacy       the claims of docs/privacy.md, with strace
 *   npm run acceptance -- hooks         how long users of coding agents wait for a memory plugin
 */
const programs: Record<string, () => Promise<unknown>> = {
  'first-hour': () => import('./first-hour/run.ts'),
  packed: () => import('./packed/run.ts'),
  privacy: () => import('./privacy.ts'),
  hooks: () => import('./hook-latency.ts'),
}

const program = programs[process.argv[2] ?? '']
if (program) process.argv.splice(2, 1)
await (program ? program() : import('./run.ts'))
