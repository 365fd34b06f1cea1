import type { Claim } from '../claim.ts'

const notDurable = '--sql server/bench/proof/sabotage/not-durable.sql'

/** Nothing lost, nothing stuck. */
export const faults = {
  kill: {
    statement:
      'Every acknowledged document ends `done`, once and with correct counters, although workers are killed, Postgres crashes and the queue is lost.',
    whole: 'npm run chaos -- kill',
    small: 'npm run chaos -- kill --small',
    step: 'chaos',
    summary:
      '{documents} documents; {workerKills} workers killed, {postgresKills} crashes of Postgres, {wakesDeleted} wakes deleted: {lost} lost, {doubled} twice, {stuck} stuck, {failed} failed, {countersWrong} counters wrong, {invariantsBroken} invariants broken',
    sabotage: {
      command: `npm run chaos -- kill --small ${notDurable}`,
      because: 'Postgres acknowledges commits before they are on the disk',
      failsBy: ['lost', 'doubled'],
    },
  },
  storms: {
    statement:
      'After random requests of several clients and random faults, the API shows exactly the acknowledged writes, and every table and file keeps its invariants.',
    whole: 'npm run bench -- storms --count 200',
    small: 'npm run bench -- storms --seed 1 --count 20 --shrink-seconds 20 --name storms',
    step: 'storms',
    summary:
      '{storms} storms of {steps} steps and {faults.*} faults: {failed|count} with a violation, {violationsAtTheEnd} violations at the end',
    sabotage: {
      command:
        'npm run bench -- storms --count 2 --shrink-seconds 0 --sql server/bench/proof/sabotage/stop-counting.sql',
      because: 'counters miss new documents',
      failsBy: ['failed|count', 'violationsAtTheEnd'],
    },
  },
  'lost-commits': {
    statement:
      'A client that repeats a write, because the answer to its commit was lost, gets one result: rows, files and answers agree.',
    whole: 'npm run chaos -- lost-commits --requests 1000',
    small: 'npm run chaos -- lost-commits --small',
    summary:
      '{cut} commits lost on every route that writes: {disagreeing} disagreements, {waiting} documents waiting, {failed} failed, {invariantsBroken} invariants broken',
    sabotage: {
      command:
        'npm run chaos -- lost-commits --requests 60 --sql server/bench/proof/sabotage/forget-keys.sql',
      because: 'an Idempotency-Key is not recognized when it comes again',
      failsBy: ['disagreeing'],
    },
  },
  uploads: {
    statement:
      'Files of every kind, also damaged and hostile ones, end `done` or `failed` with a stable code, although workers are killed.',
    whole: 'npm run chaos -- uploads',
    small: 'npm run chaos -- uploads --name uploads --small',
    step: 'uploads',
    summary:
      '{documents} files, {workerKills} workers killed: {done} done, {failed} failed with a code, {withoutCode} without one, {lost} lost, {doubled} twice, {stuck} stuck; a worker took {maxWorkerMb} MB, its sandboxes {maxBoxMb} MB',
    sabotage: {
      command:
        'npm run chaos -- uploads --documents 10 --worker-kills 2 --generated 1 --timeout-ms 5000 --set LEASE_MS=600000',
      because: 'the lease of a killed worker lasts for ten minutes',
    },
  },
  webhooks: {
    statement:
      'Every event arrives at its webhook, although workers are killed, Postgres crashes and the receiver fails at times.',
    whole: 'npm run chaos -- webhooks',
    small: 'npm run chaos -- webhooks --small',
    summary:
      '{documents} documents, {workerKills} workers killed, {postgresKills} crashes of Postgres; {events} events: {lost} lost, {pending} pending, {failed} given up, {repeated} sent more than once',
    sabotage: {
      command: 'npm run chaos -- webhooks --small --sql server/bench/proof/sabotage/forget-events.sql',
      because: 'the transaction that ends a document no longer notes its event',
      failsBy: ['lost'],
    },
  },
  dreams: {
    statement:
      'The same conversations give the same memories, although workers are killed, Postgres crashes and the queue is lost.',
    whole: 'npm run chaos -- dreams',
    small: 'npm run chaos -- dreams --name dreams --small',
    step: 'dreams',
    summary:
      '{conversations} conversations, {workerKills} workers killed, {postgresKills} crashes of Postgres: {memories} memories, {missing} missing, {surplus} too many, {invariantsBroken} invariants broken',
    sabotage: {
      command: `npm run chaos -- dreams --conversations 40 --worker-kills 3 ${notDurable}`,
      because: 'Postgres acknowledges commits before they are on the disk',
    },
  },
  'llm-dreams': {
    statement:
      'With a slow, overloaded language model that sometimes answers nonsense, memories are the same after every kill, and no stored answer is paid for twice.',
    whole: 'npm run chaos -- llm-dreams',
    small: 'npm run chaos -- llm-dreams --name llm-dreams --small',
    step: 'llm_dreams',
    summary:
      '{conversations} conversations, {workerKills} workers killed during {inFlight} calls, {refused} calls refused by the model: {memories} memories, {missing} missing, {surplus} too many; {unexplained} stored answers paid for again',
    sabotage: {
      command: 'npm run chaos -- llm-dreams --small --sql server/bench/proof/sabotage/forget-answers.sql',
      because: 'answers of the model are not stored',
      failsBy: ['unexplained'],
    },
  },
  outages: {
    statement:
      'Models, file store, directory, cells and disks that are away for longer than all attempts at a document take fail no document, and all documents are done within a minute of their return.',
    whole: 'npm run chaos -- outages --seconds 600 --attempts 8',
    small: 'npm run chaos -- outages --name outages --small',
    step: 'outages',
    summary:
      '{outages.*.recoveredMs|count} kinds of outage, {outages.*.accepted} documents: {outages.*.lost} lost, {outages.*.failed} failed, {outages.*.waiting} waiting; the slowest recovery took {outages.*.recoveredMs|max} ms',
    sabotage: {
      command: 'npm run chaos -- outages --only embedder-503 --set GATE_PROBE_MS=600000',
      because: 'Reverie asks only every ten minutes whether the model is back',
      failsBy: ['outages.*.waiting'],
    },
  },
} satisfies Record<string, Claim>
