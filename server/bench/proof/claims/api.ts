import type { Claim } from '../claim.ts'

/** The API, its clients, its documentation and its console. */
export const api = {
  acceptance: {
    says: 'Every rule of [SPEC](SPEC.md) holds over HTTP, on one cell and on two, and published clients work unmodified.',
    whole: 'npm run acceptance',
    step: 'acceptance',
    seen: '{layouts} layouts: {passed} tests passed, {failed} failed, {skipped} skipped',
    broken: {
      command: 'MAX_TEXT_BYTES=20 npm run acceptance -- --cells 1 documents.test',
      by: 'the server accepts texts of at most 20 bytes',
      shows: ['failed'],
    },
  },
  contract: {
    says: 'Every answer matches the description in `/openapi.json`, whatever the request.',
    whole: 'npm run fuzz -- contract --requests 20000',
    small: 'npm run fuzz -- contract --requests 2000 --seed 1',
    step: 'contract_fuzz',
    seen: '{requests} requests to {operations} operations: {serverErrors} errors of the server, {schemaViolations} answers unlike their description',
    broken: {
      command: 'npm run fuzz -- contract --requests 300 --undescribed 404',
      by: 'answers with status 404 are left out of the description',
      shows: ['schemaViolations'],
    },
  },
  samples: {
    says: 'Every code sample of the documentation runs as it is printed, unless it says why not.',
    whole: 'npm run docs -- samples',
    step: 'samples',
    seen: '{samples} samples, {run} run, {notRun} not, each with a reason: {failed} failed',
    broken: {
      command: 'MAX_TEXT_BYTES=20 npm run docs -- samples docs/start/http.md',
      by: 'the server accepts texts of at most 20 bytes',
      shows: ['failed'],
    },
  },
  site: {
    says: 'Every link and anchor of the documentation leads somewhere.',
    whole: 'npm run docs -- build',
    step: 'site',
    seen: '{pages} pages, {faults} faults',
    broken: 'It reads files of the repository; a link to no page fails it.',
  },
  examples: {
    says: 'The examples and adapters run as their READMEs say.',
    whole: 'node examples/run.ts',
    step: 'examples',
    seen: '{examples} examples; failed: {failed|names}',
    broken: 'It compares what is printed with the README; one changed word there fails it.',
  },
  'first-hour': {
    says: 'A newcomer with a fresh clone comes to a first memory with the commands that README.md prints.',
    whole: 'npm run acceptance -- first-hour',
    step: 'first_hour',
    seen: '{steps.*.step|count} steps in {seconds} s; skipped: {skipped|names}',
    broken: 'It runs README.md of the last commit; a wrong command there fails it.',
  },
  packed: {
    says: 'Somebody without a clone comes to a first memory with the packed server, in an empty folder.',
    whole: 'npm run acceptance -- packed',
    step: 'packed',
    seen: '{steps.*.step|count} steps in {seconds} s',
    broken: 'It runs what `npm run build` made; a package without one of its files fails it.',
  },
  console: {
    says: 'The console works in a real browser, from the set-up to the last page, by keyboard, and without a serious fault of accessibility.',
    whole: 'npm run e2e',
    small: 'node console/e2e/run.ts',
    step: 'console',
    seen: '{steps} steps in a browser, each followed by checks',
    broken: 'It has no switch; a button without a name fails it, for example.',
  },
  hooks: {
    says: 'The user of a coding agent waits less than 400 ms for a memory plugin.',
    whole: 'npm run acceptance -- hooks',
    seen: '{rounds} rounds of {hooks.*.p95Ms|count} hooks with {memories} memories: {p95Ms} ms (p95 of the slowest)',
    broken: 'The goal is a time; no single mechanism keeps it.',
  },
} satisfies Record<string, Claim>
