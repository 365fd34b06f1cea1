import { existsSync } from 'node:fs'
import type { Config } from '../../../platform/config.ts'
import { firstKeyPath } from '../first-key-file.ts'
import { type Finding, warning } from './finding.ts'

/** A first start without a terminal writes the key to a file. The key gives access to everything, so the file should go. */
export function checkFirstKey({ DATA_DIR }: Config): Finding[] {
  const path = firstKeyPath(DATA_DIR)
  if (!existsSync(path)) return []
  return [
    warning('first key', `still in ${path}`, `Copy it to a safe place, then delete the file: rm ${path}`),
  ]
}
