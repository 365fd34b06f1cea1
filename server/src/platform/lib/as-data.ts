/**
 * Escapes a text that a prompt quotes as data. Characters that would close its section of the prompt, or open another turn
 * in the template of a local model (`<|im_start|>`, `[INST]`), are replaced by look-alikes of the same length. Offsets in the
 * result are therefore offsets in the text.
 */
export function asData(text: string): string {
  return text
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/\[(\/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]/gi, '($1)')
}
