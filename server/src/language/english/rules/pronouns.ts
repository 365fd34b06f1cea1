import type { Rule } from '../../rules/rule.ts'

export const thereIs: Rule = {
  name: 'says that there is something',
  expression: /\bthere(?:'s|'ve| (?:is|are|was|were|has|have|will)\b)/i,
  matches: ["There's a fair on Sunday", 'I think there are two'],
  rejects: ['I live there'],
}

export const ofSomebody: Rule = {
  name: 'opens with a pronoun for a person',
  expression: /^(?:\p{L}+[,!] )?(?:he|she|they|his|her|their)\b/iu,
  matches: ['She called', 'Well, they left'],
  rejects: ['Ann called her'],
}

/** `that jazz club we went to`: the listener knows which one. */
export const toldWhich: Rule = {
  name: 'thing that the listener knows',
  expression:
    /(?<=\S )th(?:at|ose|is|ese) (?=[a-z]{3,}\b)(?!(?:was|were|are|will|would|has|had|can|could|and|but|out|off|for|with|from)\b)/gi,
  matches: ['We met at that bakery'],
  rejects: ['That was fun'],
}

export const untold: Rule = {
  name: 'names only something',
  expression: /\bsome(?:thing|body|where)\b|^\S+ (?:has )?(?:happened|been there)\b/i,
  matches: ['Ada bought something in May'],
  rejects: ['Ada bought a cello in May'],
}

export const doneToMe: Rule = {
  name: 'done to the speaker',
  expression: /\b(?:me|us)\b/,
  matches: ['A wasp stung me'],
  rejects: ['A wasp stung him'],
}

/** `… and something still stings` */
export const ofSomething: Rule = {
  name: 'something as a subject',
  expression: /\bsome(?:thing|body)(?:'s|'ll| (?:\w+ )?(?:is|was|will|has)\b| \w+ed\b| still\b)/,
  matches: ['something still hurts', 'and somebody was there'],
  rejects: ['I bought something'],
}

/** `They raised my rent to $900.` */
export const ofOwn: Rule = {
  name: 'they did something to a figure of the speaker',
  expression: /^they \w+ .*\b(?:my|our) .*\d/i,
  matches: ['They cut my hours to 20'],
  rejects: ['They left my house'],
}

export const namedThing: Rule = {
  name: 'thing named before',
  expression: /\b((?:the|my|our) [^,;.?!]{3,60}?)(?=,|;| so\b| and\b| but\b|\s*$)/gi,
  matches: ['I dread the exam, so'],
  rejects: ['I dread it, so'],
}

/** `there is`, `is there`: not a place. */
export const isOfBeing: Rule = {
  name: 'there is',
  expression:
    /^(?:is|are|was|were|be|been) | (?:'s|'re|'ll|is|are|was|were|will|would|might|may|could|can|has|have|had|seems?|must|should)$/,
  matches: [' is', 'is something'],
  rejects: ['went with'],
}

export const expletive: Rule = {
  name: 'it without a meaning',
  expression:
    /^(?:(?:'s|is|was|'ll be|will be|has been|'s been) (?!(?:supposed|scheduled|expected|due|set|meant|about|going) to)(?:\w+ )?(?:\w+ (?:how|that|to|when|what|why)\b|hard|easy|important|time|difficult|nice to|good to|great to|crazy|amazing how|raining|snowing|cold|hot)|takes?|took|turns out|seems|looks like|rains|snow)/,
  matches: ["'s hard to say", 'takes an hour', 'was raining'],
  rejects: ['broke down'],
}

/** Abstract nouns with `my`: `it` hardly ever refers to them. */
export const abstractThing: Rule = {
  name: 'abstract thing of the speaker',
  expression:
    /(?:^| )(?:life|heart|mind|soul|head|footing|performance|experience|journey|understanding|perspective|time|day|way|attention|routine|surprise|opinion|knowledge|self|creativity|energy|mood|health)$/i,
  matches: ['my life', 'my morning routine'],
  rejects: ['my lifeboat', 'my bike'],
}

export const leadsToPlace: Rule = {
  name: 'words before a place',
  expression: /(?:^| )(?:in|to|at|near|around|visit|visited|visiting)(?: the)?$/,
  matches: ['moved to', 'in the', 'visiting'],
  rejects: ['like'],
}

/** The tagger takes the first word of a sentence for a name: `Communication is key`, `Music has a way`. */
export const ofNoOne: Rule = {
  name: 'capital that makes no name',
  expression:
    /(?:ing|s|ture|ure|tion|ment|ness|ity|ship|ance|ence|ism|logy|phy)$|^(?:music|art|health|film|food|travel|love|life|family|money|sleep|yoga|poetry|finance|journal|success|education)$/,
  matches: ['communication', 'yoga', 'boats'],
  rejects: ['rachel'],
}

/** `sees Rosa, who just started …`: the rest is about Rosa. */
export const clauseOfName: Rule = {
  name: 'relative clause about a name',
  expression: /\b(\p{Lu}\p{Ll}+),? (?:who|that)(?:'s| is| has| just| recently| now| also| used to)* ?$/u,
  matches: ['sees Rosa, who just ', 'met Tom that '],
  rejects: ['sees her, who just '],
}

export const opensWithPerson: Rule = {
  name: 'opens with she or he, after a conjunction or not',
  expression: /^(?:(?:and|but|also|so),? )?(?:s?he|his|her)\b(?! (?:and|or)\b)/i,
  matches: ['She needs three As', 'And his knee is fine'],
  rejects: ['It is red', 'They left', 'He and I left'],
}

export const subjectByName: Rule = {
  name: 'opens with a name or named kin as its subject',
  expression:
    /^(?:(?:[Mm]y|[Oo]ur) (?:[\p{Ll}-]+ ){1,3})?(?<name>\p{Lu}(?:[\p{L}-]|'\p{Lu})*\p{Ll}(?: \p{Lu}(?:[\p{L}-]|'\p{Lu})+)*)(?:'s)? (?=\p{Ll})/u,
  matches: ['Yewande is set on medicine', "My dog Biscuit's four now", "Our friend Tom O'Brien left"],
  rejects: ['I met Sofia', 'the boiler is off'],
}
