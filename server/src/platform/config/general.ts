import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { count, text } from './kinds.ts'

export const generalSettings = {
  USAGE_RETENTION_DAYS: count
    .min(31)
    .max(3_650)
    .default(400)
    .describe('Days that Reverie keeps the hourly figures of analytics. It deletes them by whole months.'),
  REQUEST_LOG_DAYS: count
    .min(0)
    .max(90)
    .default(7)
    .describe(
      'Days that Reverie keeps the request log of an organization: time, key, route, status and duration of each request, never its content. 0: no log. A process logs at most 100 requests a second of one organization.',
    ),
  HISTORY_RETENTION_DAYS: count
    .min(1)
    .max(3_650)
    .default(90)
    .describe(
      'Days that Reverie keeps the attempts at processing a document and its calls of the language model. The document keeps its last error, and spending limits keep their sums.',
    ),
  RECEIPT_RETENTION_DAYS: count
    .min(1)
    .max(36_500)
    .default(400)
    .describe(
      'Days that Reverie keeps the receipts of deletions, and the empty rows that deleted documents leave behind. Raise it if you must prove deletions for longer.',
    ),
  ARCHIVE_RETENTION_DAYS: count
    .min(1)
    .max(365)
    .default(7)
    .describe(
      'Days that Reverie keeps exports with their files, and the records of imports. An export contains data that may be deleted meanwhile, so keep them for a short time.',
    ),
  TOKEN_PRICE_USD_PER_MILLION: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .default(2.5)
    .describe(
      'Price of a million tokens of your model in US dollars. Analytics use it to show saved tokens as dollars.',
    ),
  REVERIE_URL: z
    .string()
    .default('http://127.0.0.1:8787')
    .describe('Command line: address of the server that commands such as `reverie add` call.'),
  REVERIE_KEY: text.describe(
    'Command line: API key for commands such as `reverie add`. Default: that of the profile of `reverie login`.',
  ),
  REVERIE_PROFILE: text.describe(
    'Command line: name of the profile to use. It comes before REVERIE_URL and REVERIE_KEY. Default: the current profile, if no key is set.',
  ),
  REVERIE_CONFIG_DIR: z
    .string()
    .default(join(homedir(), '.config', 'reverie'))
    .describe(
      'Command line: directory of the profiles of `reverie login`, with their keys, and of the lists of files that `reverie add` has added.',
    ),
  MODEL_DIR: z
    .string()
    .default(join(homedir(), '.cache', 'reverie', 'models'))
    .describe('Directory of downloaded and converted models, and of the Whisper model in `whisper`.'),
}
