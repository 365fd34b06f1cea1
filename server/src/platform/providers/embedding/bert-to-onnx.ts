import { concatFloats } from '../../lib/concat-floats.ts'
import { elementType, OnnxGraph } from './onnx-writer.ts'
import { quantiseRows } from './quantise-rows.ts'
import { type ReadTensor, readSafetensors, toFloat32 } from './safetensors.ts'

export type BertConfig = {
  hidden_size: number
  num_attention_heads: number
  num_hidden_layers: number
  layer_norm_eps: number
  hidden_act: string
}

/** Part of the model's identity: raise it with any change here that changes vectors. */
export const converterVersion = 1

const contrib = 'com.microsoft'

type BertExport = { graph: OnnxGraph; weights: ReadTensor; config: BertConfig }

/** A layer's weights as stored: `outputs` rows of `inputs` numbers. */
type Dense = { name: string; weight: Float32Array; bias: Float32Array; inputs: number; outputs: number }

/**
 * Converts a BERT encoder from safetensors to an ONNX graph with int8 matrix products and a sentence-embedding head.
 *
 * It has one input, `input_ids`, and no attention mask: texts run one at a time, without padding. Activations are
 * quantised over the whole tensor, so in a batch a text's vector would depend on its neighbours. Alone it does not, and
 * on a CPU a batch of 8 is no faster (measured from 12 to 256 tokens).
 */
export function convertBertToOnnx(safetensors: Uint8Array, config: BertConfig): Uint8Array {
  return convertTensorsToOnnx(readSafetensors(safetensors), config)
}

/** The same for weights that come from several files. */
export function convertTensorsToOnnx(weights: ReadTensor, config: BertConfig): Uint8Array {
  if (config.hidden_act !== 'gelu') throw new Error(`Activation "${config.hidden_act}" is not supported`)
  const graph = new OnnxGraph()
  const build: BertExport = { graph, weights, config }
  graph.input('input_ids', 'i64', ['batch', 'sequence'])
  let hidden = addEmbeddings(build)
  for (let layer = 0; layer < config.num_hidden_layers; layer++) hidden = addLayer(build, hidden, layer)
  graph.node('Identity', [hidden], { output: 'last_hidden_state' })
  addSentenceHead(build, hidden)
  graph.output('last_hidden_state', 'f32', ['batch', 'sequence', config.hidden_size])
  graph.output('sentence_embedding', 'f32', ['batch', config.hidden_size])
  return graph.encode('bert')
}

/**
 * Adds word, position and segment embeddings. All text is segment 0, so its vector is added to the positions
 * beforehand.
 */
function addEmbeddings(build: BertExport): string {
  const { graph, weights, config } = build
  const words = weights('embeddings.word_embeddings.weight')
  const segments = toFloat32(weights('embeddings.token_type_embeddings.weight'))
  const positions = toFloat32(weights('embeddings.position_embeddings.weight'))
  const shifted = positions.map((value, i) => value + segments[i % config.hidden_size]!)

  // The table keeps its precision: half the file size, and nothing is lost.
  const table = graph.constant('words', words.dtype === 'F16' ? 'f16' : 'f32', words.shape, words.bytes)
  const found = graph.node('Gather', [table, 'input_ids'], { attributes: { axis: 0 } })
  const embedded = graph.node('Cast', [found], { attributes: { to: elementType.f32 } })
  return addNormalised(build, embedded, addPositions(build, shifted), 'embeddings.LayerNorm')
}

/** The first rows of the table, as many as there are tokens. */
function addPositions({ graph, config }: BertExport, positions: Float32Array): string {
  const shape = [positions.length / config.hidden_size, config.hidden_size]
  const table = graph.constant('positions', 'f32', shape, positions)
  const zero = graph.constant('zero', 'i64', [1], BigInt64Array.of(0n))
  const one = graph.constant('one', 'i64', [1], BigInt64Array.of(1n))
  const inputShape = graph.node('Shape', ['input_ids'])
  const length = graph.node('Gather', [inputShape, one], { attributes: { axis: 0 } })
  return graph.node('Slice', [table, zero, length, zero])
}

