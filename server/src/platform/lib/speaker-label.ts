/**
 * The label of a speaker before a message: `Ada: `, `user (Ada): `, `[10:32] Ada: `. The source of a pattern whose groups are
 * the speaker and the name in brackets. A line begins only after `\n`. `^` with the flag `m` also matches after CR, U+2028 and
 * U+2029, and with these a message could begin a turn in the name of another speaker.
 */
export const speakerLabel = String.raw`(?<![^\n])(?:[[(][^\])\n]{1,40}[\])] ?)?(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,39})(?: \(([^()\n]{1,60})\))?: `
