import type { Claim } from '../claim.ts'
import { measures } from './reasons.ts'

/** Speed, size and fairness. */
export const load = {
  latency: {
    statement: 'A text is found by search within a second of its POST.',
    whole: 'npm run chaos -- latency',
    step: 'latency',
    summary: '{texts} texts: found after {p50Ms} ms (p50), {p95Ms} ms (p95), {maxMs} ms at most',
    sabotage: {
      command: 'npm run chaos -- latency --texts 10 --set WORKER_POLL_MS=10000',
      because: 'an idle worker looks for work only every ten seconds',
    },
  },
  fairness: {
    statement:
      'An organization with a long backlog delays no other organization, in however many containers the backlog is.',
    whole: 'npm run chaos -- fairness --documents 60000 --containers 1,100,60000 --seconds 60',
    small: 'npm run chaos -- fairness --small',
    step: 'fairness',
    summary:
      'backlogs of {documents} documents: a document of another organization took {maxMs} ms at most, {idleP50Ms} ms on an idle machine (limit {limitMs} ms)',
    sabotage: {
      command:
        'npm run chaos -- fairness --documents 3000 --containers 3000 --lanes interactive --seconds 8 --links 0 --sql server/bench/proof/sabotage/serve-the-busiest.sql',
      because: 'the organization with the most waiting documents is served first',
    },
  },
  overload: {
    statement:
      'Under three times the load that it can bear, Reverie answers some requests fast and refuses the rest fast, and hardly delays other organizations.',
    whole: 'npm run chaos -- overload --seconds 20 --clients 2500',
    small: 'npm run chaos -- overload --name overload --small',
    step: 'overload',
    summary:
      'searches: {search.beyond.flood.sent} sent, {search.beyond.flood.accepted} answered, {search.beyond.settled.p95} ms (p95; {search.idle.flood.p95} ms idle), refusals {search.beyond.settled.refusedP95} ms, another organization {search.beyond.quiet.p95} ms. Adds: {add.beyond.flood.sent} sent, {add.beyond.flood.accepted} accepted, {add.beyond.settled.p95} ms, refusals {add.beyond.settled.refusedP95} ms, another organization {add.beyond.quiet.p95} ms. {peakMb} MB at most',
    sabotage: {
      command: 'npm run chaos -- overload --small --set MAX_RUNNING_REQUESTS=10000',
      because: '10,000 requests may run at once',
    },
  },
  'hostile-load': {
    statement: 'Texts that are made to be slow delay no other organization, and reach a final status.',
    whole: 'npm run chaos -- hostile-load --kill 1',
    small: 'npm run chaos -- hostile-load --small',
    step: 'hostile_load',
    summary:
      '{documents} texts of {mb} MB in {shapes} shapes; meanwhile a search of another organization took {others.search.p99} ms (p99) and an add {others.add.p99} ms; {peakMb} MB at most, {crashes} crashes',
    sabotage: measures,
  },
  sizes: {
    statement: 'No request, however large, stalls the others or takes much memory.',
    whole: 'npm run fuzz -- sizes --scale full',
    small: 'npm run fuzz -- sizes --scale small',
    step: 'size_fuzz',
    summary:
      '{requests} requests, each huge in one respect: the worst stalled others for {worstStall.stallMs} ms, the worst took {worstRss.rssMb} MB',
    sabotage: measures,
  },
  'scale-out': {
    statement: 'Two worker processes drain a container 1.8 times as fast as one, four 3.2 times.',
    whole: 'npm run chaos -- scale-out',
    small: 'npm run chaos -- scale-out --small',
    step: 'scale_out',
    summary: '{documents} documents: two workers {ratio2} times as fast, four {ratio4} times',
    sabotage: {
      command: 'npm run chaos -- scale-out --documents 340 --rounds 1 --delay-ms 0',
      because: 'the embedding model answers at once, so workers compete for the processor',
    },
  },
  bench: {
    statement: 'Each part of the service costs at most a stated multiple of the same work on bare Postgres.',
    whole: 'npm run bench',
    small: 'npm run bench -- --quick',
    summary: '{bench|names}; missed: {missed|names}; not measured: {skipped|names}',
    sabotage: measures,
  },
  'console-requests': {
    statement:
      'Each request of the console takes less than 200 ms (p95) in an organization with 100,000 documents.',
    whole: 'npm run bench -- console',
    summary:
      '{milliseconds.*.p95|count} kinds of request, the slowest {milliseconds.*.p95|max} ms (p95); missed: {missed|names}',
    sabotage: measures,
  },
  'console-pages': {
    statement:
      'Each page of the console shows its content within a second in an organization with 100,000 documents, and its lists react within 200 ms.',
    whole: 'node console/bench/run.ts',
    summary:
      '{pages.*.median|count} pages, the slowest {pages.*.median|max} ms (median); {lists.*.median|count} interactions, the slowest {lists.*.median|max} ms; missed: {missed|names}',
    sabotage: measures,
  },
  router: {
    statement: 'The memory router delays the first byte of a chat by less than 60 ms (p95).',
    whole: 'npm run bench -- router',
    summary: '{chats} chats in each way with {memories} memories: {addedFirstByteP95} ms added (p95)',
    sabotage: measures,
  },
  bytes: {
    statement: 'A chunk takes at most 6 KB on disk, without its tokens.',
    whole: 'npm run bench -- bytes',
    summary: 'sizes of containers that missed the goal of {goalBytes} bytes: {missed|names}',
    sabotage: measures,
  },
  'pages-read': {
    statement:
      'At least 75 pages of PDF a second are read in the sandbox, at 0.8 times the speed of the bare parser or faster.',
    whole: 'npm run bench -- extract',
    summary: '{pdfPagesPerSecond} pages a second, {ratio} times the speed of the bare parser',
    sabotage: measures,
  },
} satisfies Record<string, Claim>
