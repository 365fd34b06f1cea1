import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { openBlobs } from '../../platform/blobs/registry.ts'
import type { Config } from '../../platform/config.ts'
import { ErasureJournal } from './journal.ts'

/** In the file store, unless ERASURE_JOURNAL_DIR names a directory of its own. */
export async function openJournal(config: Config, blobs: BlobStore): Promise<ErasureJournal> {
  const dir = config.ERASURE_JOURNAL_DIR
  return new ErasureJournal(dir ? await openBlobs({ ...config, BLOBS: 'disk', BLOB_DIR: dir }) : blobs)
}
