import { lazy, type ReactNode, Suspense } from 'react'
import type { Resource } from '../resources/define/resource.ts'
import type { Panel } from './derive/show/panel.ts'
import type { ApiRow } from './derive/value-text.ts'

const lines = lazy(() => import('./masters/lines-panel.tsx'))
const debitNoteLines = lazy(() => import('./dispatches/bills/debit-note-lines.tsx'))
const ewayCalls = lazy(() => import('./dispatches/eway/calls-of-bill.tsx'))
const tripStops = lazy(() => import('./dispatches/trips/trip-stops.tsx'))
const tripOffers = lazy(() => import('./dispatches/trips/offers-of-trip.tsx'))
const tripCosts = lazy(() => import('./dispatches/trips/trip-costs.tsx'))
const tripEvents = lazy(() => import('./dispatches/trips/trip-events.tsx'))
const freightWhatIf = lazy(() => import('./dispatches/what-if-panel.tsx'))
const paper = lazy(() => import('./masters/paper-panel.tsx'))
const contractOrders = lazy(() => import('./masters/contract-orders-panel.tsx'))
const prices = lazy(() => import('./masters/prices-panel.tsx'))
const decidedAbove = lazy(() => import('./orders/approvals/decided-above-panel.tsx'))
const ruleGap = lazy(() => import('./orders/what-if/rule-gap-panel.tsx'))
const raw = lazy(() => import('./masters/raw-panel.tsx'))
const login = lazy(() => import('./access-control/login-panel.tsx'))
const companyPeople = lazy(() => import('./access-control/company-people-panel.tsx'))
const scorecard = lazy(() => import('./shipment-tracking/scorecard-panel.tsx'))
const openCertificate = lazy(() => import('./coa/open-certificate-panel.tsx'))
const stockCertificate = lazy(() => import('./coa/stock-certificate-panel.tsx'))
const renewedDocument = lazy(() => import('./complaints/renewed-document-panel.tsx'))
const preview = lazy(() => import('./settings/template-preview.tsx'))

/** The extra panels of a show page besides values, related lists and history, by resource path, in order. */
const panels: Readonly<Record<string, Readonly<Record<string, Panel>>>> = {
  'access-control/employee': { login },
  'access-control/customer': { login, companyPeople },
  'access-control/cnf': { login },
  'access-control/toll-center': { login },
  'access-control/central-warehouse': { login },
  'coa/certificates': { openCertificate },
  'complaints/eud-block': { renewedDocument },
  'dispatches/debit-notes': { debitNoteLines },
  'dispatches/eway-bills': { ewayCalls },
  'dispatches/trips': { tripStops, tripOffers, tripCosts, tripEvents },
  'masters/approving-limits': { decidedAbove },
  'masters/customer-annexure': { lines, paper, prices },
  'masters/freight-contract': { freightWhatIf },
  'masters/rate-contract-errors': { raw },
  'masters/rate-contract-customer': { lines, paper, contractOrders },
  'masters/transporter': { login, companyPeople, scorecard },
  'orders/holes': { hole: ruleGap },
  'settings/message-template': { preview },
  'settings/stock-level': { stockCertificate },
}

const Frames = lazy(() => import('./frames.tsx'))

/** The panels of a resource, beside what its show page has of its declaration; with children the frame around them. */
export default function Panels({
  resource,
  row,
  from,
  plain,
  children,
}: {
  resource: Resource
  row: ApiRow
  from?: { title: string; path: string }
  plain?: ReactNode
  children?: ReactNode
}) {
  if (from)
    return (
      <Frames resource={resource} row={row} from={from} plain={plain}>
        {children}
      </Frames>
    )
  return Object.entries(panels[resource.path] ?? {}).map(([name, Panel]) => (
    <Suspense key={name} fallback={null}>
      <Panel resource={resource} row={row} />
    </Suspense>
  ))
}
