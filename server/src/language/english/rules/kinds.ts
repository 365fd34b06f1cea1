import type { Rule } from '../../rules/rule.ts'

export const plan: Rule = {
  name: 'plan',
  expression:
    /\b(?:I'll|I will|(?:going|planning|hoping|aiming|looking|intending|preparing|training|saving|wanting) (?:to|for|on|up)\b|gonna|plan(?:s|ned)? (?:to|on|for|a|my)|planning|intend|aim to|want to|would like to|I'd (?:like|love) to|hope to|thinking (?:of|about)|considering|looking forward to|scheduled|upcoming|next (?:week|month|year|spring|summer|fall|winter|weekend|\w+day)|tomorrow|goal|deadline|target)\b/i,
  matches: ["I'm planning a trip to Malta", 'The exam is tomorrow'],
  rejects: ['I was in Malta once'],
}

export const preference: Rule = {
  name: 'preference',
  expression:
    /\b(?:love|loved|loves|(?<=\b(?:I|don't|didn't|also|really|do|to|always) )like[sd]?|enjoy\w*|prefer\w*|favou?rites?|hate[sd]?|dislike\w*|can't stand|(?:big |huge )?fan of|obsessed|passionate|passion for|adore\w*|fond of|into (?!the|a|an|my|this|that)\w+|interested in|fascinated|allergic|drawn to|appreciate\w*|cherish\w*|don't (?:like|enjoy|care))\b/i,
  matches: ['I love rye bread', 'My favourite colour is teal', 'I am into pottery'],
  rejects: ['I bought rye bread'],
}

