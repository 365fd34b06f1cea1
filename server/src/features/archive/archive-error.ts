/** Why an export or import ended `failed`. The codes are stable; docs/archive.md lists them. */
export const archiveFailures = {
  'archive.unreadable': 'The upload is no archive of Reverie. Send the file that `reverie export` wrote.',
  'archive.newer_version':
    'The archive was written by a newer version of Reverie. Upgrade this server first.',
  'archive.truncated': 'The archive ends too early. Copy or download the file again.',
  'archive.checksum_mismatch':
    'A part of the archive differs from its checksum. Copy or download the file again.',
  'archive.bomb': 'The archive grows to more than 100 times its size. Reverie writes no such archives.',
  'archive.line_too_long': 'A line of the archive has more than 64 MB. Reverie writes no such lines.',
  'archive.unexpected_entry':
    'The archive has an entry of another name or kind. Pack it with `reverie export`.',
  'archive.malformed': 'A record of the archive is not as the format says. Export again.',
  'archive.foreign_id':
    'A record belongs to another document or memory than the one that it follows. Export again.',
  'archive.file_too_large':
    'A file in the archive is larger than this server accepts. Raise MAX_FILE_BYTES, then import again.',
  'archive.needs_organization':
    'The archive holds a whole organization. Import it with a key of the organization and without a container tag.',
  'import.unrecognized': 'The upload does not have the format that was named. Check `format`.',
  'import.malformed':
    'The upload is damaged, or not as its format says. Export it again from where it comes from.',
  'import.entry_too_large':
    'One entry of the upload has more than 64 MB, or millions of values, and cannot be read. Remove it.',
  'import.nothing_found': 'The upload contains nothing that can be imported.',
  'quota.exceeded':
    'The import would take the organization over its token quota. Delete documents, or ask for more.',
  'archive.interrupted':
    'The job ended its worker several times. Look at the log of the worker, then start it again.',
  internal: 'The job failed unexpectedly. The log of the worker has the cause.',
} as const

export type ArchiveFailure = keyof typeof archiveFailures

/** Ends a job. `what` names the place, for example the entry and line. */
export class ArchiveError extends Error {
  readonly code: ArchiveFailure

  constructor(code: ArchiveFailure, what?: string, options?: ErrorOptions) {
    super(what === undefined ? archiveFailures[code] : `${archiveFailures[code]} (${what})`, options)
    this.name = 'ArchiveError'
    this.code = code
  }
}
