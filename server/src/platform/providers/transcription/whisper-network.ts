import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** The decoder of one recording, with its state so far. */
export interface WhisperDecoder {
  /** Returns the score of each possible next token, after the tokens so far and this one. */
  next(token: number): Promise<Float32Array>
}

export interface WhisperNetwork {
  /** Encodes 30 s. Decoders of the same recording share the result. */
  listen(features: { data: Float32Array; dims: readonly number[] }): Promise<() => WhisperDecoder>
}

/** Wraps every call of the runtime. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs the two graphs of a Whisper model. The library's own loop fetches every output, all attentions included, and
 * keeps that memory: 1.35 GB with whisper-base, where this takes 0.67.
 */
export async function loadWhisperNetwork(directory: string, guard: Guard): Promise<WhisperNetwork> {
  const ending = (await hasQuantised(directory)) ? '_quantized.onnx' : '.onnx'
  const load = (name: string, options: InferenceSession.SessionOptions = {}) =>
    guard(() =>
      InferenceSession.create(join(directory, 'onnx', `${name}${ending}`), {
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        ...options,
      }),
    )
  // With the arena, the memory for attention over 30 s would never be freed.
  const encoder = await load('encoder_model', { enableCpuMemArena: false })
  const decoder = await load('decoder_model_merged')
  return {
    async listen({ data, dims }) {
      const input_features = new Tensor('float32', data, dims)
      const found = await guard(() => encoder.run({ input_features }, ['last_hidden_state']))
      const heard = found.last_hidden_state as Tensor
      return () => new Decoder(decoder, heard, guard)
    },
  }
}

type Tensors = Record<string, Tensor>

class Decoder implements WhisperDecoder {
  readonly #session: InferenceSession
  readonly #heard: Tensor
  readonly #guard: Guard
  /** By the names of the inputs. */
  #past: Tensors | undefined

  constructor(session: InferenceSession, heard: Tensor, guard: Guard) {
    this.#session = session
    this.#heard = heard
    this.#guard = guard
  }

  async next(token: number): Promise<Float32Array> {
    const isFirst = this.#past === undefined
    const feeds: Tensors = {
      input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: this.#heard,
      use_cache_branch: new Tensor('bool', Uint8Array.of(isFirst ? 0 : 1), [1]),
      ...(this.#past ?? this.#nothing()),
    }
    // The keys of the recording are computed in the first step and do not change.
    const wanted = this.#session.outputNames.filter(name =>
      isFirst ? name.startsWith('present.') : /^present\.\d+\.decoder\./.test(name),
    )
    const found = (await this.#guard(() => this.#session.run(feeds, ['logits', ...wanted]))) as Tensors
    const present = wanted.map(name => [name.replace('present.', 'past_key_values.'), found[name]!] as const)
    this.#past = { ...this.#past, ...Object.fromEntries(present) }
    return found.logits!.data as Float32Array
  }

  #nothing(): Tensors {
    const shapes = this.#session.inputMetadata.filter(({ name }) => name.startsWith('past_key_values.'))
    return Object.fromEntries(
      shapes.map(each => {
        const [, heads, , width] = each.isTensor ? each.shape : []
        const dims = [1, Number(heads), 0, Number(width)]
        return [each.name, new Tensor('float32', new Float32Array(0), dims)]
      }),
    )
  }
}

async function hasQuantised(directory: string): Promise<boolean> {
  return access(join(directory, 'onnx', 'encoder_model_quantized.onnx')).then(
    () => true,
    () => false,
  )
}
