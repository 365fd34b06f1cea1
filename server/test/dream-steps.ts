import { runUpkeepStep } from '../src/features/containers/upkeep/run-upkeep-step.ts'
import type { Fact, Passage } from '../src/language/english/fact.ts'
import type { Config } from '../src/platform/config.ts'
import { type Lane, lanes } from '../src/platform/lanes/lane.ts'
import type { NextStep } from '../src/platform/lanes/run-lanes.ts'
import { type DreamApp, dreamContainer } from '../src/processes/dreaming/dream.ts'
import type { FactExtractor } from '../src/processes/dreaming/extract/fact-extractor.ts'
import { readStated } from '../src/processes/dreaming/form/read-stated.ts'
import type { Pipeline } from '../src/processes/pipeline/pipeline.ts'
import { processSlice } from '../src/processes/pipeline/process-slice.ts'
import { add, type Client, startTestServer, type TestServer } from './harness.ts'
import { claim, laneOf } from './lane-of.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from './scripted-embedder.ts'

export type MemoryEntry = {
  id: string
  memory: string
  version: number
  sourceCount: number
  isLatest: boolean
  isForgotten: boolean
  forgetReason: string | null
  documentIds: string[]
  history: { id: string; memory: string; version: number }[]
}

/**
 * A server without a worker. The test itself processes documents and runs dreaming, a step at a time, so it decides what
 * happens between two steps and in the middle of one. Every line of a document is a fact, whatever its words.
 */
export class DreamSteps {
  readonly server: TestServer
  readonly embedder: ScriptedEmbedder
  readonly errors: unknown[] = []

  private constructor(server: TestServer, embedder: ScriptedEmbedder) {
    this.server = server
    this.embedder = embedder
  }

  static async start(config: Partial<Config> = {}): Promise<DreamSteps> {
    const embedder = await startScriptedEmbedder()
    const server = await startTestServer({ worker: false, config: { ...embedder.config, ...config } })
    return new DreamSteps(server, embedder)
  }

  get client(): Client {
    return this.server.client
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.embedder.close()
  }

  request(method: string, path: string, body?: unknown) {
    return this.client.request(method, path, body)
  }

  /** Adds a document and processes it, up to dreaming. */
  async write(
    containerTag: string,
    content: string,
    documentDate: string,
    { client = this.client, ...more }: { client?: Client } & Record<string, unknown> = {},
  ): Promise<string> {
    const id = await add(client, { content, containerTag, documentDate, ...more })
    await this.process(containerTag, client)
    return id
  }

  /** Adds a document, processes it and dreams of it. */
  async say(containerTag: string, content: string, documentDate: string, more = {}): Promise<string> {
    const id = await this.write(containerTag, content, documentDate, more)
    await this.dreamAll(containerTag)
    return id
  }

  /** Processes the due documents of a container, as a worker does, and purges the deleted ones. */
  async process(containerTag: string, client = this.client): Promise<void> {
    await this.#process(await laneOf(this.server, client, containerTag))
  }

  async #process(lane: Lane): Promise<void> {
    const { documents } = await claim(this.server, lane, 'test')
    if (documents.length === 0) return
    const { app } = this.server
    const cell = app.cells.of(documents[0]!.shard)
    await processSlice(this.#pipeline(), cell, documents, new AbortController().signal)
  }

