/** Document types by the words that existing clients use, as the contract fixes them. */
export const typeSynonyms = {
  tweet: 'social_post',
  google_doc: 'cloud_doc',
  google_slide: 'cloud_slide',
  google_sheet: 'cloud_sheet',
  notion_doc: 'notes_doc',
  onedrive: 'filehost',
  github_markdown: 'codehost_markdown',
  granola: 'meeting_notes',
} as const

/** The type of a document of a connection, in answers. */
export type ConnectedType = keyof typeof typeSynonyms
export const connectedTypes = Object.keys(typeSynonyms) as ConnectedType[]

/** The type of a document in answers. Documents of a connection have the words that existing clients know. */
export function presentType<Type extends string>({
  type,
  connectionId,
}: {
  type: Type
  connectionId: string | null
}): Type | ConnectedType {
  if (connectionId === null) return type
  return connectedTypes.find(word => typeSynonyms[word] === type) ?? type
}
