import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../../platform/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const gigabyte = 1024 ** 3

export async function checkDisk(config: Config): Promise<Finding[]> {
  let path = resolve(config.MODEL_DIR)
  for (;;) {
    const stats = await statfs(path).catch(() => undefined)
    if (stats) {
      const free = (stats.bavail * stats.bsize) / gigabyte
      const found = `${free.toFixed(1)} GB free at MODEL_DIR`
      if (free >= 1) return [ok('disk', found)]
      return [warning('disk', found, 'Free some space: a converted model takes up to 0.1 GB.')]
    }
    path = dirname(path)
  }
}
