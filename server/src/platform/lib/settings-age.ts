/** How long a worker may go on with settings that it has read: a change is seen by what is processed this much later. */
export const settingsFreshMs = 10_000
