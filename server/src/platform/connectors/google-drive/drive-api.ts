import { z } from 'zod'
import { SourceError } from '../connector.ts'
import { type GoogleAccess, GoogleApi, pageTokenJson } from '../google/api.ts'
import { type ListTask, userCorpus } from './settings.ts'

/** Ids become parts of addresses and of queries. */
export const idPattern = /^[\w-]{1,200}$/
const idJson = z.string().regex(idPattern)
const cut = (most: number) =>
  z
    .string()
    .catch('')
    .transform(text => text.slice(0, most))
const personJson = z.object({ emailAddress: cut(320).optional() })

export const folderType = 'application/vnd.google-apps.folder'

const fileJson = z.object({
  id: idJson,
  name: cut(1_000),
  mimeType: cut(200),
  parents: z.array(idJson).catch([]),
  driveId: idJson.optional(),
  trashed: z.boolean().catch(false),
  headRevisionId: cut(500).optional(),
  md5Checksum: cut(100).optional(),
  size: z.coerce.number().optional().catch(undefined),
  createdTime: cut(40).optional(),
  modifiedTime: cut(40).optional(),
  webViewLink: cut(2_000).optional(),
  owners: z.array(personJson).catch([]),
  permissions: z
    .array(z.object({ emailAddress: cut(320).optional(), domain: cut(300).optional(), type: cut(20) }))
    .catch([]),
})
export type DriveFile = z.infer<typeof fileJson>

const fileFields =
  'id,name,mimeType,parents,driveId,trashed,headRevisionId,md5Checksum,size,createdTime,modifiedTime,webViewLink,owners(emailAddress),permissions(emailAddress,domain,type)'
const folderFields = 'id,name,mimeType,parents,driveId,trashed'

const filesJson = z.object({
  files: z.array(fileJson).max(1_000),
  nextPageToken: pageTokenJson.optional(),
  incompleteSearch: z.boolean().optional(),
})
export type FilesPage = z.infer<typeof filesJson>

const changesJson = z
  .object({
    changes: z
      .array(
        z.object({
          changeType: z.string().catch('file'),
          fileId: idJson.optional(),
          removed: z.boolean().catch(false),
          file: fileJson.optional(),
        }),
      )
      .max(100),
    nextPageToken: pageTokenJson.optional(),
    newStartPageToken: pageTokenJson.optional(),
  })
  // A page that leads nowhere is not the last one: it has broken off.
  .refine(({ nextPageToken, newStartPageToken }) => nextPageToken ?? newStartPageToken, {
    message: 'a page of changes without a next token',
  })
export type ChangesPage = z.infer<typeof changesJson>
export type FileChange = ChangesPage['changes'][number]

const driveJson = z.object({ id: idJson, name: cut(1_000) })
export type SharedDrive = z.infer<typeof driveJson>
const drivesJson = z.object({ drives: z.array(driveJson), nextPageToken: pageTokenJson.optional() })

const allDrives = { supportsAllDrives: true, includeItemsFromAllDrives: true }
/** More than any account is a member of. */
const mostDrives = 1_000

/** Google Drive, version 3: the requests of this connector. */
export class DriveApi {
  readonly #api: GoogleApi

  constructor(source: GoogleAccess) {
    this.#api = new GoogleApi(source, 'https://www.googleapis.com/drive/v3')
  }

