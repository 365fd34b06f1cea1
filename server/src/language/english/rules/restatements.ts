import type { Rewriting, Rule } from '../../rules/rule.ts'

export const toldAbout: Rule = {
  name: 'wanted to tell about something',
  expression: /^I (?:just )?(?:wanted|have|want) to tell you about /i,
  matches: ['I wanted to tell you about my trip'],
  rejects: ['I told you'],
}

export const reminded: Rule = {
  name: 'reminds of something',
  expression: /^(?:it|this|that)(?: [\w-]+)? (?:reminds|reminded) me of /i,
  matches: ['This photo reminds me of Lisbon'],
  rejects: ['Remind me of Lisbon'],
}

export const shown: Rule = {
  name: 'shows something',
  expression: /^(?:this|that|it|here|these|those)(?:'s| is| was| are| were) (?=(?:my|our|an?|the|some)\b)/i,
  matches: ['This is my kayak from last year'],
  rejects: ['This is why I left'],
}

/** Words addressed to the listener (`with you`, `since you asked`). They are removed: event and date stay the same. */
export const withOther: Rule = {
  name: 'with the listener',
  expression: / (?:(?:together )?(?:with|to) (?:you|ya|u)(?: guys| all| both)?)(?=[ ,.!?]|$)/gi,
  matches: ['I went to Rome with you guys last May'],
  rejects: ['I went to Rome with Ann last May'],
}

export const sinceYou: Rule = {
  name: 'because the listener asked',
  expression: /^(?:since|as|like|when|because) you [^,]{3,60}, (?=(?:I|we|my|our)\b)/i,
  matches: ['Since you asked about it, I moved in May'],
  rejects: ['Since May I live here'],
}

export const tookAdvice: Rule = {
  name: 'followed the advice of the listener',
  expression: /^(I(?:'ve)?) (?:took|taken|followed|tried) your [\w' -]{3,30} and (?=\w+)/i,
  matches: ['I took your advice and sold the car in May'],
  rejects: ['I took the bus and sold the car in May'],
}

export const questionMark: Rule = {
  name: 'question mark at the end',
  expression: /\?+(["')\]]*)$/,
  matches: ['We met in May?'],
  rejects: ['We met in May.'],
}

/** Questions, proposals and exclamations about something dated. The first that matches is replaced. */
export const restatements: readonly Rewriting[] = [
  {
    name: 'remember when',
    expression:
      /^(?:do you )?remember (?:when|how|(?:the|that) (?:time|day|night|morning|evening|weekend|week|summer|winter|year)(?: when| that)?) (?=(?:I|my|we|our)\b)/i,
    becomes: '',
    matches: ['Remember when we moved to Kent last May?'],
    rejects: ['I remember when it rained'],
  },
  {
    name: 'guess what',
    expression: /^guess (?:what|who|where)(?:\?|!|,|\s[-–—])\s+/i,
    becomes: '',
    matches: ['Guess what? I won on Friday'],
    rejects: ['I guess what you mean'],
  },
  {
    name: 'would you believe',
    keptFor: 'dated-utterances.test.ts',
    expression: /^(?:can|could|would) you believe (?:that )?(?=(?:I|my|we|our)\b)/i,
    becomes: '',
    matches: ['Can you believe I ran ten miles on Sunday?'],
    rejects: ['Can you swim?'],
  },
  {
    name: 'guess who did it',
    expression: /^guess who(?:'s| has)? (?:just )?(?=[a-z]+(?:ed|t|ot|on|ught)\b)/i,
    becomes: 'I ',
    matches: ['Guess who just adopted a dog yesterday'],
    rejects: ['Guess who is late'],
  },
  {
    name: 'it is my event',
    expression: /^[Ii]t(?:'s| is| was) (?=(?:my|our|\p{Lu}\p{L}+'s) )/u,
    becomes: 'I mention ',
    matches: ["It's my birthday on Friday", "It was Ann's party last week"],
    rejects: ['It was late'],
  },
  {
    name: 'see you at a place',
    expression:
      /^(?:(?:I'll|I will|we'll|and|so|then) )*(?:see|meet|catch) (?:you|ya|u)(?: all| guys| both)?(?: again| there)?,? (?=.*\b(?:at|in|for) )/i,
    becomes: "I'll meet up ",
    matches: ['See you tomorrow at the gym'],
    rejects: ['See you tomorrow'],
  },
  {
    name: 'proposal',
    expression:
      /^(?:let['`]s|shall we|(?:do you |would you |you )?(?:wanna|want to|care to)) (?!(?:say|see|hear|assume|pretend|imagine|start|begin|focus|talk|discuss|move|keep|not|be|know|live|make (?:tomorrow|tonight|this|it|that))\b)/i,
    becomes: 'I propose to ',
    matches: ["Let's visit the zoo on Sunday", 'Do you wanna hike on Friday'],
    rejects: ["Let's talk on Friday"],
  },
  {
    name: 'excited without a subject',
    expression:
      /^(?:(?:so|super|really|very|pretty|too|also) )+(excited|pumped|stoked|happy|thrilled|psyched|nervous)(?= (?:for|about|to)\b|\s[-–—]|[,!])/i,
    becomes: "I'm $1",
    matches: ['So excited for the fair in May'],
    rejects: ['I am so excited'],
  },
  {
    name: 'off to a place',
    expression: /^(?:just |finally )?off (?=(?:to|with|for)\b)/i,
    becomes: "I'm off ",
    matches: ['Off to Malta on Friday'],
    rejects: ['Offer ends on Friday'],
  },
  {
    name: 'back from a place',
    expression: /^(?:just |finally )?back (?=(?:from|in|at|to)\b)/i,
    becomes: "I'm back ",
    matches: ['Just back from Malta on Friday'],
    rejects: ['Back pain on Friday'],
  },
  {
    name: 'here is a thing',
    expression:
      /^(?:here|this|that|these)(?:'s| is| are) (?=(?:an?|my|our|some|me|us|the|new|one|two|another)\b)/i,
    becomes: 'I show ',
    matches: ["Here's a photo of us from last May"],
    rejects: ['Here we are'],
  },
  {
    name: 'this picture is from',
    expression:
      /^(?:this|the|that) (pic|photo|picture|shot|video|clip|snap)(?:'s| is| was)(?: taken)? (?=from\b)/i,
    becomes: 'I show a $1 ',
    matches: ['This photo was taken from the pier last May'],
    rejects: ['This photo is blurred'],
  },
]
