import { useSyncExternalStore } from 'react'
import { reverie } from '../../data/client.ts'
import type { DroppedFile } from './dropped-files.ts'
import { refreshDocuments } from './use-documents.ts'

export type Upload = {
  key: number
  name: string
  size: number
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  id?: string
  error?: string
}

const atOnce = 3

let uploads: readonly Upload[] = []
let lastKey = 0
let active = 0
const queue: (() => Promise<void>)[] = []
const listeners = new Set<() => void>()

function set(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const change = (key: number, part: Partial<Upload>) =>
  set(uploads.map(each => (each.key === key ? { ...each, ...part } : each)))

/** Uploads go on while one visits other pages. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
}

export const clearUploads = () =>
  set(uploads.filter(({ state }) => state === 'waiting' || state === 'sending'))

export function upload(files: readonly DroppedFile[], containerTag: string): void {
  const added = files.map(({ file, path }) => {
    const key = ++lastKey
    queue.push(() => send(key, { file, ...(path && { path }) }, containerTag))
    return { key, name: path ?? file.name, size: file.size, state: 'waiting' as const }
  })
  set([...uploads, ...added])
  for (let i = active; i < atOnce; i++) void work()
}

async function work(): Promise<void> {
  active += 1
  for (let next = queue.shift(); next; next = queue.shift()) await next()
  active -= 1
}

async function send(key: number, { file, path }: DroppedFile, containerTag: string): Promise<void> {
  change(key, { state: 'sending' })
  try {
    const { id } = await reverie.upload(file, { containerTag, ...(path && { filepath: path }) })
    change(key, { state: 'sent', id })
  } catch (error) {
    change(key, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
  }
  void refreshDocuments()
}
