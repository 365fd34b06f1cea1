import { namesTime } from './names-time.ts'

/** Questions, proposals and exclamations about something dated, with the statement that replaces them. */
const ways: readonly [RegExp, string][] = [
  // `Remember when we went to Rome last year?`, `Did I tell you I sold the van last month?`
  [
    /^(?:do you )?remember (?:when|how|(?:the|that) (?:time|day|night|morning|evening|weekend|week|summer|winter|year)(?: when| that)?) (?=(?:I|my|we|our)\b)/i,
    '',
  ],
  [
    /^(?:did(?:n't)?|have(?:n't)?) I (?:ever |already |even )?(?:tell|told|mention|mentioned|say|said)(?: (?:to )?you(?: guys| all)?)?(?: that| how| about how)? (?=(?:I|I'\w+|my|we|we'\w+|our)\b)/i,
    '',
  ],
  [
    /^do you (?:still )?remember (?:the|that) ((?:[\w'-]+ ){1,4})(?:that )?(I|we) (had|saw|took|made|met|did|got|went on|went to|visited|watched|hosted|threw|attended) /i,
    '$2 $3 the $1',
  ],
  [/^guess (?:what|who|where)(?:\?|!|,|\s[-–—])\s+/i, ''],
  [/^(?:can|could|would) you believe (?:that )?(?=(?:I|my|we|our)\b)/i, ''],
  [/^guess who(?:'s| has)? (?:just )?(?=[a-z]+(?:ed|t|ot|on|ught)\b)/i, 'I '],
  [/^[Ii]t(?:'s| is| was) (?=(?:my|our|\p{Lu}\p{L}+'s) )/u, 'I mention '],
  [/^not since (?=(?:I|my|we|our)\b)/i, ''],
  [
    /^(?:no plans|not much|nothing (?:much|special|new))(?:,| -)? (?:but |except )?(?:(?:just|only|really) )?(?:that )?/i,
    '',
  ],
  // `See you tomorrow at the pub`, `Let's go to the zoo on Sunday`
  [
    /^(?:(?:I'll|I will|we'll|and|so|then) )*(?:see|meet|catch) (?:you|ya|u)(?: all| guys| both)?(?: again| there)?,? (?=.*\b(?:at|in|for) )/i,
    "I'll meet up ",
  ],
  [
    /^(?:let['`]s|shall we|(?:do you |would you |you )?(?:wanna|want to|care to)) (?!(?:say|see|hear|assume|pretend|imagine|start|begin|focus|talk|discuss|move|keep|not|be|know|live|make (?:tomorrow|tonight|this|it|that))\b)/i,
    'I propose to ',
  ],
  // `So excited for my show in Oslo next month`, `Off to Norway on Friday`
  [
    /^(?:(?:so|super|really|very|pretty|too|also) )+(excited|pumped|stoked|happy|thrilled|psyched|nervous)(?= (?:for|about|to)\b|\s[-–—]|[,!])/i,
    "I'm $1",
  ],
  [/^(?:just |finally )?off (?=(?:to|with|for)\b)/i, "I'm off "],
  [/^(?:just |finally )?back (?=(?:from|in|at|to)\b)/i, "I'm back "],
  // `Here's a photo of us at the fair last year`
  [
    /^(?:here|this|that|these)(?:'s| is| are) (?=(?:an?|my|our|some|me|us|the|new|one|two|another)\b)/i,
    'I show ',
  ],
  [
    /^(?:this|the|that) (pic|photo|picture|shot|video|clip|snap)(?:'s| is| was)(?: taken)? (?=from\b)/i,
    'I show a $1 ',
  ],
]

/** `I quit in December, didn't I tell you?` */
const tag =
  /,? (?:did|have|has|do|does|is|are|was|were|ca|could|wo|would)(?:n't)? (?:I|you|we|it|he|she|they)(?: (?:tell|told) you| know| believe it| remember)?\?$/i

/** Words addressed to the listener (`with you`, `since you asked`). They are removed: event and date stay the same. */
const withOther = / (?:(?:together )?(?:with|to) (?:you|ya|u)(?: guys| all| both)?)(?=[ ,.!?]|$)/gi
const sinceYou = /^(?:since|as|like|when|because) you [^,]{3,60}, (?=(?:I|we|my|our)\b)/i
const tookAdvice = /^(I(?:'ve)?) (?:took|taken|followed|tried) your [\w' -]{3,30} and (?=\w+)/i

/**
 * Rewrites a dated sentence as a statement: friends ask, propose or exclaim such things as often as they state
 * them. Every other sentence is returned unchanged.
 */
export function restate(sentence: string): string {
  if (!namesTime(sentence)) return sentence
  const own = sentence
    .replace(tag, '.')
    .replace(sinceYou, '')
    .replace(tookAdvice, '$1 ')
    .replaceAll(withOther, '')
  for (const [way, told] of ways)
    if (way.test(own)) return own.replace(way, told).replace(/\?+(["')\]]*)$/, '.$1')
  return own
}
