import type { Rule } from '../../rules/rule.ts'

/** Hypothetical sentences, which have not happened. */
export const supposition: Rule = {
  name: 'opens with a supposition',
  expression: /^(?:if|suppose|imagine|assuming|what if|unless|whether|in case)\b/i,
  matches: ['What if we moved to Spain in May', 'Unless the ferry runs on Sunday'],
  rejects: ['We moved to Spain in May'],
}

/** Retold sentences are short, and none of these: a mark of the spoken word reads oddly in a report. */
export const spokenMark: Rule = {
  name: 'mark of the spoken word',
  expression:
    /["“”()…;:!]|[-–—] |\p{Emoji_Presentation}|\b(?:we|us|our|ours|you|your|y'all|gonna|lol|btw|haha|ugh)\b/iu,
  matches: ['I moved (finally) to Kent', 'I love it!', 'we sold the boat'],
  rejects: ['I moved to Kent in June.'],
}

/** With these words a person begins to play a part, or asks for it, and with the others they stop. */
export const beginsPlay: Rule = {
  name: 'begins to play a part',
  expression:
    /\b(?:pretend(?:ing)?|role-?play(?:ing)?|in character|play (?:the|a) (?:part|role)|let'?s play|as a joke|make-believe|imagine (?:that )?(?:I|you|we)(?:'\w+| am| are)?)\b/i,
  matches: ["Let's play a game of knights", 'Pretend you are my landlord'],
  rejects: ['The children play outside'],
}

export const endsPlay: Rule = {
  name: 'stops playing a part',
  expression:
    /\b(?:stop|seriously|for real|jokes? aside|joking aside|back to (?:work|reality|normal)|end of|enough)\b/i,
  matches: ['OK, jokes aside', 'Back to reality now'],
  rejects: ['And then the dragon wakes'],
}

export const hypothetical: Rule = {
  name: 'only supposed',
  expression:
    /^(?:if|suppose|supposing|imagine|assuming|what if|unless|whether|in case)\b|\b(?:if I were|would have been|I would be)\b/i,
  matches: ['If I were a pilot', 'Suppose we sell the boat'],
  rejects: ['I am a pilot'],
}

/** An opinion: useful only if it says something else too. */
export const opinion: Rule = {
  name: 'opinion',
  expression:
    /^I (?:also |really |just |still )*(?:think|feel|believe|guess|would say|find|see|know)\b|^(?:it|that|this|there)(?:'s|'ve|'ll| is| was| has| are| were| would| can)\b|^[^,]{1,40} sounds? /i,
  matches: ['I really think the harbour is pretty', "It's a long way", 'The bakery sounds nice'],
  rejects: ['I own a bakery'],
}

/** Thoughts and feelings of the speaker. */
export const reflection: Rule = {
  name: 'thought or feeling of the speaker',
  expression:
    /^(?:[^,]{1,60}, )?I(?:'ve| have| was| am|'m)?(?: often| really| just| also| always| still| even|n't| \w+ly)* (?:(?:did|do)(?:n't| not)(?: \w+ly)? feel|found (?:that|the|it|myself)|find (?:that|the|it|myself)|could (?:sense|hardly|barely)|met with (?!the |my |our |an? |\p{Lu})|constantly reminded|finding myself|remember|remembered|felt|feel|left feeling|walked away|amazed|realized|realised|recognized|learned that|hopeful|contemplat\w+|started to (?:feel|see|realize|contemplate|appreciate)|came to|began to (?:feel|see|realize)|reflect\w*|wanted to|imagined|expected|hoped|had (?:hoped|envisioned|expected|imagined|always)|envisioned|could feel|couldn't (?:help|shake)|noticed|discovered that|tried to focus|struggled|emerged? feeling|been on (?:quite )?a |constantly stress\w+|become overwhelmed|became overwhelmed|was (?:drowning|becoming|struck|amazed|hoping)|became|thought|wished|learned the)\b/iu,
  matches: ['I often feel tired', 'After the talk, I realized how late it was'],
  rejects: ['I sold the piano'],
}

export const unsure: Rule = {
  name: 'unsure',
  expression:
    /\b(?:maybe|perhaps|probably|might|possibly|not sure|i think|i guess|i'm not sure|kind of|sort of|kinda)\b/i,
  matches: ['Maybe we adopt a cat', "I'm not sure about the lease"],
  rejects: ['We adopt a cat'],
}

export const addresses: Rule = {
  name: 'addresses the listener',
  expression: /\b(?:you|your|yours|yourself|you're|you've|you'll|u)\b/i,
  matches: ['I heard you play the cello'],
  rejects: ['I play the cello'],
}

export const unreal: Rule = {
  name: 'not said to be true',
  expression: /\b(?:should|could|would|can|might|may|must|if|whether|want|need|will|'ll|'d)\b/i,
  matches: ['I could buy a van', 'whether I move'],
  rejects: ['I bought a van'],
}

export const onlyFelt: Rule = {
  name: 'only a feeling or about the listener',
  expression:
    /\b(?:you|your|you['’]\w+)\b|^(?:\w+, )?(?:I|we) (?:\w+ )?(?:think|feel|believe|guess|hope|wish|agree|love|like|know|bet|understand|can|could|would|should|will|might)\b|\b(?:I['’](?:d|ll)|let['’]?s|so (?:happy|proud|glad))\b/i,
  matches: ['I hope the rain stops', 'So proud of the team', 'You won the cup'],
  rejects: ['My dog won a prize'],
}

export const drumroll: Rule = {
  name: 'announces news',
  expression:
    /\byou(?:['’]ll| will| won['’]t| would| wouldn['’]t)? (?:never |not )?(?:guess|believe)\b|\bcan you believe it\b/i,
  matches: ["You'll never guess what", 'Can you believe it'],
  rejects: ['I guess so'],
}

export const toldOf: Rule = {
  name: 'is about the speaker',
  expression: /\b(?:I|I['’](?:ve|m)|we|we['’](?:ve|re)|my|our)\b/i,
  matches: ['My brother called', "We've sold the house"],
  rejects: ['The brother called'],
}

export const asksToRemember: Rule = {
  name: 'asks to remember what follows',
  expression:
    /^\W*(?:please |and |also )*(?:remember|note|keep in mind|bear in mind|don'?t forget|note to self)\b(?: (?:for me|that|this))*(?! (?:to|when|how|me|it|the (?:time|day|last))\b)[:,]? (?:\S+ ){2}/i,
  matches: ['Remember for me: the fuse box is behind the coats', "Don't forget, the gate code is 5518"],
  rejects: ['Remember to water the plants tomorrow', 'Remember when we went to Leith'],
}

export const asksToRememberBefore: Rule = {
  name: 'asks to remember what was just said',
  expression:
    /^\W*(?:please |and |so )*(?:(?:write|note|jot) (?:that|this|it) down|(?:remember|save|keep) (?:that|this)(?: in mind| for me)?)(?:,? please)?\W*$/i,
  matches: ['Write that down.', 'Remember that for me, please.'],
  rejects: ['Write him a mail.', 'Remember that the shop is closed.'],
}
