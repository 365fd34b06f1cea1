import { Link } from '@tanstack/react-router'
import type { DocumentsView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/copy.tsx'
import { Empty } from '../../parts/page.tsx'
import { snippetsFor } from '../home/snippets.ts'

const titles = {
  working: 'Nothing is in work.',
  dreaming: 'No document waits to be remembered.',
  failed: 'No document has failed.',
}

/** An empty list says why it is empty, and what to do next. */
export function NoDocuments({ view, onUpload }: { view: DocumentsView; onUpload(): void }) {
  if (view.state || view.q || view.where || view.path || view.type || view.source)
    return (
      <div className="px-4 sm:px-6">
        <Empty title={view.state ? titles[view.state] : 'No document matches.'}>
          {view.state
            ? 'Documents appear here by themselves.'
            : 'Take a filter away, or search for other words.'}
        </Empty>
      </div>
    )
  return (
    <div className="px-4 sm:px-6">
      <Empty
        title="Nothing went in yet."
        action={
          <Button look="primary" onClick={onUpload}>
            Upload files
          </Button>
        }
      >
        Drop files or a folder onto this page,{' '}
        <Link to="/connections/new" search={{}} className="text-accent underline underline-offset-2">
          connect a source
        </Link>{' '}
        that stays in step, or add a text from your program:
        <div className="mt-3 text-left text-ink">
          <Code text={snippetsFor('sm_…')[0]!.text.split('\n\n')[1]!} label="snippet" />
        </div>
      </Empty>
    </div>
  )
}
