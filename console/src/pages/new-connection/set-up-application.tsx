import type { Connector } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkLook } from '../../parts/button.tsx'
import { Code } from '../../parts/copy.tsx'

/** A provider that asks for an application of the operator's own, and the settings have none yet. */
export function SetUpApplication({ of: { title, callbackUrl } }: { of: Connector }) {
  return (
    <section aria-label="Set up your own application">
      <p className="text-base">
        People sign in at {title} to grant access. For that, {title} must know this server: you register an
        application of your own there, once.
      </p>
      <ol className="mt-5 flex flex-col gap-5">
        <Step number={1} title={`Register an application at ${title}`}>
          <p className="mb-2 text-muted">Give it this redirect URL, exactly:</p>
          <Code text={callbackUrl ?? ''} label="redirect URL" />
        </Step>
        <Step number={2} title="Enter its id and secret in the settings">
          <p className="mb-2 text-muted">The secret is stored encrypted and never shown.</p>
          <Link to="/settings" hash="applications" className={linkLook('primary')}>
            Open the settings
          </Link>
        </Step>
        <Step number={3} title="Come back here and connect">
          <p className="text-muted">This page then has the form.</p>
        </Step>
      </ol>
    </section>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span className="flex h-6 items-center justify-center">
        <span className="flex size-5 items-center justify-center rounded-full text-muted text-xs ring-1 ring-edge">
          {number}
        </span>
      </span>
      <div>
        <h2 className="mb-1 font-semibold text-base">{title}</h2>
        {children}
      </div>
    </li>
  )
}
