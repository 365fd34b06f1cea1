import { dropExpiredAnswersDuty } from './drop-expired-answers.ts'
import { dropExpiredKeysDuty } from './drop-expired-keys.ts'
import { dropExpiredVectorsDuty } from './drop-expired-vectors.ts'
import { dropOldArchivesDuty } from './drop-old-archives.ts'
import { dropOldAttemptsDuty } from './drop-old-attempts.ts'
import { dropOldDeliveriesDuty } from './drop-old-deliveries.ts'
import { dropOldJournalDuty } from './drop-old-journal.ts'
import { dropOldLlmCallsDuty } from './drop-old-llm-calls.ts'
import { dropOldReceiptsDuty } from './drop-old-receipts.ts'
import { dropOldRequestsDuty } from './drop-old-requests.ts'
import { dropOldRunsDuty } from './drop-old-runs.ts'
import { dropTombstonesDuty } from './drop-tombstones.ts'
import type { Duty } from './duty.ts'
import { journalErasuresDuty } from './journal-erasures.ts'
import { maintainOrganizationIndexesDuty } from './maintain-organization-indexes.ts'
import { maintainUsagePartitionsDuty } from './maintain-usage-partitions.ts'
import { maintainVectorIndexesDuty } from './maintain-vector-indexes.ts'
import { reconcileLanesDuty } from './reconcile-lanes.ts'
import { tidyRevisionsDuty } from './tidy-revisions.ts'
import { wakeArchivesDuty } from './wake-archives.ts'
import { wakeBuildsDuty } from './wake-builds.ts'
import { wakeConnectionsDuty } from './wake-connections.ts'
import { wakeDreamsDuty } from './wake-dreams.ts'
import { wakeLargeContainersDuty } from './wake-large-containers.ts'
import { wakeUnfinishedContainersDuty } from './wake-unfinished-containers.ts'

/** Every RECONCILE_MS. The first six bound how long a lost wake delays its work. */
export const roundDuties: readonly Duty[] = [
  reconcileLanesDuty,
  wakeUnfinishedContainersDuty,
  wakeBuildsDuty,
  wakeDreamsDuty,
  wakeArchivesDuty,
  wakeConnectionsDuty,
  journalErasuresDuty,
  dropExpiredVectorsDuty,
  dropExpiredAnswersDuty,
  dropExpiredKeysDuty,
  tidyRevisionsDuty,
  dropOldAttemptsDuty,
  dropOldLlmCallsDuty,
  dropOldReceiptsDuty,
  dropOldArchivesDuty,
  dropOldRequestsDuty,
  dropOldRunsDuty,
  dropOldDeliveriesDuty,
  dropTombstonesDuty,
  maintainUsagePartitionsDuty,
]

/** Every 20 rounds, ten minutes by default: these read a row for each container. */
export const roundsPerGrowth = 20

/** In a loop of their own, because a vector index takes minutes to build and a round must not wait for it. */
export const growthDuties: readonly Duty[] = [
  wakeLargeContainersDuty,
  maintainVectorIndexesDuty,
  maintainOrganizationIndexesDuty,
  dropOldJournalDuty,
]
