import { useRef } from 'react'
import { useSession } from '../../data/session.ts'
import { useOverview } from '../../data/use-overview.ts'
import { Failure, Page, RowSkeletons, Section } from '../../parts/page.tsx'
import { AddText } from './add-text.tsx'
import { Failures } from './failures.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { InWork } from './in-work.tsx'
import { Learned } from './learned.tsx'
import { TroubledConnections } from './troubled-connections.tsx'

/** Is it well, and what is new? */
export function Home() {
  const overview = useOverview()
  const { may, org } = useSession()
  const { data } = overview
  // The first steps stay until somebody leaves the page: the first document would make them vanish under their hands.
  const isFirstRun = useRef(false)
  if (data?.documents === 0 && data.memories === 0) isFirstRun.current = true
  return (
    <Page title="Home" question={`Is ${org.name} well, and what is new?`}>
      {overview.isError && <Failure error={overview.error} retry={() => overview.refetch()} />}
      <Figures of={data} />
      {isFirstRun.current && may('member') ? (
        <FirstSteps />
      ) : (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <Section title="Learned last">
            {data ? <Learned memories={data.recent} /> : <RowSkeletons rows={6} />}
          </Section>
          <div>
            {may('member') && (
              <Section title="Add a text">
                <AddText />
              </Section>
            )}
            {data && data.pending > 0 && <InWork count={data.pending} />}
            {data && data.failed > 0 && <Failures count={data.failed} />}
            <TroubledConnections />
          </div>
        </div>
      )}
    </Page>
  )
}
