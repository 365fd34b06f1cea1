/** A command's own complaint: a sentence fit to be read, printed without a stack. */
export class CommandError extends Error {}
