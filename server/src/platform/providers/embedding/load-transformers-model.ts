import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type FeatureExtractionPipeline, pipeline } from '@huggingface/transformers'
import type { LoadedModel } from './embedder-messages.ts'

type ModelSource = { model: string; isDirectory: boolean; cacheDir: string }

/** Loads any other sentence-embedding model, by directory or hub name, in the layout of transformers.js. */
export async function loadTransformersModel({
  model,
  isDirectory,
  cacheDir,
}: ModelSource): Promise<LoadedModel> {
  const extract: FeatureExtractionPipeline = await pipeline('feature-extraction', model, {
    dtype: isDirectory && !(await hasQuantised(model)) ? 'fp32' : 'q8',
    local_files_only: isDirectory,
    cache_dir: cacheDir,
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  })
  const embed = async (text: string) => {
    const output = await extract(text, { pooling: 'mean', normalize: true })
    return new Float32Array(output.data as Float32Array)
  }
  return { dimensions: (await embed('')).length, embed }
}

async function hasQuantised(directory: string): Promise<boolean> {
  return access(join(directory, 'onnx', 'model_quantized.onnx')).then(
    () => true,
    () => false,
  )
}
