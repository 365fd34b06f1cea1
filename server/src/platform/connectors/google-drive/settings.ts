import { z } from 'zod'
import type { Source } from '../connector.ts'

export const driveSettings = z.strictObject({
  syncScope: z
    .enum(['selected', 'full'])
    .default('selected')
    .describe(
      '`selected`: only the folders, shared drives and files that are chosen; nothing until then. `full`: My Drive, everything shared with the account, and all its shared drives.',
    )
    .meta({ title: 'Scope', example: 'selected' }),
})
export type DriveSettings = z.infer<typeof driveSettings>
export type DriveSource = Source<DriveSettings, undefined>

/**
 * A list that is being read: all folders or all files of a corpus; the children of folders, which is `out` if they no longer
 * belong to the connection; or single files that were chosen.
 */
const taskJson = z.object({
  kind: z.enum(['folders', 'files', 'in', 'out', 'one']),
  /** The shared drive, or `user`. */
  corpus: z.string(),
  ids: z.array(z.string()),
  page: z.string().optional(),
})
export type ListTask = z.infer<typeof taskJson>

export const driveCheckpoint = z.object({
  /** Hash of what was chosen: with another choice, everything is compared again. */
  scope: z.string(),
  /** Ids of what was chosen, as Google names them. */
  chosen: z.array(z.string()),
  /** Where each log of changes was read up to: that of the account (`user`), and those of shared drives. */
  feeds: z.record(z.string(), z.string()),
  /** Folders with their names and parents, packed: about 60 bytes each. */
  folders: z.string(),
  /** Lists to read, packed, and the one that is being read. */
  todo: z.string(),
  task: taskJson.optional(),
  seen: z.int(),
})
export type DriveCheckpoint = z.infer<typeof driveCheckpoint>

/** The log and the list of everything that is not in a shared drive. */
export const userCorpus = 'user'
