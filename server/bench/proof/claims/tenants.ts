import type { Claim } from '../claim.ts'
import { runsTests } from './reasons.ts'

/** Data stays with its owner. */
export const tenants = {
  leak: {
    statement:
      'No key reads, changes or deletes data of another organization, or of a container that the key is not made for.',
    whole: 'npm run fuzz -- leak --operations 50000',
    small: 'npm run fuzz -- leak --operations 3000',
    step: 'leak_fuzz',
    summary:
      '{operations} operations of many keys on {things} documents and memories: {crossReads} read data of others, {wrongStatuses} got a wrong status',
    sabotage: {
      command: 'npm run fuzz -- leak --operations 600 --mislabel yes',
      because: 'the fuzzer takes a key of the whole organization for a key of one container',
      failsBy: ['crossReads'],
    },
  },
  isolation: {
    statement:
      'Postgres hides all rows of other organizations, even from a query that forgets to name its organization.',
    whole: 'npm test -- --reporter=json test/isolation.test.ts test/container-bound.test.ts',
    summary: '{numPassedTests} tests passed, {numFailedTests} failed',
    sabotage: 'Policies are checked table by table; a migration that adds a table without one fails it.',
  },
  receipts: {
    statement: 'A deletion leaves a receipt, which says what a scan of all stores still finds.',
    whole: 'npm run acceptance -- erasures.test',
    summary: '{layouts} layouts: {passed} tests passed, {failed} failed',
    sabotage: runsTests,
  },
  privacy: {
    statement:
      'A default installation contacts Postgres and nothing else, and writes only to its own directories (every system call is traced).',
    whole: 'npm run acceptance -- privacy',
    step: 'privacy',
    summary: '{calls} system calls traced, {addressesContacted} address contacted, {faults} faults',
    sabotage: {
      command: 'npm run acceptance -- privacy --collector yes',
      because: 'a collector of traces is configured',
      failsBy: ['faults'],
    },
  },
} satisfies Record<string, Claim>
