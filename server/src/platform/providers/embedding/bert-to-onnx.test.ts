import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { beforeAll, describe, expect, it } from 'vitest'
import { dot } from '../../lib/dot.ts'
import { type BertConfig, convertBertToOnnx } from './bert-to-onnx.ts'
import { bundledFiles } from './prepare-minilm.ts'
import { readSafetensors, toFloat32 } from './safetensors.ts'

let weights: Uint8Array
let config: BertConfig
let session: InferenceSession

beforeAll(async () => {
  const files = await bundledFiles()
  weights = await readFile(files.weightsPath)
  config = JSON.parse(await readFile(files.configPath, 'utf8'))
  session = await InferenceSession.create(convertBertToOnnx(weights, config), { intraOpNumThreads: 1 })
})

async function run(ids: number[], output: 'sentence_embedding' | 'last_hidden_state'): Promise<Tensor> {
  const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length])
  return (await session.run({ input_ids }, [output]))[output] as Tensor
}

describe('the converted BERT model', () => {
  it.each([
    { text: 'hello world', ids: [101, 7592, 2088, 102] },
    { text: 'postgres is a database', ids: [101, 2695, 17603, 2015, 2003, 1037, 7809, 102] },
  ])('agrees with a reference BERT in 32-bit floats: $text', async ({ ids }) => {
    const { data } = await run(ids, 'sentence_embedding')
    expect(dot(data as Float32Array, referenceEmbedding(ids))).toBeGreaterThan(0.985)
  })

  it('also returns the state of each token', async () => {
    expect((await run([101, 7592, 102], 'last_hidden_state')).dims).toEqual([1, 3, 384])
  })

  it('has the same bytes each time', () => {
    const [first, second] = [convertBertToOnnx(weights, config), convertBertToOnnx(weights, config)]
    expect(Buffer.compare(first, second)).toBe(0)
  })

  it('cannot be made from another kind of model', () => {
    expect(() => convertBertToOnnx(weights, { ...config, hidden_act: 'relu' })).toThrow('relu')
    expect(() => convertBertToOnnx(weights, { ...config, num_hidden_layers: 7 })).toThrow('encoder.layer.6')
  })
})

/** BERT in 32-bit floats, written for clarity, as the reference for the graph. */
function referenceEmbedding(ids: number[]): Float32Array {
  const tensor = readSafetensors(weights)
  const known = new Map<string, Float32Array>()
  const read = (name: string) => known.get(name) ?? known.set(name, toFloat32(tensor(name))).get(name)!
  const row = (name: string, i: number) => read(name).subarray(i * 384, (i + 1) * 384)
  const dense = (name: string) => {
    const [weight, bias] = [read(`${name}.weight`), read(`${name}.bias`)]
    return (x: Float32Array) =>
      bias.map((b, i) => b + dot(weight.subarray(i * x.length, (i + 1) * x.length), x))
  }
  const norm = (name: string) => {
    const [weight, bias] = [read(`${name}.weight`), read(`${name}.bias`)]
    return (x: Float32Array) => standardise(x).map((value, i) => value * weight[i]! + bias[i]!)
  }

  const type = row('embeddings.token_type_embeddings.weight', 0)
  let states = ids.map((id, position) => {
    const word = row('embeddings.word_embeddings.weight', id)
    const place = row('embeddings.position_embeddings.weight', position)
    return norm('embeddings.LayerNorm')(add(add(word, place), type))
  })
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const prefix = `encoder.layer.${layer}`
    const [q, k, v] = ['query', 'key', 'value'].map(part =>
      states.map(dense(`${prefix}.attention.self.${part}`)),
    )
    const mixed = attend(q!, k!, v!).map(dense(`${prefix}.attention.output.dense`))
    const attended = mixed.map((x, i) => norm(`${prefix}.attention.output.LayerNorm`)(add(x, states[i]!)))
    const wide = attended.map(dense(`${prefix}.intermediate.dense`)).map(x => x.map(gelu))
    const narrow = wide.map(dense(`${prefix}.output.dense`))
    states = narrow.map((x, i) => norm(`${prefix}.output.LayerNorm`)(add(x, attended[i]!)))
  }
  const sum = states.reduce((a, b) => add(a, b))
  return sum.map(value => value / Math.hypot(...sum))
}

function attend(q: Float32Array[], k: Float32Array[], v: Float32Array[]): Float32Array[] {
  const size = 384 / config.num_attention_heads
  return q.map(query => {
    const mixed = new Float32Array(384)
    for (let from = 0; from < 384; from += size) {
      const head = (x: Float32Array) => x.subarray(from, from + size)
      const scores = k.map(key => Math.exp(dot(head(query), head(key)) / Math.sqrt(size)))
      const total = scores.reduce((sum, score) => sum + score, 0)
      v.forEach((value, t) => {
        head(value).forEach((x, i) => {
          mixed[from + i]! += (scores[t]! / total) * x
        })
      })
    }
    return mixed
  })
}

function standardise(x: Float32Array): Float32Array {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length
  return x.map(value => (value - mean) / Math.sqrt(variance + config.layer_norm_eps))
}

/** The tanh approximation, within 0.0003 of the exact function. */
function gelu(x: number): number {
  return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))
}

function add(a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> {
  return a.map((value, i) => value + b[i]!)
}
