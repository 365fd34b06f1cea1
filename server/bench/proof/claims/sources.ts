import type { Claim } from '../claim.ts'
import { runsTests } from './reasons.ts'

/** Connectors, exports, imports, and models of others. */
export const sources = {
  connectors: {
    statement:
      'A folder of 50,000 files and a site of 20,000 pages are imported once each; when nothing has changed, a second run takes less than 2 % of the time; other organizations are hardly delayed.',
    whole: 'npm run bench -- connectors',
    small: 'npm run bench -- connectors --files 1000 --pages 500',
    summary:
      '{folder.items} files in {folder.firstMs} ms, again in {folder.secondMs} ms, and {site.items} pages in {site.firstMs} ms, again in {site.secondMs} ms; faults: {*.faults|names}; adds of another organization took {folder.foreignSlowdown} times as long',
    sabotage: 'The goals are times and memory; `killed.test.ts` tests that no item is missing.',
  },
  'real-sources': {
    statement:
      'Connectors agree item by item with servers that others wrote (git, S3, nginx, Dovecot, Apache), although runs are killed.',
    whole: 'npm run bench -- real-sources',
    summary:
      'git: {git.ok|held}, s3: {s3.ok|held}, nginx: {nginx.ok|held}, dovecot: {dovecot.ok|held}, apache: {apache.ok|held}; not installed: {missing|names}',
    sabotage: 'The servers are programs of others; `killed.test.ts` tests the same with servers of ours.',
  },
  archive: {
    statement:
      'An export and an import move 20,000 documents and memories completely, although workers are killed.',
    whole: 'npm run bench -- archive',
    summary:
      '{answers.searches} searches and {answers.profiles} profiles compared: {answers.differing} differ',
    sabotage: 'It compares two installations row by row; no switch loses a part.',
  },
  'embedding-switch': {
    statement: 'The embedding model is changed, and changed back, while searches are answered.',
    whole: 'npm test -- --reporter=json src/features/embeddings/embeddings.test.ts',
    summary: '{numPassedTests} tests passed, {numFailedTests} failed',
    sabotage: runsTests,
  },
  'llm-protocols': {
    statement:
      'Recorded answers of OpenAI-compatible, Anthropic and Google language models give facts, queries and summaries.',
    whole: 'npm test -- --reporter=json test/cassettes.test.ts',
    summary: '{numPassedTests} tests passed, {numFailedTests} failed',
    sabotage: 'A changed prompt fails it, because the recordings no longer fit.',
  },
} satisfies Record<string, Claim>
