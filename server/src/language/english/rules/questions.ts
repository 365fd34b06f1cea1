import type { Rule } from '../../rules/rule.ts'

/** The kind of answer that a question asks for, as far as its words tell. */
export type AnswerKind = 'time' | 'place' | 'person' | 'amount' | 'name'

export const whenAsked: Rule = {
  name: 'asks for a time or about somebody',
  expression:
    /\b(?:when|what (?:day|date|year|month)|how long)\b|\b(?:did|have|are|is|was|were|do|will|has) (?:you|it|they|he|she|the|your)\b/i,
  matches: ['When did it start?', 'Have you met her?'],
  rejects: ['Why not?'],
}

export const restOf: Rule = {
  name: 'answer ends after the time',
  keptFor: 'dated-dialogues.test.ts',
  expression:
    /^\W*(?:$|(?:and|but|so|if|just|actually|when|right|give or take|honestly|night|morning|afternoon|evening)\b)/i,
  matches: ['', ', and I can hardly wait'],
  rejects: [' the roof fell in'],
}

export const wanted: Rule = {
  name: 'task for an assistant',
  expression:
    /\b(?:wondering|help me|I'd (?:like|love)|I would like|can you|could you|suggest\w*|recommend\w*|looking for|trying to|I need)\b/i,
  matches: ['Could you book a table for Friday', "I'd like a plan for May"],
  rejects: ['I booked a table for Friday'],
}

export const ofOneself: Rule = {
  name: 'question about common plans',
  expression:
    /\b(?:I|me|my|we|us|our)\b|\b(?:would|could|can|do|are|will) you (?:be|like|want|come|coming|join|up|free|around)\b/i,
  matches: ['Shall we meet on Friday?', 'Are you free on Sunday?'],
  rejects: ['Is it open on Sunday?'],
}

const subjectAfterAux =
  '(?:you|i|we|it|this|that|there|they|the|my|our|these|those|anyone|anybody|he|she|a|an)'

const wh =
  'can|could|should|do|does|did|would|will|might|may|to|else|kind|type|sort|about|if|come|often|long|many|much|other|specific|features|factors'

const asks = String.raw`(?:(?:can|could|would|will|do|does|did|should|shall|have|has|is|are|was|were|am|may|might|don't|doesn't|isn't|aren't|won't|couldn't|wouldn't)\s+${subjectAfterAux}\b|(?:(?:what|how|why)(?:'s|'re|'d)?(?:\s+(?:${wh}|am|is|are|was|were|the|a|your|some|[a-z]+ (?:can|could|should|do|does|did|are|is|would|will))\b|\?)|(?:where|when)\s+(?:can|could|should|do|does|did|will|would|is the|are the)\b|(?:which|who)\s+(?:one|of|type|kind|brands?|would you|do you|should i|can i)\b)|any (?:[a-z-]+ ){0,3}(?:tips|ideas|suggestions|advice|recommendations|thoughts|chance|way)\b|please\b|let me know\b|(?:help|tell|show|give|teach|remind) me\b|(?:i was |i'm )?wondering (?:if|how|what|which|whether)\b|maybe you could\b|if you (?:could|can|have|know)\b|let's\b|feel free\b|(?:want|care) to (?:join|come|see|try|go)\b)`

export const questionStart: Rule = {
  name: 'begins a question or a request',
  expression: new RegExp(
    String.raw`^(?:(?:so|and|but|or|also|then|now|maybe|perhaps|specifically),? )*(?:${asks}|(?:which|who|whose|where|when)\b(?=.*\?$))`,
    'i',
  ),
  matches: ['Can you recommend a book', 'So, what should I wear', 'Any good tips for Rome'],
  rejects: ['I can recommend a book'],
}

/** The boundary between a statement and a question that follows it. */
export const beforeQuestion: Rule = {
  name: 'boundary before a question',
  expression: new RegExp(
    String.raw`(?:,|\s[-–—]+|;|\.{3}|…)\s+(?=(?:(?:so|and|but|or|also|then),? )*(?:speaking of which, |by the way, |in particular, )?${asks})|,\s+(?=(?:(?:(?:so|and|but|then),? )(?:which|where|when|who)|(?:(?:so|and|but|then),? )?(?:what|how|why)) [^,?]{3,80}\?["')\]*_]*$|(?:(?:which|who)(?: [\w-]+){1,3} (?:is|are|am|should|can|could|do|does|did|would|will)|(?:what|where|when)(?: [\w-]+){0,3} (?:should|can|could|do|does|did|would|will)) (?:I|we|you|it|the|my|our)\b)|\s+(?=(?:and|but|so|or) (?:also )?(?:was wondering|wanted to (?:ask|know|see)|(?:can|could|do|would|will) you|how can|what (?:are|is|should|can)|should i)\b)`,
    'gi',
  ),
  matches: ['I moved to Lyon, can you suggest a gym?', 'I have two dogs - what should they eat?'],
  rejects: ['I moved to Lyon, then to Nice.'],
}

export const requests: Rule = {
  name: 'request for information',
  expression:
    /^(?:I(?:'m| am)(?: \w+ly| also| just| really| kinda| still| actually| now)* (?:looking for (?:some |any |a few |more |new )*(?:\w+ ){0,2}(?:help|tips?|advice|ideas?|suggestions?|recommendations?|information|info|inspiration|guidance|resources?|options?|ways?|examples?|feedback|tutorials?|insights?)|looking to (?:get|learn|find|explore|understand)|wondering|curious|not sure|unsure|trying to (?:find|figure|understand|decide|get|see|determine|calculate|wrap|identify|come up|think)|interested in (?:learning|knowing|hearing|finding|exploring|trying)|having (?:trouble|difficulty|a hard time))|I(?:'d| would) (?:love|like|appreciate|prefer) (?:you|some|any|it if|to (?:know|hear|see|get|learn|ask|explore|understand))|I (?:also |just |really )*(?:need|want|could use|wanted|wish)(?: to get)? (?:you|some|your|any|a|to (?:know|ask|hear|see|find|understand|make sure|ensure|learn))|I was (?:also |just )*(?:wondering|hoping|thinking you|curious)|I wonder|I(?:'ve| have) (?:got )?(?:a|some|another) (?:question|questions|request))\b/i,
  matches: ["I'm looking for some tips", "I'd like to know more", 'I was wondering about trains'],
  rejects: ["I'm looking for my keys"],
}

/** `With the $4,000 I've saved`, before a question. */
export const fragment: Rule = {
  name: 'phrase before a question',
  expression: /^(?:with|for|at|after|despite|besides|on|in)\b(?:[^,]|,(?=\d))*$/i,
  matches: ['With the money from the sale', 'For dinner'],
  rejects: ['I paid for dinner'],
}

/** The boundary between a question and a statement that follows it. */
export const afterQuestion: Rule = {
  name: 'boundary after a question',
  expression: /\s[-–—]+\s(?=(?:I|I['’]\w+|my|we)\s)/i,
  matches: ['Is it far - I have no car'],
  rejects: ['Is it far - or near'],
}

export const howLong: Rule = {
  name: 'asks how long',
  expression: /\b(?:how long|how many (?:years|months|weeks))\b/i,
  matches: ['How long have you lived there?', 'How many years was it?'],
  rejects: ['How far is it?'],
}

export const futureAsked: Rule = {
  name: 'asks about the future',
  expression: /\b(?:will|going to|gonna|planning|when(?:'s| is| are| do| does)|a date|due)\b/i,
  matches: ["When's the wedding?", 'Will it rain?'],
  rejects: ['Did it rain?'],
}

export const pastAsked: Rule = {
  name: 'asks about the past',
  expression: /\b(?:did|was|were|had)\b/i,
  matches: ['When did he call?'],
  rejects: ['When does he call?'],
}

/** `I quit in December, didn't I tell you?` */
export const tag: Rule = {
  name: 'question tag',
  keptFor: 'dated-dialogues.test.ts',
  expression:
    /,? (?:did|have|has|do|does|is|are|was|were|ca|could|wo|would)(?:n't)? (?:I|you|we|it|he|she|they)(?: (?:tell|told) you| know| believe it| remember)?\?$/i,
  matches: ["I sold it in May, didn't I tell you?"],
  rejects: ['Did I tell you?'],
}

export const firstPerson: Rule = {
  name: 'question in the first person',
  expression: /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself|we|our|ours|us|the user)\b/i,
  matches: ['Where do I park?', 'What is our plan?'],
  rejects: ['Where does Ann park?'],
}

export const asksForPast: Rule = {
  name: 'asks for what was',
  expression:
    /\b(?:used to|before|earlier|previous(?:ly)?|former(?:ly)?|originally|back then|in the past|at first|old(?:er)? (?:job|address|flat|house|home|car|phone|number|password|version|plan|employer|boss|school))\b|\b(?:did|was|were)\b.*\b(?:last|back in|in (?:19|20)\d\d|as a (?:child|kid|boy|girl|student))\b/i,
  matches: ['Where did I work before?', 'What was my old address?', 'Where was I last year?'],
  rejects: ['Where do I work?'],
}

/** In order: the first that matches decides. */
export const answers: readonly (Rule & { answer: AnswerKind })[] = [
  {
    name: 'asks for an amount',
    expression:
      /\bhow (?:many|much|old|long|tall|big|far|often|large|heavy)\b|\b(?:what|which) (?:age|size|number|version|port|rate|price|budget|amount|code|pin|percentage|limit)\b|\b(?:phone|telephone|mobile|account|policy|reference|serial|room|flight) (?:number|no)\b/i,
    answer: 'amount',
    matches: ['How many eggs?', 'Which port is it?'],
    rejects: ['Where is it?'],
  },
  {
    name: 'asks for a time',
    expression:
      /\b(?:when|until when|since when|what time|what date|birthday|anniversary|deadline)\b|\b(?:what|which) (?:day|date|month|year|weekday|afternoon|morning|evening)s?\b/i,
    answer: 'time',
    matches: ['When do we leave?', 'What day is the test?'],
    rejects: ['Who leaves?'],
  },
  {
    name: 'asks for a place',
    expression: /\bwhere\b|\b(?:what|which) (?:city|town|country|street|place|address)\b|\baddress\b/i,
    answer: 'place',
    matches: ['Where is the key?', 'Which town is it?'],
    rejects: ['When is it?'],
  },
  {
    name: 'asks for a person',
    expression: /\b(?:who|whom|whose)\b|\bwho's\b/i,
    answer: 'person',
    matches: ["Who's my dentist?"],
    rejects: ["Where's my dentist?"],
  },
  {
    name: 'asks for a name',
    expression: /\b(?:name|called|surname)\b/i,
    answer: 'name',
    matches: ['What is the cat called?'],
    rejects: ['What does the cat eat?'],
  },
]

/** The attributes that an answer may give, by the names of the judge. In order: the first that matches decides. */
export const attributesAsked: readonly (Rule & { attributes: readonly string[] })[] = [
  {
    name: 'asks for the home',
    expression: /\bwhere\b.*\b(?:live|living|based|home|stay)\b|\baddress\b|\bhometown\b/i,
    attributes: ['home', 'contact'],
    matches: ['Where do I live?', "What's my address?"],
    rejects: ['Where is the key?'],
  },
  {
    name: 'asks for contact details',
    expression: /\b(?:phone|telephone|mobile|e-?mail|reach|contact)\b/i,
    attributes: ['contact'],
    matches: ["What's her e-mail?"],
    rejects: ["What's her age?"],
  },
  {
    name: 'asks for an age',
    expression: /\bhow old\b|\bage\b/i,
    attributes: ['age'],
    matches: ['How old is Tom?'],
    rejects: ['How is Tom?'],
  },
  {
    name: 'asks for a birthday',
    expression: /\bbirthday\b|\bborn\b/i,
    attributes: ['age', 'identity', 'event'],
    matches: ['When was Ann born?'],
    rejects: ['When did Ann leave?'],
  },
  {
    name: 'asks for health',
    expression:
      /\ballerg|\bintoleran|\b(?:ill|sick|illness|disease|condition|medic\w+|medicine|tablets?|pills?|doctor|gp|dentist|surgery|operation|blood|injur\w*|diagnos\w*)\b/i,
    attributes: ['health', 'diet', 'relation'],
    matches: ['What am I allergic to?', 'Which tablets do I take?'],
    rejects: ['Which bus do I take?'],
  },
  {
    name: 'asks for a diet',
    expression: /\b(?:eat|eats|diet|vegetarian|vegan|food|drink|cook)\b/i,
    attributes: ['diet', 'health', 'preference'],
    matches: ['What does Tom eat?'],
    rejects: ['What does Tom wear?'],
  },
  {
    name: 'asks for work',
    expression:
      /\b(?:job|work|works|working|employer|company|boss|profession|occupation|for a living|career|salary)\b/i,
    attributes: ['work', 'relation', 'money', 'status', 'plan'],
    matches: ['Who is my boss?', "What's my job?"],
    rejects: ["What's my plan?"],
  },
  {
    name: 'asks for education',
    expression: /\b(?:school|university|college|study|studies|studying|degree|course|class)\b/i,
    attributes: ['education', 'event', 'plan', 'habit'],
    matches: ['Which school is it?'],
    rejects: ['Which shop is it?'],
  },
  {
    name: 'asks for the partner',
    expression:
      /\b(?:partner|wife|husband|girlfriend|boyfriend|fianc\w+|married|dating|seeing anyone|spouse)\b/i,
    attributes: ['partner', 'family', 'relation', 'status', 'event', 'plan'],
    matches: ['Who is my husband?'],
    rejects: ['Who is my plumber?'],
  },
  {
    name: 'asks for a pet',
    expression: /\b(?:dog|cat|pet|puppy|kitten|rabbit|hamster|horse|parrot)s?\b/i,
    attributes: ['pet', 'possession', 'age', 'name'],
    matches: ['What is my dog called?'],
    rejects: ['What is my boat called?'],
  },
  {
    name: 'asks for a preference',
    expression: /\b(?:favou?rite|prefer|like|love|hate|enjoy)s?\b/i,
    attributes: ['preference', 'opinion', 'instruction', 'feeling', 'habit'],
    matches: ['What is my favourite tea?'],
    rejects: ['What is in my tea?'],
  },
  {
    name: 'asks for money',
    expression: /\b(?:budget|cost|price|fee|pay|rent|salary|rate|afford)s?\b/i,
    attributes: ['money', 'work', 'setting', 'decision'],
    matches: ['What is my rent?', 'How much do I pay?'],
    rejects: ['What is my shoe size?'],
  },
]

export const timePreposition: Rule = {
  name: 'preposition before a time',
  expression: /^(?:on |in |at |around |about )?(?:the )?$/i,
  matches: ['on ', 'in the ', ''],
  rejects: ['he left on '],
}
