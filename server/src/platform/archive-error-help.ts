/** Help for the errors of exports and imports, a part of `errorHelp`. */
export const archiveErrorHelp = {
  'export.not_found': {
    meaning: 'There is no export with this id, or it has expired.',
    remedy: 'List the exports with `GET /v3/exports`. They are kept for `ARCHIVE_RETENTION_DAYS`.',
  },
  'export.not_ready': {
    meaning: 'The export is still being written, or it has failed.',
    remedy:
      'Ask `GET /v3/exports/{id}` until its `status` is `done`. `details` says why an export has failed.',
  },
  'import.not_found': {
    meaning: 'There is no import with this id, or it has expired.',
    remedy: 'List the imports with `GET /v3/imports`.',
  },
  'import.started': {
    meaning: 'The import runs or has ended, and takes no more pieces.',
    remedy: 'Read its progress with `GET /v3/imports/{id}`, or create another import.',
  },
  'import.incomplete': {
    meaning: 'The pieces of the upload are numbered from 0, and one of them is missing.',
    remedy: 'Send the missing pieces to `POST /v3/imports/{id}/parts`. `details` says how many are there.',
  },
}
