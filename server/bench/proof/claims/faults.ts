import type { Claim } from '../claim.ts'

/** Postgres acknowledges a commit before it is on the disk, as Reverie must never let it. */
const notDurable =
  '--postgres synchronous_commit=off --postgres wal_writer_delay=10s --postgres wal_writer_flush_after=1GB'

/** Nothing is lost, nothing is stuck. */
export const faults = {
  kill: {
    says: 'Every acknowledged document ends `done`, once and with right counters, although workers are killed, Postgres crashes and the queue is lost.',
    whole: 'npm run chaos -- kill',
    small: 'npm run chaos -- kill --small',
    step: 'chaos',
    seen: '{documents} documents; {workerKills} workers killed, {postgresKills} crashes of Postgres, {wakesDeleted} wakes deleted: {lost} lost, {doubled} twice, {stuck} stuck, {failed} failed, {countersWrong} counters wrong, {invariantsBroken} invariants broken',
    broken: {
      command: `npm run chaos -- kill --small ${notDurable}`,
      by: 'Postgres acknowledges commits before they are on the disk',
      shows: ['lost', 'doubled'],
    },
  },
  storms: {
    says: 'After random requests of several clients and random faults, the API shows exactly what was acknowledged, and every table and file is in order.',
    whole: 'npm run bench -- storms --count 200',
    small: 'npm run bench -- storms --seed 1 --count 20 --shrink-seconds 20 --name storms',
    step: 'storms',
    seen: '{storms} storms of {steps} steps and {faults.*} faults: {failed|count} with a violation, {violationsAtTheEnd} violations at the end',
    broken: {
      command:
        'npm run bench -- storms --count 2 --shrink-seconds 0 --sql server/bench/proof/sabotage/stop-counting.sql',
      by: 'counters miss new documents',
      shows: ['failed|count', 'violationsAtTheEnd'],
    },
  },
  'lost-commits': {
    says: 'A client that repeats a write, because the answer to its commit was lost, gets one result: rows, files and answers agree.',
    whole: 'npm run chaos -- lost-commits --requests 1000',
    small: 'npm run chaos -- lost-commits --small',
    seen: '{cut} commits lost on every route that writes: {disagreeing} disagreements, {waiting} documents waiting, {failed} failed, {invariantsBroken} invariants broken',
    broken: {
      command: 'npm run chaos -- lost-commits --requests 60 --keys no',
      by: 'the client repeats its requests without an Idempotency-Key',
      shows: ['disagreeing'],
    },
  },
  uploads: {
    says: 'Files of every kind, damaged and hostile ones too, end `done` or `failed` with a stable code, although workers are killed.',
    whole: 'npm run chaos -- uploads',
    small: 'npm run chaos -- uploads --small',
    step: 'uploads',
    seen: '{documents} files, {workerKills} workers killed: {done} done, {failed} failed with a code, {withoutCode} without one, {lost} lost, {doubled} twice, {stuck} stuck; a worker took {maxWorkerMb} MB, its sandboxes {maxBoxMb} MB',
    broken: {
      command:
        'npm run chaos -- uploads --documents 10 --worker-kills 2 --generated 1 --timeout-ms 5000 --set LEASE_MS=600000',
      by: 'the lease of a killed worker lasts for ten minutes',
    },
  },
  webhooks: {
    says: 'Every event arrives at its webhook, although workers are killed, Postgres crashes and the receiver fails at times.',
    whole: 'npm run chaos -- webhooks',
    small: 'npm run chaos -- webhooks --small',
    seen: '{documents} documents, {workerKills} workers killed, {postgresKills} crashes of Postgres; {events} events: {lost} lost, {pending} pending, {failed} given up, {repeated} sent more than once',
    broken: {
      command: 'npm run chaos -- webhooks --small --sql server/bench/proof/sabotage/forget-events.sql',
      by: 'the transaction that ends a document no longer notes its event',
      shows: ['lost'],
    },
  },
  dreams: {
    says: 'The same conversations give the same memories, although workers are killed, Postgres crashes and the queue is lost.',
    whole: 'npm run chaos -- dreams',
    small: 'npm run chaos -- dreams --name dreams --small',
    step: 'dreams',
    seen: '{conversations} conversations, {workerKills} workers killed, {postgresKills} crashes of Postgres: {memories} memories, {missing} missing, {surplus} too many, {invariantsBroken} invariants broken',
    broken: {
      command: `npm run chaos -- dreams --conversations 40 --worker-kills 3 ${notDurable}`,
      by: 'Postgres acknowledges commits before they are on the disk',
    },
  },
  'llm-dreams': {
    says: 'With a slow, overloaded language model that talks rubbish, memories are the same after every kill, and no stored answer is paid for twice.',
    whole: 'npm run chaos -- llm-dreams',
    small: 'npm run chaos -- llm-dreams --name llm-dreams --small',
    step: 'llm_dreams',
    seen: '{conversations} conversations, {workerKills} workers killed in the middle of {inFlight} calls, {refused} calls refused by the model: {memories} memories, {missing} missing, {surplus} too many; {unexplained} tokens paid for again without need, of {tokens}',
    broken: {
      command: 'npm run chaos -- llm-dreams --small --sql server/bench/proof/sabotage/forget-answers.sql',
      by: 'answers of the model are not stored',
      shows: ['unexplained'],
    },
  },
  outages: {
    says: 'Models, file store, directory, cells and disks that are away for longer than the attempts of a document last fail no document, and all are done within a minute of their return.',
    whole: 'npm run chaos -- outages --seconds 600 --attempts 8',
    small: 'npm run chaos -- outages --name outages --small',
    step: 'outages',
    seen: '{outages.*.recoveredMs|count} kinds of outage, {outages.*.accepted} documents: {outages.*.lost} lost, {outages.*.failed} failed, {outages.*.waiting} waiting; the slowest recovery took {outages.*.recoveredMs|max} ms',
    broken: {
      command: 'npm run chaos -- outages --only embedder-503 --set GATE_PROBE_MS=600000',
      by: 'Reverie asks only every ten minutes whether the model is back',
      shows: ['outages.*.waiting'],
    },
  },
} satisfies Record<string, Claim>
