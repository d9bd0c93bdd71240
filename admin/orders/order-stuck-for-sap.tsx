import { lazy, Suspense } from 'react'
import { readsInternal } from '../../resources/access.ts'
import { usePerson } from '../account/person.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { SapAsOf } from './sap/sap-as-of.tsx'
import { StuckList } from './stuck/stuck-list.tsx'
import { useStuck } from './stuck/use-stuck.ts'

const StuckForBuyers = lazy(() => import('./stuck/stuck-for-buyers.tsx'))

/** What SAP does not have as it should, and what of SAP could not be taken in: a list of work. */
export default function OrderStuckForSap() {
  const { user } = usePerson()
  return (
    <PageFrame
      title="Orders Stuck For SAP Integration"
      purpose="What waits too long between the portal and SAP: the cause, whether a second sending is safe, and what to do."
    >
      <SapAsOf />
      {readsInternal(user.roles) ? (
        <Stuck />
      ) : (
        <Suspense fallback={<Waiting />}>
          <StuckForBuyers />
        </Suspense>
      )}
    </PageFrame>
  )
}

function Stuck() {
  const { items, error, retry } = useStuck()
  if (error && !items) return <Failure error={error} onRetry={retry} />
  return items ? <StuckList items={items} /> : <Waiting />
}