  #pipeline(): Pipeline {
    const { embedder, blobs, reader, fetching, wakes } = this.server.app
    return {
      ...{ embedder, blobs, reader, fetching, maxAttempts: 2, dreamQuietMs: 0 },
      chunkSizeOf: async () => undefined,
      queueOf: cell => wakes.ofCell(cell.name),
      onStage: () => undefined,
      onOutcome: () => undefined,
      onError: error => this.errors.push(error),
    }
  }

  /** Does the upkeep of a container, such as a merge into it. */
  async upkeep(containerTag: string): Promise<void> {
    await this.purge(await laneOf(this.server, this.client, containerTag, lanes.upkeep))
  }

  /** Does the upkeep of a container that no tag names any more. */
  async purge(lane: Lane): Promise<void> {
    const { cells, wakes, blobs } = this.server.app
    const cell = cells.of(lane.shard)
    for (let steps = 1; ; steps++) {
      const next = await runUpkeepStep(cell, wakes.ofCell(cell.name), lane, blobs)
      if (next === 'done') return
      if (next === 'later') await this.#process({ ...lane, kind: lanes.bulk })
      if (steps === 20) throw new Error(`The upkeep of ${lane.container} does not end`)
    }
  }

  /** One dreaming step. `meanwhile` runs after the documents are read, before anything is written. */
  async dream(
    containerTag: string,
    {
      client = this.client,
      meanwhile,
      ...changes
    }: Partial<DreamApp> & { client?: Client; meanwhile?: () => Promise<unknown> } = {},
  ): Promise<NextStep> {
    const { cells, embedder } = this.server.app
    const summarizer = {
      async summarize() {
        await meanwhile?.()
        return []
      },
    }
    const app = {
      ...{ cells: cells.atWork, embedder, extractor: lineExtractor, episodicDays: 0 },
      ...{ pace: { quietMs: 0, maxWaitMs: 0 }, leaseMs: 60_000, maxAttempts: 2, worker: 'test' },
      onError: (error: unknown) => this.errors.push(error),
      ...(meanwhile && { summarizer }),
      ...changes,
    } as unknown as DreamApp
    const lane = { ...(await laneOf(this.server, client, containerTag)), kind: lanes.dream }
    return dreamContainer(app, app.cells.of(lane.shard), lane)
  }

  /** Dreams until there is nothing left to do. */
  async dreamAll(containerTag: string, changes: Parameters<DreamSteps['dream']>[1] = {}): Promise<void> {
    for (let steps = 1; (await this.dream(containerTag, changes)) !== 'done'; steps++)
      if (steps === 20)
        throw new Error(`Dreaming of ${containerTag} does not end`, { cause: this.errors.at(-1) })
  }

  /** Current memories, oldest first. */
  async list(
    containerTag: string,
    { client = this.client, ...more }: { client?: Client } & Record<string, unknown> = {},
  ): Promise<MemoryEntry[]> {
    const body = { containerTags: [containerTag], limit: 200, order: 'asc', ...more }
    return (await client.request('POST', '/v4/memories/list', body)).body.memoryEntries
  }

  async texts(containerTag: string, more = {}): Promise<string[]> {
    return (await this.list(containerTag, more)).map(({ memory }) => memory).toSorted()
  }

  async state(containerTag: string, content: string, more = {}): Promise<string> {
    const body = { containerTag, memories: [{ content, ...more }] }
    return (await this.request('POST', '/v4/memories', body)).body.memories[0].id
  }

  edit(containerTag: string, id: string, newContent: string) {
    return this.request('PATCH', '/v4/memories', { containerTag, id, newContent })
  }

  forget(containerTag: string, id: string) {
    return this.request('DELETE', '/v4/memories', { containerTag, id })
  }

  undo(id: string) {
    return this.request('POST', `/v4/memories/${id}/undo`)
  }

  async show(id: string) {
    return (await this.request('GET', `/v4/memories/${id}`)).body
  }
}

/** Takes every line as a fact that the user stated. */
export const lineExtractor: FactExtractor = {
  name: 'lines',
  extract: async passages => passages.map(factsOf),
}

function factsOf({ text, from }: Passage): Fact[] {
  return [...text.matchAll(/.+/g)]
    .filter(({ index }) => index >= from)
    .map(({ index, 0: line }) => {
      const { stated: _, ...fact } = readStated(
        { text: line, isStatic: false, eventDates: [], corrects: null },
        undefined,
      )
      return { ...fact, origin: 'user', spans: [[index, index + line.length]] }
    })
}
