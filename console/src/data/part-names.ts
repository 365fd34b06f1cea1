const parts: Record<string, string> = {
  embedding: 'the embedding model',
  llm: 'the language model',
  transcriber: 'the transcriber',
  blobs: 'the file store',
  directory: 'the directory database',
  disk: 'room on the disk',
}

/** A part of the server that documents may wait for, in words. */
export const partName = (part: string) => parts[part] ?? part
