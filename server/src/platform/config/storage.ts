import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { count, milliseconds, text } from './kinds.ts'

export const storageSettings = {
  SECRETS_KEY: z
    .string()
    .regex(/^([A-Za-z0-9+/]{43}=)?$/, 'must be 32 bytes in base64')
    .default('')
    .describe(
      'Key that encrypts connector secrets: 32 random bytes in base64 (`openssl rand -base64 32`). Default: the first start creates a key and keeps it in `secrets.json` in DATA_DIR. When processes run on several machines, set the same value on all of them.',
    ),
  SECRETS_KEYS_OLD: z
    .string()
    .regex(/^(\s*[A-Za-z0-9+/]{43}=\s*(,|$))*$/, 'must be keys of 32 bytes in base64, separated by commas')
    .default('')
    .describe(
      'Earlier values of SECRETS_KEY, separated by commas. They still decrypt secrets and still verify links. `reverie secrets rotate` encrypts all secrets with the current key. Remove the old values a day later.',
    ),
  DATA_DIR: z
    .string()
    .default(join(homedir(), '.local', 'share', 'reverie'))
    .describe(
      'Directory for all data that is not in Postgres: uploaded files and `secrets.json`. Back it up together with the database.',
    ),
  MAX_TEXT_BYTES: count
    .min(1_000)
    .max(16_000_000)
    .default(1_000_000)
    .describe('Largest text of one document, in bytes. Larger texts get 413.'),
  REVISION_TAILS: z
    .stringbool()
    .default(true)
    .describe(
      'Store an append to a conversation as the added text only. Versions without migration 0051 cannot read it: set it to `false` while such a version runs next to this one.',
    ),
  MAX_FILE_BYTES: count
    .min(1_000)
    .max(2_000_000_000)
    .default(50_000_000)
    .describe('Largest uploaded file, in bytes. Larger files get 413.'),
  BLOBS: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe(
      'Store for uploaded files. `disk` works for processes on one machine. Use `s3` when processes run on several machines.',
    ),
  BLOB_DIR: text.describe('Disk: directory of uploaded files. Default: `blobs` in DATA_DIR.'),
  BLOB_GRACE_MS: milliseconds
    .min(600_000)
    .max(86_400_000)
    .default(3_600_000)
    .describe(
      'Age at which Reverie deletes a stored file that no document uses. Raise it if an upload can take longer than this.',
    ),
  ERASURE_JOURNAL_DIR: text.describe(
    'Directory of the journal of deletions, which `reverie erasures replay` applies after a restore. Default: in the store of uploaded files, below `erasures/`. Set it to keep the journal on another disk than the files; all processes must see the same directory.',
  ),
  S3_BUCKET: text.describe('S3: name of the bucket, which must exist. Required when BLOBS is `s3`.'),
  S3_REGION: z.string().default('us-east-1').describe('S3: region of the bucket.'),
  S3_ENDPOINT: text.describe(
    'S3: address of a server other than AWS, such as MinIO. Default: the AWS address of the region.',
  ),
  S3_FORCE_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe('S3: put the bucket name into the path of the address. Set it to `true` for MinIO.'),
  S3_ACCESS_KEY_ID: text.describe(
    'S3: access key. Default: the AWS SDK looks for credentials, for example the role of the machine.',
  ),
  S3_SECRET_ACCESS_KEY: text.describe('S3: secret of the access key. Set both or neither.'),
  FILE_URL_SECRET: z
    .string()
    .regex(/^(.{32,})?$/, 'must have at least 32 characters')
    .default('')
    .describe(
      'Secret that signs links to uploaded files. Default: derived from SECRETS_KEY, or from the key in `secrets.json`. Set it to keep links valid when SECRETS_KEY changes.',
    ),
}
