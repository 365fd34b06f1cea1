import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'

/** `navigator.clipboard` is missing on pages served without TLS, other than on this machine. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

export function CopyButton({
  text,
  label = 'Copy',
  className,
}: {
  text: string
  label?: string
  className?: string
}) {
  const [copied, setCopied] = useState(false)
  return (
    <IconButton
      label={copied ? 'Copied' : label}
      className={cx('shrink-0', className)}
      onClick={async () => {
        await copyText(text)
        setCopied(true)
        setTimeout(() => setCopied(false), 2_000)
      }}
    >
      {copied ? <Check size={16} className="text-done" /> : <Copy size={16} />}
    </IconButton>
  )
}

/** Code to copy. Long lines scroll inside the block and not the page. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative rounded-md bg-rail ring-1 ring-line ring-inset">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        className="mr-11 overflow-x-auto p-3"
      >
        <pre className="font-mono text-xs leading-5">{text}</pre>
      </section>
      <CopyButton text={text} label={`Copy ${label}`} className="absolute top-1.5 right-1.5 bg-rail" />
    </div>
  )
}
