import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { attributes, durations, pairRelations, stances, subjects } from '../../lib/judgement.ts'
import { type ReadTensor, readMetadata, readSafetensors, toFloat32 } from '../embedding/safetensors.ts'

/** The heads and their labels. `keep` says no, then yes. */
export const headLabels = {
  keep: ['no', 'yes'],
  stance: stances,
  about: subjects,
  attribute: attributes,
  lasts: durations,
  relation: pairRelations,
} as const

export type HeadName = keyof typeof headLabels

/** A linear layer: one row of `weight` and one number of `bias` for each label. */
export type Head = { weight: Float32Array; bias: Float32Array; temperature: number }

export type JudgeWeights = {
  /** The layers that training changed: from this one up. The others are those of the base. */
  firstTrained: number
  layers: ReadTensor
  heads: Record<HeadName, Head>
  revision: string
}

/** The same path from `server/src` and from `server/dist`. */
const bundledWeights = new URL('../../../../judge/weights/', import.meta.url)

/** Reads `judge.safetensors`, whose layout server/judge/MODEL.md describes, and checks it against `judge.sha256`. */
export async function readJudgeWeights(directory = bundledWeights): Promise<JudgeWeights> {
  const path = new URL('judge.safetensors', directory)
  const [file, wanted] = await Promise.all([
    readFile(path),
    readFile(new URL('judge.sha256', directory), 'utf8'),
  ])
  const sha256 = createHash('sha256').update(file).digest('hex')
  if (!wanted.startsWith(sha256)) {
    throw new Error(`${path.pathname} is damaged (sha256 ${sha256}). Restore it from the repository.`)
  }
  const firstTrained = Number(readMetadata(file).firstTrained)
  return { firstTrained, layers: readSafetensors(file), heads: readHeads(file), revision: sha256.slice(0, 8) }
}

function readHeads(file: Uint8Array): Record<HeadName, Head> {
  const tensors = readSafetensors(file)
  const { temperatures, labels } = readMetadata(file)
  const known: Record<string, number> = JSON.parse(temperatures ?? '{}')
  const trained: Record<string, string[]> = JSON.parse(labels ?? '{}')
  const heads = Object.entries(headLabels).map(([name, own]): [string, Head] => {
    if (name !== 'keep' && trained[name]?.join() !== own.join()) {
      throw new Error(`The judge was trained with other labels of "${name}". Train it again.`)
    }
    const weight = toFloat32(tensors(`heads.${name}.weight`))
    return [name, { weight, bias: toFloat32(tensors(`heads.${name}.bias`)), temperature: known[name] ?? 1 }]
  })
  return Object.fromEntries(heads) as Record<HeadName, Head>
}

/** Weights of a dense layer are stored as int8 rows with a scale each. */
export function readLayerTensor(layers: ReadTensor, name: string): ReturnType<ReadTensor> {
  const tensor = layers(name)
  if (tensor.dtype !== 'I8') return tensor
  const values = toFloat32(tensor)
  const scale = toFloat32(layers(name.replace(/\.weight$/, '.scale')))
  const width = values.length / scale.length
  const restored = values.map((value, i) => value * scale[Math.floor(i / width)]!)
  return { dtype: 'F32', shape: tensor.shape, bytes: new Uint8Array(restored.buffer) }
}