export const attribute: Rule = {
  name: 'lasting attribute',
  expression:
    /\b(?:I(?:'m| am) (?:an? |the |from |originally |based |\d|single|vegan|vegetarian|diabetic|left-handed|bilingual)|my (?:name|job|birthday|age|hometown|husband|wife|partner|son|daughter|dog|cat|mom|mother|dad|father|sister|brother|car|house|apartment|favou?rite)(?: \w+)* (?:is|are)|I (?:live|work|study|teach|own|speak|have (?:a|an|two|three|four|five)|was born|grew up|come from|major|graduated|weigh)|I've (?:had|lived|worked|been (?:living|working|a|an|married|using|playing|collecting))|years? old|married|divorced|engaged|retired|allergic|vegetarian|vegan|pregnant|born)\b/i,
  matches: ['I am a plumber', 'My daughter is six', 'I live in Ghent'],
  rejects: ['I fixed the tap'],
}

export const event: Rule = {
  name: 'event',
  expression:
    /\b(?:\w{2,}[^e]ed|went|got|had|did|made|took|came|saw|found|gave|told|became|left|began|ran|brought|wrote|lost|paid|met|led|spoke|won|caught|bought|sent|built|broke|spent|drove|ate|flew|rode|sang|swam|sold|quit|taught|set|moved)\b/i,
  matches: ['I finished the fence', 'We flew to Riga'],
  rejects: ['I need glasses'],
}

export const passing: Rule = {
  name: 'passing state',
  expression:
    /\b(?:today|tonight|right now|at the moment|lately|this (?:week|weekend|month|morning|evening|afternoon)|currently|these days|so far|now)\b/i,
  matches: ['I am in Riga this week', 'We eat out a lot these days'],
  rejects: ['I am from Riga'],
}

export const otherwise: Rule = {
  name: 'change of a value',
  expression: /\b(?:re-?scheduled|postponed|no longer|instead of|these days|nowadays|switched|any ?more)\b/i,
  matches: ['The match was postponed', 'I no longer smoke', 'I cycle instead of driving'],
  rejects: ['The match was fun'],
}

export const often: Rule = {
  name: 'frequency',
  expression: /\b(?:every|each|per|once|twice|daily|weekly|monthly)\b/i,
  matches: ['I swim every morning', 'Paid monthly'],
  rejects: ['I swim in the sea'],
}

export const habitual: Rule = {
  name: 'habit or possession',
  expression:
    /^I(?:'ve)? (?:don't |also |usually |always |never |mostly |just |recently |finally |actually )*(?:got|bought|ordered|adopted|sold|lost|built|joined|received|take|use|drive|ride|play|speak|own|drink|eat|wear|run|walk|collect|practice|watch|read|keep|smoke|teach|study|cook|park|taken up|took up|picked up|gotten into|got into|signed up for|quit|launched)\b/i,
  matches: ['I usually drive a tram', 'I recently bought a loom'],
  rejects: ['My aunt drives a tram'],
}

/** `It's launching next month`: about something mentioned before. */
export const willBe: Rule = {
  name: 'something named before will happen',
  expression:
    /^it(?:'s| is) (?:launching|starting|opening|coming|happening|beginning|moving|closing|ending|taking place|going to)\b|^it (?:starts|begins|opens|launches|will|'ll)\b|^it'll\b/i,
  matches: ["It's opening in May", "It'll be in June"],
  rejects: ['It rained in June'],
}

/**
 * Statements about something only hinted at before, about everything, or about nobody: `The process reminded me …`.
 */
const abstract =
  'process|experience|reality|thought|idea|prospect|atmosphere|environment|vibe|energy|journey|results?|moments?|feelings?|sense|pressure|whole thing|entire experience|challenges?|changes?|discussions?|conversations?|event|activity|activities|session|stories'

export const ofNothingNamed: Rule = {
  name: 'about nothing that is named',
  expression: new RegExp(
    `^(?:(?:amidst|despite|with|through|in) [^,]{1,40}, )?(?:my (?:mind|head|heart) (?:has been|was|is) (?:filled|full)|.*there(?:'s| is) so much to\\b|.*\\bhighlights the importance\\b|.*\\bis such an? \\w+ (?:aspect|part) of our (?:lives|life)\\b|I(?:'ve| have) (?:had|been on) (?:quite |such )?an? (?:whirlwind|journey|rollercoaster|ride)\\b|I(?:'ve| have) been making (?:some|a few|several|many)(?: more| big| exciting| positive)? changes\\b|(?:the|these|those|all the) (?:whole |entire |overall )?(?:${abstract})(?: (?!of |in |at |with |from |I |we )|$)|the (?:thought|idea|prospect|reality) of\\b|there (?:are|were|is|was|'s) (?:moments?|something|times?)\\b)`,
    'i',
  ),
  matches: ['The whole experience taught me a lot', 'There is so much to see'],
  rejects: ['The cooking course taught me a lot'],
}

/** A fragment of a sentence. */
export const broken: Rule = {
  name: 'fragment',
  expression:
    /^(?:my|our) [\w-]+ \w+ing\b(?! (?:[\w-]+ ){0,2}(?:is|are|was|were|has|have|had|will|can|helps?|takes?)\b)|\b(?:as a result|in the first place)$|\bnot only\b(?!.*\bbut\b)/i,
  matches: ['My brother singing in the hall', 'I left in the first place'],
  rejects: ['My brother singing loudly is odd', 'I left at noon'],
}

/** The subject is the speaker or something of theirs; a phrase may come before it. */
export const ownSubject: Rule = {
  name: 'subject is the speaker or something of theirs',
  expression:
    /^(?:(?:in|on|at|after|before|since|during|for|because|now|recently|lately|last|next|over|from|to|through|following|around|back|earlier|once|one|every|growing|then|currently|today|yesterday|this (?:week|weekend|month|year|morning|summer|winter|spring|fall))\b[^,]{0,80},? )?(?:(?:and|but|so|then|now|since|after|recently|currently|lately|today) )?(?:\p{Lu}\p{L}+ and )?(?:I|my|we|our)\b/iu,
  matches: ['I run a kiosk', 'Last week, my bike broke', 'Tom and I met'],
  rejects: ['Tom runs a kiosk'],
}

export const ofThing: Rule = {
  name: 'says what a thing is',
  expression: /^the [^,]{3,40} (?:is|was|are|were) /i,
  matches: ['The new ferry is slow'],
  rejects: ['A ferry is slow'],
}

export const toldAfter: Rule = {
  name: 'words after a value',
  expression:
    /^(?:at (?:the moment|this point|present|last count)|so far|right now|now|in total|altogether|already|and counting)\b/,
  matches: ['so far', 'at the moment', 'now'],
  rejects: ['apples'],
}

/** A former value does not fill a slot. */
export const formerValue: Rule = {
  name: 'former value before a slot',
  expression: /\b(?:used to|formerly|previously|once) $/,
  matches: ['Ann used to ', 'he previously '],
  rejects: ['Ann now '],
}

/** After or before these words a number alone is a value: `currently 25`, `12 at the moment`. */
export const toldBefore: Rule = {
  name: 'word before a value',
  expression:
    /^(?:currently|now|total|to|at|is|was|be|have|has|only|just|around|about|reached|scored|scores|score|got|weighs?|:)$/,
  matches: ['currently', 'reached', 'weighs'],
  rejects: ['red'],
}
