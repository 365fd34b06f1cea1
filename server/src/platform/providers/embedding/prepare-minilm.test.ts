import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundledFiles, prepareMinilm } from './prepare-minilm.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-minilm-'))
})
afterEach(() => rm(directory, { recursive: true }))

describe('preparing the bundled model', () => {
  it('converts once and leaves one file, even when two processes start together', async () => {
    const prepared = await Promise.all([prepareMinilm(directory), prepareMinilm(directory)])
    expect(prepared[0]).toEqual(prepared[1])
    const files = await readdir(join(directory, 'all-MiniLM-L6-v2'))
    expect(files).toEqual([`${prepared[0].revision}.onnx`])
  })

  it('uses the file that was converted before', async () => {
    const { modelPath } = await prepareMinilm(directory)
    const { mtimeMs, ino } = await stat(modelPath)
    await prepareMinilm(directory)
    expect(await stat(modelPath)).toMatchObject({ mtimeMs, ino })
  })

  it('refuses damaged weights and leaves no file', async () => {
    const files = await bundledFiles()
    const weightsPath = join(directory, 'damaged.safetensors')
    await writeFile(weightsPath, await readFile(files.weightsPath))
    await truncate(weightsPath, 1_000_000)
    await expect(prepareMinilm(directory, { ...files, weightsPath })).rejects.toThrow('damaged')
    expect(await readdir(directory)).toEqual(['damaged.safetensors'])
  })
})
