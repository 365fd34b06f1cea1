import type { Rule } from '../../rules/rule.ts'

export const answerOpening: Rule = {
  name: 'answer or pronoun before the rest',
  expression:
    /^(?:(?:yes|yep|yeah|yup|no|nope|oh|ah|well|so|actually|sure|thanks|thank you|of course|exactly|it|that|this|they|happened|was|is|were)\b[,.!]*\s*)+/i,
  matches: ['Yes, it was in Porto', 'Well, so that was'],
  rejects: ['Porto was warm'],
}

export const yes: Rule = {
  name: 'yes before an answer',
  expression: /^(?:(?:yes|yep|yeah|yup|oh|well|it was|it's|that was)\b[,.! ]*)+/i,
  matches: ['Yeah, last Friday', 'It was in June'],
  rejects: ['Last Friday, yes'],
}

/** Introductory words without content. */
export const introduction: Rule = {
  name: 'introductory words',
  expression:
    /^(?:(?:good news|update|fun fact|quick update|however|overall|ultimately|in contrast|instead|still|similarly|consequently|therefore|thus|besides|naturally|surprisingly|admittedly|in the end|for (?:instance|example)|at the end of the day|oh|hey|hi|hello|well|yeah|yes|yep|no|nope|wow|haha|lol|ok|okay|sure|great|cool|nice|awesome|perfect|wonderful|absolutely|thanks?(?: (?:you|so much|a lot|again|for [^,!.]{1,60}))*|actually|anyways?|also|plus|additionally|moreover|furthermore|in fact|honestly|frankly|to be honest|by the way|btw|speaking of [^,]{1,80}|that (?:being )?said|on (?:that|another|a (?:side|related|different|personal)) note|just (?:to clarify|so you know|a heads up)|for (?:context|reference|your information|the record)|fyi|as (?:i|you) (?:said|mentioned)[^,]{0,40}|of course|definitely|exactly|indeed|anyway|luckily|fortunately|unfortunately|sadly|thankfully|interestingly|not to mention|come to think of it|now that i think about it|hmm+|ah+|ugh|omg|guess what|back to [^,-]{1,60}|hey [A-Z]\w+|hi [A-Z]\w+)\s*(?:[,!.:;…]+|\s[-–—]+|$)\s*|since (?:we last|our last) (?:talked|spoke|chatted|met|talk|chat|conversation|session|discussion),? (?=\S)|I didn't stop there\s*(?:,|[-–—]+)\s*(?=I\b)|(?:so |very |really )?sorry (?:that )?(?=(?:I|we)\b)|(?:and|but|so|plus|or|also|oh|well|anyway|by the way|btw)(?:,|\.{2,}|…)?\s+(?=\S))/i,
  matches: ['By the way, I moved', 'Hmm, my car broke down', 'Good news! I passed', 'So I quit'],
  rejects: ['I moved by train'],
}

/** Words that soften a statement: `I just realized that`. */
export const hedge: Rule = {
  name: 'softening words',
  expression:
    /^(?:(?:I (?:also |just |recently |still |really |actually )*(?:think|thought|guess|believe|feel like|feel|realized?|realised|noticed|remember(?:ed)?|recall|mean|must say|have to (?:say|admit)|should (?:mention|add)|(?:just )?wanted to (?:say|mention|add|share|let you know|tell you)|forgot to (?:say|mention)|can say|know)|I['’](?:m|d|ve) (?:also |just |so |really |pretty |kinda |kind of |quite |very |been )*(?:say|add|glad|happy|excited|proud|thrilled|pleased|grateful|afraid|sorry|sure|realized|noticed|noticing|like to (?:say|add|mention))(?: to (?:say|report|share|announce|tell you))?|it['’]s (?:worth (?:noting|mentioning)|true)|I was (?:just )?(?:thinking|reflecting)|the (?:thing|truth|fact) is|turns out|it turns out)(?: that)?,? (?=(?:I|I['’]\w+|my|we|we['’]\w+|our|the [\w -]{3,40} (?:is|are|was|were|has|have|got|went))\b))/i,
  matches: ['I just realized that my passport expired', 'It turns out I am allergic to nuts'],
  rejects: ['I realized a gain of ten percent'],
}

/** `Just last week, I …` */
export const justThen: Rule = {
  name: 'just before a time',
  expression: /^just (?=(?:last|this|yesterday|a few|the other|recently)\b)/i,
  matches: ['Just last week, I moved'],
  rejects: ['Just a moment'],
}

/** Words that may come before a verb without a subject. */
export const bareVerb: Rule = {
  name: 'verb that may lack its subject',
  expression: /^((?:(?:just|also|finally|recently|actually|already|then|so|even|still) )*)(\p{L}+)\b(.*)$/isu,
  matches: ['Just finished the shed', 'Lost my keys'],
  rejects: ['1. shed'],
}

/** The text after a participle that is itself the subject: `Cooking is fun`. */
export const participleSubject: Rule = {
  name: 'participle that is itself a subject',
  expression:
    /^[^,]*\b(?:is|are|was|were|has|have|makes?|made|helps?|gives?|gave|can|could|will|would|feels?|felt|brings?|keeps?|takes?|[a-z]+ed (?:me|us|my|our|a)|has (?:\w+ly )?[a-z]+ed)\b|^.*\b(?:has|have) (?:truly |really )?[a-z]+ed (?:me|my|our)\b/i,
  matches: [' is fun', ' eggs makes me happy'],
  rejects: [' my first race'],
}

/** `Having now seen nine of them, I want …` */
export const having: Rule = {
  name: 'having done something',
  keptFor: 'reconcile.test.ts',
  expression: /^having (?=(?:(?:now|already|just|recently|finally) )\w+(?:ed|en|n|t)\b)/i,
  matches: ['Having just finished the flat, I want a boat'],
  rejects: ['Having breakfast'],
}

/** A request to remember something about oneself is not an instruction. */
export const rememberRequest: Rule = {
  name: 'request to remember something about oneself',
  expression:
    /^(?:please )?(?:remember|note|keep in mind|don't forget|fyi|just so you know)(?: that|:|,)? (?=(?:I|I'\w+|my|we|our)\b)/i,
  matches: ['Please remember that I hate mushrooms', 'Note: my flight is at six'],
  rejects: ['Remember the milk'],
}
