import { join } from 'node:path'
import { converterVersion, convertTensorsToOnnx } from '../embedding/bert-to-onnx.ts'
import { bundledFiles, readMinilm } from '../embedding/prepare-minilm.ts'
import { readSafetensors } from '../embedding/safetensors.ts'
import { storeModel } from '../embedding/store-model.ts'
import { type Head, type HeadName, readJudgeWeights, readLayerTensor } from './read-weights.ts'

export type PreparedJudge = { modelPath: string; tokenizerPath: string; heads: Record<HeadName, Head> }

/**
 * Makes the judge's encoder an ONNX file: word embeddings and the lower layers of the bundled all-MiniLM-L6-v2, the
 * upper layers from server/judge/weights. It is converted once and stored in `modelDir`, 35 MB.
 */
export async function prepareJudge(modelDir: string, weights?: URL): Promise<PreparedJudge> {
  const { layers, firstTrained, heads, revision } = await readJudgeWeights(weights)
  const files = await bundledFiles()
  const modelPath = join(modelDir, 'judge', `int8.${converterVersion}-${revision}.onnx`)
  await storeModel(modelPath, async () => {
    const base = await readMinilm(files)
    const baseTensors = readSafetensors(base.weights)
    const isTrained = (name: string) =>
      Number(name.match(/^encoder\.layer\.(\d+)/)?.[1] ?? -1) >= firstTrained
    const merged = (name: string) => (isTrained(name) ? readLayerTensor(layers, name) : baseTensors(name))
    return convertTensorsToOnnx(merged, base.config)
  })
  return { modelPath, tokenizerPath: files.tokenizerPath, heads }
}
