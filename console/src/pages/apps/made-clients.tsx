import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { queries, reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/copy.tsx'
import { Field } from '../../parts/field.tsx'
import { Failure, Section } from '../../parts/page.tsx'
import { valuesOf } from '../people/form-values.ts'

const queryKey = ['made-clients']

/** An id and a secret for a client that has fields for them, such as the connectors of claude.ai. */
export function MadeClients() {
  const made = useQuery({ queryKey, queryFn: ({ signal }) => reverie.apps.clients({ signal }) })
  const again = () => queries.invalidateQueries({ queryKey })
  const make = useMutation({
    mutationFn: ({ name, redirect }: { name: string; redirect: string }) =>
      reverie.apps.makeClient({ name, redirectUris: [redirect] }),
    onSuccess: again,
  })
  const drop = useMutation({ mutationFn: (id: string) => reverie.apps.dropClient(id), onSuccess: again })
  return (
    <Section title="Connectors with an id and a secret">
      <p className="mb-4 max-w-2xl text-muted">
        Most agents register themselves: paste the address of this server with /mcp. Where registration is
        closed, make an id and a secret here and paste them into the connector.
      </p>
      <form
        className="flex max-w-2xl flex-wrap items-end gap-2"
        onSubmit={event => {
          event.preventDefault()
          make.mutate(valuesOf(event.currentTarget, 'name', 'redirect'))
        }}
      >
        <Field label="Name" name="name" required maxLength={100} defaultValue="claude.ai" />
        <Field
          label="Its callback"
          name="redirect"
          type="url"
          required
          defaultValue="https://claude.ai/api/mcp/auth_callback"
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="h-9" disabled={make.isPending}>
          Make
        </Button>
      </form>
      {make.error && <Failure error={make.error} />}
      {make.data && (
        <div className="mt-3 max-w-2xl">
          <Code
            text={`Client id: ${make.data.clientId}\nClient secret: ${make.data.clientSecret}`}
            label="id and secret"
          />
          <p className="mt-1 text-muted text-xs">Save the secret now: it is not shown again.</p>
        </div>
      )}
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {made.data?.map(({ clientId, name, redirectUris }) => (
          <li key={clientId} data-row className="flex min-h-12 items-center gap-x-4 py-2">
            <p className="min-w-0 flex-1 truncate">
              {name} <span className="text-muted text-xs">{redirectUris.join(', ')}</span>
            </p>
            <Button look="quiet" onClick={() => drop.mutate(clientId)} disabled={drop.isPending}>
              <Trash2 size={14} aria-hidden />
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
