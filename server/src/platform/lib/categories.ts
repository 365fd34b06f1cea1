/** The subjects a document can be classified under. */
export const categoryNames = ['technology', 'science', 'business', 'health'] as const

export type Category = (typeof categoryNames)[number]
