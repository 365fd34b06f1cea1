/**
 * Who speaks, before what is said: `Ada: `, `user (Ada): `, `[10:32] Ada: `. The source of a pattern whose groups are the
 * speaker and a name in brackets.
 */
export const speakerLabel = String.raw`^(?:[[(][^\])\n]{1,40}[\])] ?)?(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,39})(?: \(([^()\n]{1,60})\))?: `
