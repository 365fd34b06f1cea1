import { mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publish } from './disk-files.ts'

test('a file is published while its directories are pruned all the time', async () => {
  const root = await mkdtemp(join(tmpdir(), 'reverie-publish-'))
  let isDone = false
  const prune = async () => {
    while (!isDone)
      for (const dir of ['busy/c/d', 'busy/c', 'busy']) await rmdir(join(root, dir)).catch(() => undefined)
  }
  const publishMany = async (worker: number) => {
    for (let round = 0; round < 300; round++) {
      const [draft, path] = [join(root, `draft-${worker}`), join(root, `busy/c/d/${worker}`)]
      await writeFile(draft, String(round))
      await publish(draft, path, root)
      expect(await readFile(path, 'utf8')).toBe(String(round))
      await rm(path)
    }
  }
  const pruning = [prune(), prune()]
  try {
    await Promise.all([publishMany(1), publishMany(2)])
  } finally {
    isDone = true
    await Promise.all(pruning)
    await rm(root, { recursive: true })
  }
})
