/** A sentence of the docs, in which `words between backticks` are code. */
export function CodeWords({ text, className }: { text: string; className?: string }) {
  return (
    <p className={className}>
      <InlineCodeWords text={text} />
    </p>
  )
}

/** The same inside of another paragraph. */
export function InlineCodeWords({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
      <code key={at} className="break-words font-mono text-xs">
        {part}
      </code>
    ),
  )
}