function addLayer(build: BertExport, input: string, layer: number): string {
  const { graph } = build
  const prefix = `encoder.layer.${layer}`
  const dense = (value: string, name: string) => addDense(graph, value, readDense(build, `${prefix}.${name}`))
  const norm = (value: string, residual: string, name: string) =>
    addNormalised(build, value, residual, `${prefix}.${name}.LayerNorm`)

  const attention = dense(addAttention(build, input, prefix), 'attention.output.dense')
  const attended = norm(attention, input, 'attention.output')
  const widened = dense(attended, 'intermediate.dense')
  const activated = graph.node('Gelu', [widened], { domain: contrib })
  return norm(dense(activated, 'output.dense'), attended, 'output')
}

/** Query, key and value share their input, so one wide product computes all three. */
function addAttention(build: BertExport, input: string, prefix: string): string {
  const { graph, config } = build
  const parts = ['query', 'key', 'value'].map(part => readDense(build, `${prefix}.attention.self.${part}`))
  const joined = addDense(graph, input, {
    name: `${prefix}.attention.self`,
    weight: concatFloats(parts.map(part => part.weight)),
    bias: concatFloats(parts.map(part => part.bias)),
    inputs: config.hidden_size,
    outputs: 3 * config.hidden_size,
  })
  const outputs = parts.map(part => part.name)
  graph.nodeWithOutputs('Split', [joined], outputs, { attributes: { axis: -1, num_outputs: 3 } })
  const attributes = { num_heads: config.num_attention_heads }
  return graph.node('MultiHeadAttention', outputs, { attributes, domain: contrib })
}

/**
 * Adds a residual, then layer normalisation. They are two operations, because the fused SkipLayerNormalization is five
 * times slower on a CPU (0.33 ms instead of 0.06 ms for 128 tokens), a third of the whole model.
 */
function addNormalised(
  { graph, weights, config }: BertExport,
  value: string,
  residual: string,
  name: string,
): string {
  const constant = (part: string) =>
    graph.constant(part, 'f32', [config.hidden_size], toFloat32(weights(part)))
  const sum = graph.node('Add', [value, residual])
  const attributes = { axis: -1, epsilon: { float: config.layer_norm_eps } }
  const inputs = [sum, constant(`${name}.weight`), constant(`${name}.bias`)]
  return graph.node('LayerNormalization', inputs, { attributes })
}

function addDense(graph: OnnxGraph, input: string, { name, ...layer }: Dense): string {
  const { columns, scale } = quantiseRows(layer.weight, layer.outputs)
  const inputs = [
    input,
    graph.constant(`${name}.weight`, 'i8', [layer.inputs, layer.outputs], columns),
    graph.constant(`${name}.scale`, 'f32', [layer.outputs], scale),
    graph.constant(`${name}.zero`, 'i8', [layer.outputs], new Int8Array(layer.outputs)),
    graph.constant(`${name}.bias`, 'f32', [layer.outputs], layer.bias),
  ]
  return graph.node('DynamicQuantizeMatMul', inputs, { domain: contrib })
}

/** Mean over the tokens, scaled to length 1. */
function addSentenceHead({ graph }: BertExport, hidden: string): void {
  const mean = graph.node('ReduceMean', [hidden, 'one'], { attributes: { keepdims: 0 } })
  graph.node('LpNormalization', [mean], { output: 'sentence_embedding', attributes: { axis: -1, p: 2 } })
}

function readDense({ weights }: BertExport, name: string): Dense {
  const weight = weights(`${name}.weight`)
  const [outputs, inputs] = weight.shape as [number, number]
  return { name, weight: toFloat32(weight), bias: toFloat32(weights(`${name}.bias`)), inputs, outputs }
}
