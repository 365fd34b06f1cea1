import { keepUsagePartitions } from '../../../features/analytics/store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'

/** Creates the usage partitions of the months ahead and drops partitions older than USAGE_RETENTION_DAYS. */
export const maintainUsagePartitionsDuty: Duty = {
  name: 'maintain_usage_partitions',
  run: ({ cell, config }) =>
    unscoped(cell.maintenance, db => keepUsagePartitions(db, config.USAGE_RETENTION_DAYS)),
}
