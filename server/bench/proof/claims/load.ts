import type { Claim } from '../claim.ts'

const isATime = 'The goal is a time or a ratio of speeds; no single mechanism keeps it.'

/** Speed, size and fairness. */
export const load = {
  latency: {
    says: 'A text is found by search within a second of its POST.',
    whole: 'npm run chaos -- latency',
    step: 'latency',
    seen: '{texts} texts: found after {p50Ms} ms (p50), {p95Ms} ms (p95), {maxMs} ms at most',
    broken: {
      command: 'npm run chaos -- latency --texts 10 --set WORKER_POLL_MS=10000',
      by: 'an idle worker looks for work only every ten seconds',
    },
  },
  fairness: {
    says: 'An organization with a long backlog delays no other organization, in however many containers the backlog is.',
    whole: 'npm run chaos -- fairness --documents 60000 --containers 1,100,60000 --seconds 60',
    small: 'npm run chaos -- fairness --small',
    step: 'fairness',
    seen: 'backlogs of {documents} documents: a document of another organization took {maxMs} ms at most, {idleP50Ms} ms on an idle machine (limit {limitMs} ms)',
    broken: {
      command:
        'npm run chaos -- fairness --documents 3000 --containers 3000 --lanes interactive --seconds 8 --links 0 --sql server/bench/proof/sabotage/serve-the-busiest.sql',
      by: 'turns go to the organization with the most waiting documents',
    },
  },
  overload: {
    says: 'Under three times the load that it can bear, Reverie answers some requests fast and refuses the rest fast, and other organizations notice little.',
    whole: 'npm run chaos -- overload --seconds 20 --clients 2500',
    small: 'npm run chaos -- overload --name overload --small',
    step: 'overload',
    seen: 'searches: {search.beyond.flood.sent} sent, {search.beyond.flood.accepted} answered, {search.beyond.settled.p95} ms (p95; {search.idle.flood.p95} ms idle), refusals {search.beyond.settled.refusedP95} ms, another organization {search.beyond.quiet.p95} ms. Adds: {add.beyond.flood.sent} sent, {add.beyond.flood.accepted} accepted, {add.beyond.settled.p95} ms, refusals {add.beyond.settled.refusedP95} ms, another organization {add.beyond.quiet.p95} ms. {peakMb} MB at most',
    broken: {
      command: 'npm run chaos -- overload --small --set MAX_RUNNING_REQUESTS=10000',
      by: 'the number of requests that run at once has no limit',
    },
  },
  'hostile-load': {
    says: 'Texts made to be slow delay no other organization, and end with a final status.',
    whole: 'npm run chaos -- hostile-load --kill 1',
    small: 'npm run chaos -- hostile-load --small',
    step: 'hostile_load',
    seen: '{documents} texts of {mb} MB in {shapes} shapes; meanwhile a search of another tenant took {others.search.p99} ms (p99) and an add {others.add.p99} ms; {peakMb} MB at most, {crashes} crashes',
    broken: isATime,
  },
  sizes: {
    says: 'No request, however large, stalls the others or takes much memory.',
    whole: 'npm run fuzz -- sizes --scale full',
    small: 'npm run fuzz -- sizes --scale small',
    step: 'size_fuzz',
    seen: '{requests} requests, each huge in one respect: the worst stalled others for {worstStall.stallMs} ms, the worst took {worstRss.rssMb} MB',
    broken: isATime,
  },
  'scale-out': {
    says: 'Two worker processes drain a container 1.8 times as fast as one, four 3.2 times.',
    whole: 'npm run chaos -- scale-out',
    small: 'npm run chaos -- scale-out --small',
    step: 'scale_out',
    seen: '{documents} documents: two workers {ratio2} times as fast, four {ratio4} times',
    broken: {
      command: 'npm run chaos -- scale-out --documents 340 --rounds 1 --delay-ms 0',
      by: 'the embedding model answers at once, so the workers compete for the processor',
    },
  },
  bench: {
    says: 'Each part of the service costs at most a stated multiple of the same work on bare Postgres.',
    whole: 'npm run bench',
    small: 'npm run bench -- --quick',
    seen: '{bench|names}; missed: {missed|names}; not measured: {skipped|names}',
    broken: isATime,
  },
  'console-requests': {
    says: 'The pages of the console answer fast in a large organization.',
    whole: 'npm run bench -- console',
    seen: '{milliseconds.*.p95|count} kinds of request, the slowest {milliseconds.*.p95|max} ms (p95); missed: {missed|names}',
    broken: isATime,
  },
} satisfies Record<string, Claim>
