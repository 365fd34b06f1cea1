import { namesTime } from './names-time.ts'

/** Courtesies, reactions and promises to look at something: true, but useless tomorrow. */
const courtesy =
  /^(?:(?:I'll|I will|I can|I might|I'd|I would|we'll|let me|I should|I'm (?:going to|gonna|definitely|sure|also going to))(?: \w+ly| also| just| probably| make sure to| be sure to| have to| try to)* (?:check|look(?: into| at| up)|give|keep (?:that|this|you|an eye|it|in mind|those|these)|consider|think about|start with|go with|do that|try (?:the|it|that|those|these|to|out|some|your)|take (?:a look|your|that|it)|let you|be (?:able|sure|there|happy)|love (?:to|it|that|some)|appreciate|definitely|like (?:to|some)|follow|get back|research|explore|see|use (?:these|those|that|your|this)|remember|stick|begin by|work on|reach out|incorporate|make sure|ask|happy to|focus|need to (?:make sure|keep|consider|think))|I (?:really |truly |totally |completely |definitely |also |do |so )*(?:appreciate|agree|understand|see(?:$|[,.]| (?:what|how|that|why|your))|hope|guess|get (?:it|that|what)|didn't (?:know|realize|think)|had no idea|never (?:knew|thought|realized)|can(?:'t| not|not) (?:wait|believe|help|imagine|thank)|love (?:that|the idea|it|your|how you|those|these|hearing)|like (?:that|the idea|your|those|these|the sound)|wish|bet|hear (?:you|that)|look forward|(?:would|could) (?:really |definitely )?(?:love|use|appreciate))|I'm (?:so |also |just |pretty |very |all |super |kinda |kind of |a bit |quite |[a-z]+ly )*(?:glad|happy|excited|thrilled|grateful|sorry|sure|ready|open to|here|curious|intrigued|all ears|good|fine|okay|ok|impressed|looking forward)\b(?! at| on my| (?:with|about) (?:my|our))|(?:I )?was wondering|thanks?\b|thank you|congrat|good (?:luck|point|idea|to know)|sounds |you(?:'re| are|r)\b|that(?:'s|'d| is| was| sounds| makes)|this (?:is|sounds)|what a|how (?:cool|nice|great)|no (?:problem|worries)|let's|same here|me too|keep (?:it )?up|take care|see you|i've (?:heard|read) (?:of|that|about|great|good|it)|i (?:have|'ve) (?:no|never|not) (?:heard|idea|thought))/i

/** `Can't wait to see Rome next week`, `I'm going to explore Porto tomorrow`: plans with a date. */
const awaited =
  /^(?:(?:I )?can(?:'t|not) wait (?:to|for)|I'll|I will|I'm (?:going to|gonna)|I'm (?:[a-z]+ )?(?:excited|thrilled|happy|looking forward|ready) (?:for|about|to)) /i
const pointing =
  /\b(?:it|that|this(?! (?:week|weekend|month|year|summer|winter|spring|fall|autumn|\w+day)\b)|these|those|them|you|your|there|some)\b/i

export const isCourtesy = (text: string): boolean =>
  courtesy.test(text) && !(awaited.test(text) && isToldOf(text.replace(afterthought, '')))

const afterthought = /(?:\s[-–—]+|,)\s(?:it|that|so)\b.*$/i
const isToldOf = (text: string): boolean => !pointing.test(text) && namesTime(text)

/** A remark that only expresses a feeling about the previous clause. */
const remark =
  /(?:\s[-–—]+|,)\s+(?:and |but |so )?(?:it|that|which)(?:'s| is| was| has been|'s been) (?:just |been |really |so |pretty |absolutely |quite |a bit )*(?:crazy|amazing|great|awesome|wild|incredible|insane|exciting|wonderful|fantastic|a (?:lot|game[- ]changer|blast)|nice|cool|fun|by the way)\b[^,.]{0,40}$|,? wish (?:me|us) luck\W*$/i

export const withoutRemark = (text: string): string => text.replace(remark, '')
