import type { Claim } from '../claim.ts'

/** Data stays with its owner. */
export const tenants = {
  leak: {
    says: 'No key reads, changes or deletes what belongs to another organization, or to a container that it is not made for.',
    whole: 'npm run fuzz -- leak --operations 50000',
    small: 'npm run fuzz -- leak --operations 3000',
    step: 'leak_fuzz',
    seen: '{operations} operations of many keys on {things} documents and memories: {crossReads} read what was not theirs, {wrongStatuses} got a wrong status',
    broken: {
      command: 'npm run fuzz -- leak --operations 600 --mislabel yes',
      by: 'a key of the whole organization is taken for a key of one container',
      shows: ['crossReads'],
    },
  },
  privacy: {
    says: 'A default installation contacts Postgres and nothing else, and writes only to its own directories (every system call is traced).',
    whole: 'npm run acceptance -- privacy',
    step: 'privacy',
    seen: '{calls} system calls traced, {addressesContacted} address contacted, {faults} faults',
    broken: {
      command: 'npm run acceptance -- privacy --collector yes',
      by: 'a collector of traces is configured',
      shows: ['faults'],
    },
  },
} satisfies Record<string, Claim>
