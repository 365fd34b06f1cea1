/** An error that a command explains in a sentence. Printed without a stack. */
export class CommandError extends Error {}
