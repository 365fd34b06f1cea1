import type { operations } from './generated/api.ts'

/** The API's own shapes, by the names people use for them. */
type Answer<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

type Body<Name extends keyof operations> =
  NonNullable<operations[Name]['requestBody']> extends { content: { 'application/json': infer Shape } }
    ? Shape
    : never

type UploadForm =
  NonNullable<operations['postV3DocumentsFile']['requestBody']> extends {
    content: { 'multipart/form-data': infer Shape }
  }
    ? Shape
    : never

export type Accepted = Answer<'postV3Documents'>
export type AddDocument = Body<'postV3Documents'>
export type AddBatch = Omit<Body<'postV3DocumentsBatch'>, 'content'>
export type AddedBatch = Answer<'postV3DocumentsBatch'>
export type UploadFields = Omit<UploadForm, 'file'> & {
  /** What the file is called, where it has no name of its own. */
  name?: string
}
export type UpdateDocument = Body<'patchV3DocumentsById'>
export type Document = Answer<'getV3DocumentsById'>
export type DocumentStatus = Document['status']
export type ListDocuments = Omit<Body<'postV3DocumentsList'>, 'page'>
export type ListedDocument = Answer<'postV3DocumentsList'>['memories'][number]
export type Search = Body<'postV3Search'>
export type SearchResults = Answer<'postV3Search'>
export type SearchMemories = Body<'postV4Search'>
export type FoundMemories = Answer<'postV4Search'>
export type ListMemories = Omit<Body<'postV4MemoriesList'>, 'page'>
export type ListedMemory = Answer<'postV4MemoriesList'>['memoryEntries'][number]
export type ReadProfile = Body<'postV4Profile'>
export type Profile = Answer<'postV4Profile'>
