import { archives } from './archives.ts'
import type { HostileFile } from './file.ts'
import { letters } from './letters.ts'
import { markup } from './markup.ts'
import { pdfs } from './pdfs.ts'
import { pictures } from './pictures.ts'
import { pretenders } from './pretenders.ts'
import { texts } from './texts.ts'

/** Everything that an attacker might send. No file is larger than the upload limit. */
export const hostileSet: HostileFile[] = [
  ...archives,
  ...markup,
  ...pdfs,
  ...pictures,
  ...letters,
  ...pretenders,
  ...texts,
]
