import { lazy, Suspense } from 'react'
import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { useMay } from '../account/person.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { DealerFilters } from './dealer-filters.tsx'
import { DealerList } from './dealer-list.tsx'
import { DealerTiles } from './dealer-tiles.tsx'
import { IncentivePanel } from './incentive-panel.tsx'
import { useDashboard } from './use-dashboard.ts'
import { yearText } from './words.ts'
import './dealerdash.css'

const Banners = lazy(() => import('../shell/notices/banners.tsx'))
const Charts = lazy(() => import('./charts.tsx'))

/** How a dealer stands: targets and sales of a year, incentive, orders, money and complaints. */
export default function DealerDashboard() {
  const may = useMay()
  const { data, error, isFetching, refetch } = useDashboard()
  const mayImport = may('import', customerTarget.path)
  return (
    <PageFrame
      title="Dealer Dashboard"
      purpose="Targets and sales of the financial year, incentive, and what is open."
      actions={mayImport && <ButtonLink to={`/${customerTarget.path}/import`}>Upload targets</ButtonLink>}
    >
      <Suspense fallback={null}>
        <Banners placement="DEALER" isSlim />
      </Suspense>
      <DealerFilters shown={data} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className="panel dealer-coming" role="status" aria-label="Loading the figures" />}
      {data && !error && (
        <div aria-busy={isFetching}>
          <p className="for-readers" role="status">
            Figures of {data.dealer?.name ?? 'all dealers'} for {yearText(data.fy)}
          </p>
          <DealerTiles figures={data} />
          <Suspense fallback={<div className="panel dealer-coming" />}>
            <Charts figures={data} />
          </Suspense>
          <IncentivePanel figures={data} />
          {!data.dealer && <DealerList figures={data} />}
        </div>
      )}
    </PageFrame>
  )
}
