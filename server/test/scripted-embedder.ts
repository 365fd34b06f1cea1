import type { Config } from '../src/platform/config.ts'
import { type EmbeddingCall, type Misbehaviour, startEmbeddingServer } from './embedding-server.ts'

/** A gate at which some calls of the embedder wait. Tests that must act in the middle of processing close it first. */
export type Gate = {
  /** Resolves when a call has arrived at the gate. */
  reached: Promise<void>
  open(): void
}

export type ScriptedEmbedder = {
  /** Settings with which a server under test uses it. */
  config: Pick<Config, 'EMBEDDER' | 'EMBEDDER_URL' | 'EMBEDDER_MODEL' | 'EMBEDDER_DIMENSIONS'>
  calls: EmbeddingCall[]
  /** Set it to let calls fail; undefined answers normally. */
  behave: ((call: EmbeddingCall) => Misbehaviour | undefined) | undefined
  /** Holds back every call with a text that contains `word`, until the gate is opened. */
  hold(word: string): Gate
  close(): Promise<void>
}

export const outOfOrder: Misbehaviour = { kind: 'status', status: 500 }

/** The embedding double, scripted by the test. Vectors depend on the text alone, and mean nothing. */
export async function startScriptedEmbedder(dimensions = 384): Promise<ScriptedEmbedder> {
  const gates = new Set<{ word: string; arrive(): void; opened: Promise<void> }>()
  const calls: EmbeddingCall[] = []
  const { url, close } = await startEmbeddingServer({
    dimensions,
    async behave(call) {
      calls.push(call)
      for (const gate of gates) {
        if (!call.texts.some(text => text.includes(gate.word))) continue
        gate.arrive()
        await gate.opened
      }
      return embedder.behave?.(call)
    },
  })
  const embedder: ScriptedEmbedder = {
    config: {
      EMBEDDER: 'http',
      EMBEDDER_URL: url,
      EMBEDDER_MODEL: 'double',
      EMBEDDER_DIMENSIONS: dimensions,
    },
    calls,
    behave: undefined,
    hold(word) {
      const reached = Promise.withResolvers<void>()
      const opened = Promise.withResolvers<void>()
      const gate = { word, arrive: reached.resolve, opened: opened.promise }
      gates.add(gate)
      return {
        reached: reached.promise,
        open() {
          gates.delete(gate)
          opened.resolve()
        },
      }
    },
    close,
  }
  return embedder
}
