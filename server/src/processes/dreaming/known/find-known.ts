import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { charactersPerToken } from '../../../platform/lib/tokens.ts'
import { isFromPerson } from '../extract/trust.ts'
import { attributesOf } from '../relate/same-matter.ts'
import { wordsKey } from '../relate/words-key.ts'
import { findNearestMemories, type KnownRow, type ReadPart } from './known-store.ts'

/** A memory that is shown to a model. */
export type KnownMemory = {
  text: string
  saidAt: Date
  /** `user`, or a name. */
  subject: string
  attributes: string[]
  /** A person said it, not a page, a tool or an assistant. */
  isFromPerson: boolean
  /** Keys of the words of the facts that state it: the targets of relations that the model declares. */
  says: string[]
}

/** What a model is told of a container: the nearest memories, and the people and things of those that are a little further. */
export type Known = { memories: KnownMemory[]; entities: KnownEntity[] }

export type KnownEntity = { name: string; attributes: string[] }

/** More would cost more than the passage, which is often a short note. */
const maxMemories = 12
const maxTokens = 500
const maxEntities = 12
const maxAttributes = 6
/** A longer memory is cut. */
const longestText = 240

/** Memories whose people and things are named although they are not shown themselves. */
const memoriesRead = 36

/** Finds what a model should know when it reads these parts of documents. One short query, outside of any transaction that writes. */
export async function findKnown(db: Db, key: ContainerKey, parts: readonly ReadPart[]): Promise<Known> {
  const found = (await findNearestMemories(db, key, parts, memoriesRead)).map(toKnown)
  return { memories: withinBudget(found), entities: entitiesOf(found) }
}

function toKnown({ text, saidAt, facts }: KnownRow): KnownMemory {
  const [first] = facts
  return {
    text: text.length > longestText ? `${text.slice(0, longestText)}…` : text,
    saidAt: new Date(saidAt),
    subject: first!.claim.subject,
    attributes: attributesOf(first!),
    isFromPerson: facts.some(isFromPerson),
    says: [...new Set([text, ...facts.map(fact => fact.text)])].map(wordsKey),
  }
}

function withinBudget(memories: readonly KnownMemory[]): KnownMemory[] {
  let characters = 0
  return memories.slice(0, maxMemories).filter(({ text }) => {
    characters += text.length
    return characters <= maxTokens * charactersPerToken
  })
}

function entitiesOf(memories: readonly KnownMemory[]): KnownEntity[] {
  const bySubject = Map.groupBy(memories, ({ subject }) => subject)
  return Array.from(bySubject, ([name, members]) => ({
    name,
    attributes: [...new Set(members.flatMap(({ attributes }) => attributes.slice(0, 1)))].slice(
      0,
      maxAttributes,
    ),
  })).slice(0, maxEntities)
}
