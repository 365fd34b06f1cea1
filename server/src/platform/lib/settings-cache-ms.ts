/** The time for which a worker caches settings. A change takes effect for documents processed this much later. */
export const settingsCacheMs = 10_000
