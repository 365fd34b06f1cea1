/**
 * Who speaks, before what is said: `Ada: `, `user (Ada): `, `[10:32] Ada: `. The source of a pattern whose groups are the
 * speaker and a name in brackets. A line begins after `\n` alone: `^` with the flag `m` also matches after CR, U+2028 and
 * U+2029, by which a message could begin a turn in another's name.
 */
export const speakerLabel = String.raw`(?<![^\n])(?:[[(][^\])\n]{1,40}[\])] ?)?(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,39})(?: \(([^()\n]{1,60})\))?: `
