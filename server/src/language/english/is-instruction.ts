/**
 * Whether a sentence instructs a model or contains hidden text. No such sentence becomes a memory: memories are
 * later inserted into prompts, where an instruction would take effect.
 */
export function isInstruction(sentence: string): boolean {
  return isHostile(sentence) || wishes.some(pattern => pattern.test(sentence))
}

/**
 * Whether a sentence may not become a memory even if the user says it: it hides text, or takes command of a model. A
 * user's own rule for their assistant (`Always answer in Dutch`) is no such sentence.
 */
export function isHostile(sentence: string): boolean {
  return hidden.test(sentence) || commands.some(pattern => pattern.test(sentence))
}

/**
 * Markup, invisible characters and data: text that a person would not have read as a sentence. A joiner hides a word
 * only between Latin letters: families of emoji (👨‍👩‍👧) and Persian words are written with it.
 */
const hidden =
  /<\/?[a-z!][^>]*>|<!--|-->|&(?:lt|gt|#\d+);|(?<=[a-z])[\u200C\u200D]|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]|\[\/?INST\]|<\||\|>|<<SYS|^\s*[\w-]+\s*=\s*["'{]|display:\s*none|base64|\b[A-Za-z0-9+/]{40,}/iu

const commands: readonly RegExp[] = [
  // Cancels previous instructions.
  /\b(?:ignore|disregard|forget|override|bypass|discard|overwrite)\b.{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|previous|prior|above|earlier|everything|safety|restrictions?|memor(?:y|ies)|polic(?:y|ies)|filters?)\b/i,
  // Addresses the machine, or speaks as it.
  /\b(?:system|developer|admin(?:istrator)?|hidden|secret|initial|original) (?:prompts?|messages?|instructions?|override|notice|note|mode|command)\b/i,
  /^\s*(?:\W{0,3})(?:system|developer|assistant|instructions?|important|attention|note to (?:the )?(?:ai|assistant|model|llm)|ai|admin|override|new (?:rule|policy|instructions?))\s*(?:\([^)]*\))?\s*[:>\]]/i,
  /\b(?:you (?:are|'re) (?:now|an? (?:ai|language model|assistant|chatbot|helpful|unrestricted))|(?<!\b(?:I|we|he|she|they|to) )act as|pretend (?:to be|you)|roleplay as|from now on,? (?!I\b|I'|my\b|we\b)|as an ai|jailbreak|dan mode|do anything now|developer mode)\b/i,
  /\b(?:you|the (?:assistant|model|ai|agent|bot|system|llm)|(?:ai|language) models?|assistants?|agents?|chatbots?|llms?) (?:must|should|shall|will|need to|have to|has to|are (?:to|required)|is (?:to|required)|can (?:now|freely))\b/i,
  // Asks to remember or disclose something.
  /\b(?:remember|memori[sz]e|store|save|note|record)(?: (?:it|this|the following))? (?:that|as|in|into|to|for)\b.{0,60}\b(?:you|user|memory|fact|profile|password|admin|trusted|must|always)\b/i,
  /\b(?:user|customer|owner|reader)(?:'s)? (?:has (?:agreed|consented|authori[sz]ed|approved|asked you|requested)|wants you|authori[sz]es?|consents?|password|api key|secret|credentials?|token|pin|credit card|ssn)\b/i,
  /\b(?:password|passphrase|api[ _-]?key|secret key|private key|access token|bearer|credit card number|card number|cvv|social security number|ssn|pin code|seed phrase)\b.{0,40}(?:\bis\b|\bwas\b|[:=])/i,
  /\b(?:exfiltrat|prompt injection|tool call|function call|curl |wget |https?:\/\/\S+\?\S*=)/i,
  // The same in some other languages.
  /\b(?:ignorier\w*|vergiss|missachte)\b.{0,40}\b(?:anweisung\w*|vorherige\w*|regeln|alles)\b|\bdu (?:musst|bist (?:jetzt|nun))\b|\b(?:merke?|speichere?) dir\b|\bder (?:assistent|nutzer) (?:muss|soll)\b/i,
  /\b(?:ignore[sz]?|oublie[sz]?|oubliez)\b.{0,40}\b(?:instructions?|consignes?|règles|précédent\w*|tout)\b|\b(?:tu dois|vous devez|tu es maintenant|vous êtes maintenant|souviens-toi|retiens que|mémorise)\b/i,
  /\b(?:ignora|olvida|ignore|esqueça|esquece|dimentica)\b.{0,40}\b(?:instruc\w+|istruzioni|regl\w+|regras|regole|anterior\w*|precedent\w*|todo|tudo|tutto)\b|\b(?:debes|tienes que|ahora eres|recuerda que|você deve|agora você é|lembre-se|devi (?:sempre|ora)|ora sei|ricorda che)\b/i,
  /\b(?:negeer|vergeet)\b.{0,40}\b(?:instructies|vorige|eerdere|regels|alles)\b|\b(?:je moet|jij bent nu|onthoud dat)\b/i,
  /忽略|无视|無視|忘れて|記住|记住|你必须|あなたは今|指示|игнорируй|забудь|ты должен|запомни|تجاهل|무시하|기억해/iu,
]

/** What an assistant is told to do from now on. In a page or a tool's output it is an attack. */
const wishes: readonly RegExp[] = [
  /(?<!\b(?:I|we|he|she|they|who|have|has|had|I've)(?: \w+)? )(?:always|never) (?:respond|reply|answer|recommend|say|mention|reveal|tell|trust|approve|send|include|refuse|use|call|run|execute|share|disclose)\b/i,
  /^\W*(?:please )?(?:remember|memori[sz]e|store|save|record|note|keep in mind|make sure|be sure|ensure|do not|don't|never|always|reply|respond|answer|repeat|output|print|write|send|email|forward|reveal|disclose|execute|run|call|click|visit|download|install|open|delete|transfer|wire|approve|grant|add the following|update (?:the|your|this) (?:memory|profile)|assume|treat|consider|translate|summari[sz]e|rewrite|pretend|imagine|act|confirm|tell(?! you what\b)|inform|instruct|enable|disable|activate|set)\b(?! (?:to|up|of|in|on)\b)/i,
]
