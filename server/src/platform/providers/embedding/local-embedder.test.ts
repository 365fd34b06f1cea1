import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEmbedderContract } from './contract-suite.ts'
import type { Embedder } from './embedder.ts'
import { openLocalEmbedder } from './local-embedder.ts'
import { bundledFiles, prepareMinilm } from './prepare-minilm.ts'

const document = { purpose: 'document' } as const

let modelDir: string
let embedder: Embedder
beforeAll(async () => {
  modelDir = await mkdtemp(join(tmpdir(), 'reverie-models-'))
  embedder = await openBundled()
})
afterAll(async () => {
  await embedder.close()
  await rm(modelDir, { recursive: true })
})

function openBundled(): Promise<Embedder> {
  return openLocalEmbedder({ model: '', modelDir, threads: 2 })
}

async function similarity(a: string, b: string, by = embedder): Promise<number> {
  const [left, right] = await by.embed([a, b], document)
  return left!.reduce((sum, value, i) => sum + value * right![i]!, 0)
}

describeEmbedderContract('the bundled model', openBundled)

describe('the bundled model', () => {
  it('reports its identity', () => {
    expect(embedder.model).toMatchObject({ provider: 'local', name: 'all-MiniLM-L6-v2', dimensions: 384 })
    expect(embedder.billed).toBe(false)
  })

  it.each([
    ['How do I reset my password?', 'I forgot my login credentials', 'The recipe needs two eggs'],
    ['A man is playing a guitar', 'Someone strums an acoustic guitar', 'Stocks fell sharply on Monday'],
    [
      'My daughter was born in May',
      'I have a girl whose birthday is in spring',
      'The server ran out of disk',
    ],
  ])('puts a paraphrase nearer than an unrelated text: %s', async (text, paraphrase, other) => {
    const near = await similarity(text, paraphrase)
    const far = await similarity(text, other)
    expect(near).toBeGreaterThan(far + 0.2)
    expect(far).toBeLessThan(0.2)
  })

  it('gives one word different token vectors in different contexts', async () => {
    const texts = ['the river bank was muddy', 'muddy shore of a stream', 'the bank gave me a loan']
    const embedded = await embedder.embedTokens!(texts, document)
    expect(embedded[0]!.pieces).toEqual(['[CLS]', 'the', 'river', 'bank', 'was', 'muddy', '[SEP]'])
    const bank = (i: number) => {
      const { tokens, pieces } = embedded[i]!
      const at = pieces.indexOf(i === 1 ? 'shore' : 'bank') * 384
      return tokens.subarray(at, at + 384)
    }
    const cosine = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, i) => sum + value * b[i]!, 0) / Math.hypot(...a) / Math.hypot(...b)
    expect(cosine(bank(0), bank(1))).toBeGreaterThan(cosine(bank(1), bank(2)))
  })

  it('reads 256 tokens and no more', async () => {
    const words = (count: number) => 'word '.repeat(count)
    const [short, full, over] = await embedder.embed(
      [`${words(200)}volcano`, `${words(253)}volcano`, `${words(254)}volcano`],
      document,
    )
    expect(short).not.toEqual(full)
    const [same] = await embedder.embed([`${words(254)}glacier`], document)
    expect(over).toEqual(same)
    const [seen] = await embedder.embed([`${words(253)}glacier`], document)
    expect(full).not.toEqual(seen)
  })

  it.each([
    ['nothing', ''],
    ['a megabyte', 'lorem ipsum '.repeat(90_000)],
    ['half a character', '\ud83d'],
    ['control characters', '\u0000\u0007\ufffe'],
    ['a word without end', 'a'.repeat(20_000)],
  ])('accepts %s', async (_, text) => {
    const [vector] = await embedder.embed([text], document)
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 4)
  })

  it('answers a query while many documents are under way', async () => {
    let documentsDone = false
    const texts = Array.from(
      { length: 60 },
      (_, i) => `Document ${i} ${'about rivers and lakes '.repeat(20)}`,
    )
    const documents = embedder.embed(texts, document).then(() => {
      documentsDone = true
    })
    await embedder.embed(['Which lake is the deepest?'], { purpose: 'query' })
    expect(documentsDone).toBe(false)
    await documents
  })
})

describe('a program with a local model', () => {
  it('ends when it has nothing left to do, even without closing the model', async () => {
    expect(await exitCodeOf(`await embedder.embed(['done'], { purpose: 'query' })`)).toBe(0)
  })

  it.each([
    ['exits', 'process.exit(3)', 3],
    ['closes the model', 'await embedder.close(); process.exitCode = 4', 4],
    ['fails', 'setImmediate(() => { throw new Error("unrelated") })', 1],
  ])('exits cleanly when it %s in the middle of work', async (_, end, code) => {
    const begin = `
      const texts = Array.from({ length: 40 }, () => 'a long text about rivers and lakes '.repeat(30))
      embedder.embed(texts, { purpose: 'document' }).catch(() => undefined)
      await embedder.embed(['first'], { purpose: 'query' })`
    expect(await exitCodeOf(`${begin}\n${end}`)).toBe(code)
  })
})

/** Runs a program that has an `embedder`. A signal, such as that of an abort, gives no exit code. */
async function exitCodeOf(program: string): Promise<unknown> {
  const path = join(modelDir, `${randomUUID()}.ts`)
  const source = JSON.stringify(new URL('./local-embedder.ts', import.meta.url).href)
  const options = JSON.stringify({ model: '', modelDir, threads: 2 })
  const head = `import { openLocalEmbedder } from ${source}\nconst embedder = await openLocalEmbedder(${options})`
  await writeFile(path, `${head}\n${program}`)
  return promisify(execFile)(process.execPath, [path], { timeout: 80_000 }).then(
    () => 0,
    error => error.code,
  )
}

describe('another local model', () => {
  it('is loaded from its directory', async () => {
    const directory = await layOutForTransformers()
    const other = await openLocalEmbedder({ model: directory, modelDir, threads: 1 })
    expect(other.model).toMatchObject({ name: directory, dimensions: 384 })
    expect(other.model.revision).toMatch(/^[0-9a-f]{12}$/)
    const pair = ['A man is playing a guitar', 'Someone strums an acoustic guitar'] as const
    expect(await similarity(...pair, other)).toBeCloseTo(await similarity(...pair), 3)
    await other.close()
  })

  it('that does not exist fails to open', async () => {
    const missing = openLocalEmbedder({ model: join(modelDir, 'missing'), modelDir, threads: 1 })
    await expect(missing).rejects.toMatchObject({ code: 'embed.provider_unavailable' })
  })
})

/** Copies the bundled model into the layout of transformers.js. */
async function layOutForTransformers(): Promise<string> {
  const directory = join(modelDir, 'custom')
  await mkdir(join(directory, 'onnx'), { recursive: true })
  const { modelPath, tokenizerPath } = await prepareMinilm(modelDir)
  const { configPath } = await bundledFiles()
  await copyFile(modelPath, join(directory, 'onnx', 'model.onnx'))
  await copyFile(tokenizerPath, join(directory, 'tokenizer.json'))
  await copyFile(configPath, join(directory, 'config.json'))
  await writeFile(
    join(directory, 'tokenizer_config.json'),
    JSON.stringify({ tokenizer_class: 'BertTokenizer' }),
  )
  return directory
}
