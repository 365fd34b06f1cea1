/**
 * A text as data of a prompt. What would close the section it stands in, or open another turn in the template of a local
 * model (`<|im_start|>`, `[INST]`), is written with other characters of the same length, so that every place in it is the same
 * place in the text.
 */
export function asData(text: string): string {
  return text
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/\[(\/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]/gi, '($1)')
}
