import { lazy, Suspense } from 'react'
import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { yearText } from '../../resources/define/show.ts'
import { useMay } from '../account/person.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { DistributorFilters } from './distributor-filters.tsx'
import { DistributorList } from './distributor-list.tsx'
import { DistributorTiles } from './distributor-tiles.tsx'
import { IncentivePanel } from './incentive-panel.tsx'
import { useDashboard } from './use-dashboard.ts'
import './dealerdash.css'

const Banners = lazy(() => import('../shell/notices/banners.tsx'))
const Charts = lazy(() => import('./charts.tsx'))

/** How a distributor stands: targets and sales of a year, incentive, orders, money and complaints. */
export default function DistributorDashboard() {
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
      <DistributorFilters shown={data} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className="panel distributor-coming" role="status" aria-label="Loading the figures" />}
      {data && !error && (
        <div aria-busy={isFetching}>
          <p className="for-readers" role="status">
            Figures of {data.distributor?.name ?? 'all distributors'} for {yearText(data.fy)}
          </p>
          <DistributorTiles figures={data} />
          <Suspense fallback={<div className="panel distributor-coming" />}>
            <Charts figures={data} />
          </Suspense>
          <IncentivePanel figures={data} />
          {!data.distributor && <DistributorList figures={data} />}
        </div>
      )}
    </PageFrame>
  )
}