  async account(): Promise<string | undefined> {
    const { user } = await this.#api.json('/about', z.object({ user: personJson }), {
      query: { fields: 'user(emailAddress)' },
    })
    return user.emailAddress
  }

  file(id: string): Promise<DriveFile> {
    return this.#api.json(`/files/${encodeURIComponent(id)}`, fileJson, {
      query: { supportsAllDrives: true, fields: fileFields },
    })
  }

  drive(id: string): Promise<SharedDrive> {
    return this.#api.json(`/drives/${encodeURIComponent(id)}`, driveJson, { query: { fields: 'id,name' } })
  }

  /** All shared drives of the account. */
  async drives(): Promise<SharedDrive[]> {
    const found: SharedDrive[] = []
    for (let page: string | undefined; ; ) {
      const { drives, nextPageToken } = await this.#api.json('/drives', drivesJson, {
        query: { pageSize: 100, pageToken: page, fields: 'drives(id,name),nextPageToken' },
      })
      found.push(...drives)
      if (nextPageToken === undefined || nextPageToken === page || found.length > mostDrives) return found
      page = nextPageToken
    }
  }

  /** A page of files that are not in the trash unless the task says so. */
  list({ kind, corpus, ids, page }: ListTask): Promise<FilesPage> {
    const isFolders = kind === 'folders'
    const parts: Record<string, string[]> = {
      folders: [`mimeType = '${folderType}'`, 'trashed = false'],
      files: [`mimeType != '${folderType}'`, 'trashed = false'],
      in: [inParents(ids), 'trashed = false'],
      out: [inParents(ids)],
    }
    return this.search(parts[kind]!.join(' and '), {
      page,
      ...(corpus !== userCorpus && { driveId: corpus }),
      pageSize: isFolders ? 1_000 : 100,
      fields: isFolders ? folderFields : fileFields,
    })
  }

  /** Folders below one, or those that others share with the account, by name. */
  folders(parent: string | undefined, page: string | undefined, driveId?: string): Promise<FilesPage> {
    const where = parent === undefined ? 'sharedWithMe = true' : inParents([parent])
    return this.search(`${where} and mimeType = '${folderType}' and trashed = false`, {
      page,
      ...(driveId !== undefined && { driveId }),
      pageSize: 1_000,
      fields: folderFields,
      orderBy: 'name',
    })
  }

  async search(
    q: string,
    {
      page,
      driveId,
      fields,
      ...query
    }: {
      page: string | undefined
      driveId?: string
      fields: string
      pageSize: number
      orderBy?: string
    },
  ): Promise<FilesPage> {
    const found = await this.#api.json('/files', filesJson, {
      query: {
        ...{ q, ...query, ...allDrives, pageToken: page },
        ...(driveId === undefined ? { corpora: 'user' } : { corpora: 'drive', driveId }),
        fields: `files(${fields}),nextPageToken,incompleteSearch`,
      },
    })
    // What is missing would be taken for deleted.
    if (found.incompleteSearch)
      throw new SourceError('provider_unavailable', 'Google could not search everything. It is tried again.')
    if (page !== undefined && found.nextPageToken === page)
      throw new SourceError('provider_unavailable', 'Google lists the same page again.')
    return found
  }

  async startToken(corpus: string): Promise<string> {
    const { startPageToken } = await this.#api.json(
      '/changes/startPageToken',
      z.object({ startPageToken: pageTokenJson }),
      { query: { supportsAllDrives: true, ...ofCorpus(corpus) } },
    )
    return startPageToken
  }

  /** With what has left the log and can still be read: a file that moved into a shared drive is not gone. */
  changes(corpus: string, pageToken: string): Promise<ChangesPage> {
    return this.#api.json('/changes', changesJson, {
      query: {
        ...{ pageToken, pageSize: 100, includeRemoved: true, includeCorpusRemovals: true },
        ...{ ...allDrives, ...ofCorpus(corpus) },
        fields: `changes(changeType,fileId,removed,file(${fileFields})),nextPageToken,newStartPageToken`,
      },
    })
  }

  async watch(corpus: string, pageToken: string, channel: object) {
    return this.#api.json(
      '/changes/watch',
      z.object({
        id: z.string().max(200),
        resourceId: z.string().max(500),
        expiration: z.coerce.number().optional(),
      }),
      { method: 'POST', query: { pageToken, ...allDrives, ...ofCorpus(corpus) }, body: channel },
    )
  }

  async stop(id: string, resourceId: string): Promise<void> {
    await this.#api.json('/channels/stop', z.unknown(), { method: 'POST', body: { id, resourceId } })
  }

  content(id: string, maxBytes: number): Promise<Uint8Array> {
    return this.#api.bytes(`/files/${encodeURIComponent(id)}`, {
      query: { alt: 'media', supportsAllDrives: true },
      maxBytes,
    })
  }

  export(id: string, mimeType: string, maxBytes: number): Promise<Uint8Array> {
    return this.#api.bytes(`/files/${encodeURIComponent(id)}/export`, { query: { mimeType }, maxBytes })
  }
}

const ofCorpus = (corpus: string) => (corpus === userCorpus ? {} : { driveId: corpus })

const inParents = (ids: readonly string[]): string => `(${ids.map(id => `'${id}' in parents`).join(' or ')})`
