import type { Claim } from '../claim.ts'

/** Connectors, exports and imports. */
export const sources = {
  connectors: {
    says: 'A folder of 50,000 files and a site of 20,000 pages are imported once each; when nothing has changed, a second run takes less than 2 % of the time; others notice little.',
    whole: 'npm run bench -- connectors',
    small: 'npm run bench -- connectors --files 1000 --pages 500',
    seen: '{folder.items} files in {folder.firstMs} ms, again in {folder.secondMs} ms, and {site.items} pages in {site.firstMs} ms, again in {site.secondMs} ms; faults: {*.faults|names}; adds of another organization took {folder.foreignSlowdown} times as long',
    broken: 'The goals are times and memory; missing items are tested in `killed.test.ts`.',
  },
  'real-sources': {
    says: 'Connectors agree item by item with servers that others wrote (Dovecot, Apache, git, S3, nginx), although runs are killed.',
    whole: 'npm run bench -- real-sources',
    seen: 'git: {git.ok|held}, s3: {s3.ok|held}, nginx: {nginx.ok|held}, dovecot: {dovecot.ok|held}, apache: {apache.ok|held}; not on this machine: {missing|names}',
    broken: 'The servers are programs of others; `killed.test.ts` tests the same with servers of ours.',
  },
  archive: {
    says: 'An export and an import move 20,000 documents and memories whole, although workers are killed.',
    whole: 'npm run bench -- archive',
    seen: '{answers.searches} searches and {answers.profiles} profiles compared on both sides: {answers.differing} differ',
    broken: 'It compares two exports with each other; there is no switch that loses a part.',
  },
} satisfies Record<string, Claim>
