/** The names of gates, as operators and clients see them. */
export const gateNames = {
  blobs: 'blobs',
  directory: 'directory',
  /** The temporary directory of a worker. */
  disk: 'disk',
  transcription: 'transcription',
  embedding: ({ name }: { name: string }) => `embedding:${name}`,
  llm: (name: string) => `llm:${name}`,
}

/** What a stage may ask about the gates of its cell. */
export type StageGates = {
  /** Asks the thing behind the gate itself, with nothing of the document. False when there is no way to ask. */
  isDown(gate: string): Promise<boolean>
  isShut(gate: string): Promise<boolean>
}
