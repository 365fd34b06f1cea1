import type { Claim } from '../claim.ts'

/** Several Postgres servers: lost, restored, moved, copied, pooled, upgraded. */
export const databases = {
  failover: {
    statement:
      'No acknowledged write is lost when the primary of a cell is killed, and none is acknowledged without a standby.',
    whole: 'npm run bench -- drill failover --kills 50',
    small: 'npm run bench -- drill failover --kills 4 --asynchronous-kills 1',
    summary:
      '{kills} kills of the primary, {acknowledged} adds acknowledged: {lost} lost, {doubled} twice, {stuck} stuck, {acknowledgedWithoutStandby} acknowledged without a standby; writes went on after {recoveryMs.p50} ms (p50), {recoveryMs.p95} ms (p95), {recoveryMs.max} ms at most',
    sabotage: {
      command: 'npm run bench -- drill failover --kills 4 --asynchronous-kills 0 --synchronous no',
      because: 'commits do not wait for a standby',
      failsBy: ['lost'],
    },
  },
  restore: {
    statement:
      'Lost cells are restored to any second, with every document of that moment, and what was deleted at any time stays deleted.',
    whole: 'npm run bench -- drill restore',
    small: 'npm run bench -- drill restore --seconds 20 --restores 2',
    summary:
      '{restores} restores of {documents} documents and {deletions} deletions, {deletedAgain} deletions repeated: {missing} missing, {future} too new, {changed} changed, {undeleted} undeleted, {unclean} receipts not clean, {withoutFile} without their file; a restore took {restoreMs.p50} ms (p50)',
    sabotage: {
      command: 'npm run bench -- drill restore --seconds 20 --restores 1 --replay no',
      because: 'the journal of deletions is not replayed',
      failsBy: ['undeleted', 'unforgotten', 'unclean'],
    },
  },
  cells: {
    statement:
      'A cell whose Postgres is down stops only its own organizations, even the cell that holds the directory.',
    whole: 'npm run chaos -- cells',
    step: 'cells',
    summary:
      'the other cell gave {withoutSecond.otherAnswers} and {withoutMain.otherAnswers} answers meanwhile, {withoutSecond.otherFailures} and {withoutMain.otherFailures} of them failures; the backlog was done {withoutSecond.backlogDoneAfterMs} and {withoutMain.backlogDoneAfterMs} ms after the return',
    sabotage: 'No setting joins two cells, so none can let one take the other down.',
  },
  'shard-move': {
    statement:
      'A shard moves to another Postgres under load, although its mover is killed: no request fails, no acknowledged write is lost, and writes wait for less than a second.',
    whole: 'npm run bench -- shard-move --chunks 500000 --kills 10',
    small: 'npm run bench -- shard-move --name shard-move',
    step: 'shard_move',
    summary:
      '{chunks} chunks, the mover killed {killed.kills} times; {acknowledged} writes acknowledged and {searches} searches meanwhile, {failures} of them failed; writes waited for {undisturbed.pauseMs} and {killed.pauseMs} ms, and no client for longer than {longestWriteMs} ms',
    sabotage: {
      command: 'npm run bench -- shard-move --sql server/bench/proof/sabotage/skip-the-barrier.sql',
      because: 'the cell that the shard leaves goes on accepting writes',
    },
  },
  replica: {
    statement: 'A replica takes more than half of the load of searches and lists from the primary.',
    whole: 'npm run bench -- replica',
    summary:
      '{movedPercent} % of the load moved; {movedPercentWithAdds} % while 50 documents a second were added',
    sabotage: 'The goal is a share of the load; `replica.test.ts` tests that no read is stale.',
  },
  pooler: {
    statement: 'Everything works behind PgBouncer in transaction mode.',
    whole: 'npm run acceptance -- --pooler',
    small: 'npm run acceptance -- --pooler documents.test search.test keys.test',
    step: 'pooler',
    summary: '{passed} tests passed, {failed} failed, {skipped} skipped',
    sabotage: {
      command: 'POOLER_PREPARES=true npm run acceptance -- --pooler documents.test',
      because: 'prepared statements are sent through a PgBouncer that keeps none',
      failsBy: ['failed'],
    },
  },
  upgrades: {
    statement:
      'An upgrade under traffic (migrations, an index build, a dump, and new processes one after the other) fails no request and delays no search by more than two seconds.',
    whole: 'npm run chaos -- upgrades --rows 1000000',
    small: 'npm run chaos -- upgrades --name upgrades --small',
    step: 'upgrades',
    summary:
      '{rows} chunks; {migrating.answers.*.count} requests while migrations ran, {restarting.answers.*.count} while processes were replaced: {migrating.failed} and {restarting.failed} failed, the longest search took {migrating.longestSearchMs} and {restarting.longestSearchMs} ms',
    sabotage: {
      command: 'npm run chaos -- upgrades --small --set SHUTDOWN_DELAY_MS=0',
      because: 'a process ends before the load balancer has noticed',
      failsBy: ['restarting.failed'],
    },
  },
} satisfies Record<string, Claim>
