/** A move of shards cannot go on. The message says what to do. */
export class MoveError extends Error {}
