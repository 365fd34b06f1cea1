/** Why no switch breaks a program that measures. */
export const measures = 'The goal is a time, a size or a ratio; no single mechanism keeps it.'

/** Why no switch breaks a program that runs tests. */
export const runsTests = 'Each test has its own assertions; no switch takes them all away.'
