import type { Claim } from '../claim.ts'

/** Several Postgres servers: lost, restored, moved, copied, pooled, upgraded. */
export const databases = {
  failover: {
    says: 'No acknowledged write is lost when the primary of a cell is killed, and none is acknowledged without a standby.',
    whole: 'npm run bench -- drill failover --kills 50',
    small: 'npm run bench -- drill failover --kills 4 --asynchronous-kills 1',
    seen: '{kills} kills of the primary, {acknowledged} adds acknowledged: {lost} lost, {doubled} twice, {stuck} stuck, {acknowledgedWithoutStandby} acknowledged without a standby; writes went on after {recoveryMs.p50} ms (p50), {recoveryMs.max} ms at most',
    broken: {
      command: 'npm run bench -- drill failover --kills 4 --asynchronous-kills 0 --synchronous no',
      by: 'commits do not wait for a standby',
      shows: ['lost'],
    },
  },
  restore: {
    says: 'Lost cells are restored to any second, with every document of that moment, and what was deleted at any time stays deleted.',
    whole: 'npm run bench -- drill restore',
    small: 'npm run bench -- drill restore --seconds 20 --restores 2',
    seen: '{restores} restores of {documents} documents and {deletions} deletions, {deletedAgain} deletions repeated: {missing} missing, {future} too new, {changed} changed, {undeleted} back, {unclean} receipts not clean, {withoutFile} without their file; a restore took {restoreMs.p50} ms (p50)',
    broken: {
      command: 'npm run bench -- drill restore --seconds 20 --restores 1 --replay no',
      by: 'the journal of deletions is not replayed',
      shows: ['undeleted', 'unforgotten', 'unclean'],
    },
  },
  cells: {
    says: 'A cell whose Postgres is down stops only its own organizations, even the cell that holds the directory.',
    whole: 'npm run chaos -- cells',
    step: 'cells',
    seen: 'the other cell gave {withoutSecond.otherAnswers} and {withoutMain.otherAnswers} answers meanwhile, {withoutSecond.otherFailures} and {withoutMain.otherFailures} of them failures; the backlog was done {withoutSecond.backlogDoneAfterMs} and {withoutMain.backlogDoneAfterMs} ms after the return',
    broken: {
      command: 'npm run chaos -- cells --outage-seconds 6 --together yes',
      by: 'both organizations are on the cell that goes away',
      shows: ['withoutSecond.otherFailures'],
    },
  },
  'shard-move': {
    says: 'A shard moves to another Postgres under load while its mover is killed: no request fails, no acknowledged write is lost, and writes wait for less than a second.',
    whole: 'npm run bench -- shard-move --chunks 500000 --kills 10',
    small: 'npm run bench -- shard-move --name shard-move',
    step: 'shard_move',
    seen: '{chunks} chunks, the mover killed {killed.kills} times; {acknowledged} writes acknowledged and {searches} searches meanwhile, {failures} of them failed; writes waited for {undisturbed.pauseMs} and {killed.pauseMs} ms',
    broken: {
      command: 'npm run bench -- shard-move --sql server/bench/proof/sabotage/skip-the-fence.sql',
      by: 'the cell that the shard leaves goes on accepting writes',
    },
  },
  replica: {
    says: 'A replica takes more than half of the load of searches and lists from the primary, and everybody reads what was stored before.',
    whole: 'npm run bench -- replica',
    seen: '{movedPercent} % of the load moved; {movedPercentWithAdds} % while 50 documents a second were added',
    broken: {
      command: 'npm run bench -- replica --chunks 1000 --requests 200 --shared no',
      by: 'the server does not know of the replica',
    },
  },
  pooler: {
    says: 'Everything works behind a pooler in transaction mode.',
    whole: 'npm run acceptance -- --pooler',
    small: 'npm run acceptance -- --pooler documents.test search.test keys.test',
    step: 'pooler',
    seen: '{passed} tests passed, {failed} failed, {skipped} skipped',
    broken: {
      command: 'POOLER_PREPARES=true npm run acceptance -- --pooler documents.test',
      by: 'prepared statements are used behind a PgBouncer that keeps none',
      shows: ['failed'],
    },
  },
  upgrades: {
    says: 'An upgrade under traffic fails no request and delays no search by more than two seconds: migrations, an index build, a dump, and new processes one after the other.',
    whole: 'npm run chaos -- upgrades --rows 1000000',
    small: 'npm run chaos -- upgrades --name upgrades --small',
    step: 'upgrades',
    seen: '{rows} chunks; {migrating.answers.*.count} requests while migrations ran, {restarting.answers.*.count} while processes were replaced: {migrating.failed} and {restarting.failed} failed, the longest search took {migrating.longestSearchMs} and {restarting.longestSearchMs} ms',
    broken: {
      command: 'npm run chaos -- upgrades --small --set SHUTDOWN_DELAY_MS=0',
      by: 'a process that ends does not wait until the load balancer has noticed',
      shows: ['restarting.failed'],
    },
  },
} satisfies Record<string, Claim>
