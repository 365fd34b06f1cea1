/** Sizes of a container, in chunks, from which indexes serve its searches. Searches and upkeep share them. */

/**
 * From here on vectors have an index of their own (decision 11): scanning the codes of 200,000 chunks takes 80 ms and
 * comparing the best some 10 ms more; walking the index takes 4 to 12 ms.
 */
export const indexedFrom = 200_000

/** Chunks that are added to a container of this size are indexed by their words; see 0022_sought_terms.sql. */
export const wordIndexedFrom = 2_000

/** Up to this size, keyword search compares all chunks (1.5 µs each). Looking up those that share a word (3.5 µs each) is no faster. */
export const comparedUpTo = 8_000

/** From this many chunks or memories on, an organization has an index of its words (decision 47). Comparing all 50,000 takes 75 ms. */
export const organizationWordsFrom = 50_000

/** From this many chunks or memories on, an organization has an index of its vectors. Below, scanning the codes takes up to 80 ms. */
export const organizationVectorsFrom = 200_000

/** The most rows that a search compares without an index: binary codes take .4 µs each, and words 1.5 µs. Beyond that it is refused. */
export const scannedUpTo = 1_000_000
