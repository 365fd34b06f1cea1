import { z } from 'zod'

/** Graph leaves out what does not apply, or sends null. */
const facet = z.looseObject({}).nullish()
const text = z.string().nullish()
const id = z.string().regex(/^\S{1,300}$/)
const identity = z.object({ user: z.object({ displayName: text, email: text }).nullish() }).nullish()

/** A driveItem, as far as it is used here. */
export const entryJson = z.object({
  id,
  name: text,
  eTag: text,
  size: z.number().nullish(),
  webUrl: text,
  createdDateTime: text,
  lastModifiedDateTime: text,
  createdBy: identity,
  lastModifiedBy: identity,
  parentReference: z.object({ id: id.nullish() }).nullish(),
  file: z.object({ mimeType: text }).nullish(),
  folder: facet,
  /** A OneNote notebook. */
  package: z.object({ type: text }).nullish(),
  deleted: facet,
  root: facet,
  /** A link to an item of another drive. */
  remoteItem: facet,
  malware: facet,
})
export type Entry = z.infer<typeof entryJson>

/** A page of the feed of changes. The last one has the link for the next time. */
export const deltaJson = z.object({
  value: z.array(entryJson),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
})
