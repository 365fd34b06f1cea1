/** Another worker has the connection, or it was paused or deleted. */
export class LeaseLost extends Error {}
