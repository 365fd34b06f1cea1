import type { Claim } from '../claim.ts'
import { measures, runsTests } from './reasons.ts'

/** The API, its clients, its documentation and its console. */
export const api = {
  acceptance: {
    statement: 'Every rule of [SPEC](SPEC.md) holds over HTTP, on one cell and on two.',
    whole: 'npm run acceptance',
    step: 'acceptance',
    summary: '{layouts} layouts: {passed} tests passed, {failed} failed, {skipped} skipped',
    sabotage: {
      command: 'MAX_TEXT_BYTES=20 npm run acceptance -- --cells 1 documents.test',
      because: 'the server accepts texts of at most 20 bytes',
      failsBy: ['failed'],
    },
  },
  clients: {
    statement:
      'Published Supermemory packages and plugins work unmodified, with another address and another key.',
    whole: 'npm run acceptance -- clients',
    summary: '{layouts} layouts: {passed} tests passed, {failed} failed, {skipped} skipped',
    sabotage: 'The clients are programs of others; a changed answer fails them.',
  },
  tests: {
    statement: 'All tests of the code pass on a real Postgres.',
    whole: 'npm test -- --reporter=json',
    step: 'test',
    summary: '{numPassedTests} tests passed, {numFailedTests} failed, {numPendingTests} skipped',
    sabotage: runsTests,
  },
  contract: {
    statement: 'Every answer matches the description in `/openapi.json`, whatever the request.',
    whole: 'npm run fuzz -- contract --requests 20000',
    small: 'npm run fuzz -- contract --requests 2000 --seed 1',
    step: 'contract_fuzz',
    summary:
      '{requests} requests to {operations} operations: {serverErrors} errors of the server, {schemaViolations} answers unlike their description',
    sabotage: {
      command: 'npm run fuzz -- contract --requests 300 --undescribed 404',
      because: 'the description lacks all answers with status 404',
      failsBy: ['schemaViolations'],
    },
  },
  samples: {
    statement: 'Every code sample of the documentation runs as it is printed, unless it says why not.',
    whole: 'npm run docs -- samples',
    step: 'samples',
    summary: '{samples} samples, {run} run, {notRun} not, each with a reason: {failed} failed',
    sabotage: {
      command: 'MAX_TEXT_BYTES=20 npm run docs -- samples docs/start/http.md',
      because: 'the server accepts texts of at most 20 bytes',
      failsBy: ['failed'],
    },
  },
  site: {
    statement: 'Every link and anchor of the documentation leads somewhere.',
    whole: 'npm run docs -- build',
    step: 'site',
    summary: '{pages} pages, {faults} faults',
    sabotage: 'It reads files of the repository; a link without a target fails it.',
  },
  examples: {
    statement: 'The examples and adapters run as their READMEs say.',
    whole: 'node examples/run.ts',
    step: 'examples',
    summary: '{examples} examples; failed: {failed|names}',
    sabotage: 'It compares what is printed with the README; one changed word there fails it.',
  },
  'first-hour': {
    statement:
      'A newcomer with a fresh clone reaches a first memory with the commands that README.md prints.',
    whole: 'npm run acceptance -- first-hour',
    step: 'first_hour',
    summary: '{steps.*.step|count} steps in {seconds} s; skipped: {skipped|names}',
    sabotage: 'It runs README.md of the last commit; a wrong command there fails it.',
  },
  packed: {
    statement: 'Somebody without a clone reaches a first memory with the packed server, in an empty folder.',
    whole: 'npm run acceptance -- packed',
    step: 'packed',
    summary: '{steps.*.step|count} steps in {seconds} s',
    sabotage: 'It runs what `npm run build` made; a package without one of its files fails it.',
  },
  console: {
    statement:
      'The console works in a real browser, page by page, also by keyboard, and without a serious fault of accessibility.',
    whole: 'npm run e2e',
    small: 'node console/e2e/run.ts',
    step: 'console',
    summary: '{steps} steps in a browser, each followed by checks',
    sabotage: 'It has no switch; a button without a name fails it.',
  },
  hooks: {
    statement: 'The user of a coding agent waits for a memory plugin for less than 400 ms (p95).',
    whole: 'npm run acceptance -- hooks',
    summary:
      '{rounds} rounds of {hooks.*.p95Ms|count} hooks with {memories} memories: {p95Ms} ms (p95 of the slowest)',
    sabotage: measures,
  },
} satisfies Record<string, Claim>
