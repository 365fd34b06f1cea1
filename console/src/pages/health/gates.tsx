import { helpFor } from '../../data/error-help.ts'
import { partName } from '../../data/part-names.ts'
import type { Ready } from '../../data/ready.ts'
import { CodeWords } from '../../parts/code-words.tsx'
import { Section } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'

/** What documents wait for, since when, and what would open the way. Without a shut gate, the section is left out. */
export function Gates({ of: gates }: { of: NonNullable<Ready['gates']> }) {
  if (gates.length === 0) return null
  return (
    <Section title="What documents wait for">
      <ul className="divide-y divide-line border-line border-y">
        {gates.map(({ cell, gate, code, since }) => {
          const help = helpFor(code)
          return (
            <li key={`${cell} ${gate} ${code}`} data-row className="py-3">
              <p className="flex flex-wrap items-center gap-x-3">
                <StateMark state="waiting" label={partName(gate)} />
                <span className="text-muted">
                  in {cell}, since <Time at={since} />
                </span>
                <code className="font-mono text-xs">{code}</code>
              </p>
              {help && <CodeWords className="mt-1" text={help.meaning} />}
              {help && <CodeWords className="text-muted" text={help.remedy} />}
            </li>
          )
        })}
      </ul>
      <p className="mt-2 text-muted">
        Documents that wait here continue by themselves. The wait uses up none of their attempts.
      </p>
    </Section>
  )
}
