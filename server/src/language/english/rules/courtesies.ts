import type { Rule } from '../../rules/rule.ts'

/** Courtesies, reactions and promises to look at something: true, but useless tomorrow. */
export const courtesy: Rule = {
  name: 'courtesy',
  expression:
    /^(?:(?:I'll|I will|I can|I might|I'd|I would|we'll|let me|I should|I'm (?:going to|gonna|definitely|sure|also going to))(?: \w+ly| also| just| probably| make sure to| be sure to| have to| try to)* (?:check|look(?: into| at| up)|give|keep (?:that|this|you|an eye|it|in mind|those|these)|consider|think about|start with|go with|do that|try (?:the|it|that|those|these|to|out|some|your)|take (?:a look|your|that|it)|let you|be (?:able|sure|there|happy)|love (?:to|it|that|some)|appreciate|definitely|like (?:to|some)|follow|get back|research|explore|see|use (?:these|those|that|your|this)|remember|stick|begin by|work on|reach out|incorporate|make sure|ask|happy to|focus|need to (?:make sure|keep|consider|think))|I (?:really |truly |totally |completely |definitely |also |do |so )*(?:appreciate|agree|understand|see(?:$|[,.]| (?:what|how|that|why|your))|hope|guess|get (?:it|that|what)|didn't (?:know|realize|think)|had no idea|never (?:knew|thought|realized)|can(?:'t| not|not) (?:wait|believe|help|imagine|thank)|love (?:that|the idea|it|your|how you|those|these|hearing)|like (?:that|the idea|your|those|these|the sound)|wish|bet|hear (?:you|that)|look forward|(?:would|could) (?:really |definitely )?(?:love|use|appreciate))|I'm (?:so |also |just |pretty |very |all |super |kinda |kind of |a bit |quite |[a-z]+ly )*(?:glad|happy|excited|thrilled|grateful|sorry|sure|ready|open to|here|curious|intrigued|all ears|good|fine|okay|ok|impressed|looking forward)\b(?! at| on my| (?:with|about) (?:my|our))|(?:I )?was wondering|thanks?\b|thank you|congrat|good (?:luck|point|idea|to know)|sounds |you(?:'re| are|r)\b|that(?:'s|'d| is| was| sounds| makes)|this (?:is|sounds)|what a|how (?:cool|nice|great)|no (?:problem|worries)|let's|same here|me too|keep (?:it )?up|take care|see you|i've (?:heard|read) (?:of|that|about|great|good|it)|i (?:have|'ve) (?:no|never|not) (?:heard|idea|thought))/i,
  matches: ['Thanks for the quick reply', "I'll look into that", "I'm so glad to hear it", 'Sounds lovely'],
  rejects: ['I moved to Bergen', 'My sister thanks nobody'],
}

/** `Can't wait to see Rome next week`, `I'm going to explore Porto tomorrow`: plans with a date. */
export const awaited: Rule = {
  name: 'plan that sounds like a courtesy',
  expression:
    /^(?:(?:I )?can(?:'t|not) wait (?:to|for)|I'll|I will|I'm (?:going to|gonna)|I'm (?:[a-z]+ )?(?:excited|thrilled|happy|looking forward|ready) (?:for|about|to)) /i,
  matches: ["Can't wait to see Lima in March", "I'm excited for the race"],
  rejects: ['I waited for the bus'],
}

export const pointing: Rule = {
  name: 'word for something said before',
  expression:
    /\b(?:it|that|this(?! (?:week|weekend|month|year|summer|winter|spring|fall|autumn|\w+day)\b)|these|those|them|you|your|there|some)\b/i,
  matches: ["I'll try that", "Can't wait for it"],
  rejects: ["I'll visit Oslo this weekend"],
}

export const afterthought: Rule = {
  name: 'comment after a dash or comma',
  expression: /(?:\s[-–—]+|,)\s(?:it|that|so)\b.*$/i,
  matches: ["I'm off to Turin, it will be great", 'See Rome - that was the plan'],
  rejects: ['Off to Turin and Milan'],
}

/** A remark that only expresses a feeling about the previous clause. */
export const remark: Rule = {
  name: 'feeling about the clause before',
  expression:
    /(?:\s[-–—]+|,)\s+(?:and |but |so )?(?:it|that|which)(?:'s| is| was| has been|'s been) (?:just |been |really |so |pretty |absolutely |quite |a bit )*(?:crazy|amazing|great|awesome|wild|incredible|insane|exciting|wonderful|fantastic|a (?:lot|game[- ]changer|blast)|nice|cool|fun|by the way)\b[^,.]{0,40}$|,? wish (?:me|us) luck\W*$/i,
  matches: ['We got the keys, which is amazing', 'I run my first race on Sunday, wish me luck!'],
  rejects: ['We got the keys, which open the shed'],
}

export const bareGreeting: Rule = {
  name: 'greeting alone',
  expression: /^(?:hi|hey|hello|howdy|good (?:morning|evening|afternoon))\b(?:[\s,]+\S+){0,2}$/i,
  matches: ['Hello there', 'Good morning, Tom'],
  rejects: ['Hello, I have moved to the coast'],
}

export const goodbye: Rule = {
  name: 'goodbye or promise to look at something',
  expression:
    /\b(?:see|catch|talk to|meet) (?:you|ya|u)\b|\blet me know\b|\bI(?:'ll| will) (?:\w+ )?(?:check|look|give it|try|keep|think about|consider|let you)\b/i,
  matches: ['See you on Monday', "I'll give it a go on Friday"],
  rejects: ['I saw the doctor on Monday'],
}

export const smallOpening: Rule = {
  name: 'small words before a statement',
  expression: /^(?:(?:and|but|so|also|well|ok|okay|hi|hey|yes|no)\b[,.]? )+/i,
  matches: ['And also, I bought a kayak', 'Well, I am Dutch'],
  rejects: ['I am well'],
}
