import { lazy, Suspense } from 'react'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { transporterBillLine } from '../../resources/dispatches/bills/transporter-bill-line.ts'
import { tripLr } from '../../resources/dispatches/trips/trip-lr.ts'
import type { Person } from '../account/person.ts'
import type { LrPart, LrPartProps } from './lr/lr-part.ts'

/** The parts of the page of an LR, in order. */
const parts: readonly LrPart[] = [
  {
    id: 'decisions',
    who: ({ may }) => may('update', 'lrs'),
    show: lazy(() => import('./lr/lr-decisions.tsx')),
  },
  { id: 'facts', show: lazy(() => import('./lr/lr-facts.tsx')) },
  { id: 'invoices', show: lazy(() => import('./lr/lr-invoices.tsx')) },
  { id: 'hazards', show: lazy(() => import('./lr/lr-hazards.tsx')) },
  {
    id: 'certificates',
    who: ({ may }) => may('read', coaDocument.path),
    show: lazy(() => import('./lr/lr-certificates.tsx')),
  },
  { id: 'promise', show: lazy(() => import('./lr/lr-promise.tsx')) },
  { id: 'pod', who: ({ may }) => may('read', 'pods'), show: lazy(() => import('./pods/pod-panel.tsx')) },
  { id: 'events', show: lazy(() => import('./lr/lr-events.tsx')) },
  { id: 'trip', who: ({ may }) => may('read', tripLr.path), show: lazy(() => import('./lr/lr-trip.tsx')) },
  {
    id: 'freight',
    who: ({ may }) => may('read', transporterBillLine.path),
    show: lazy(() => import('./lr/lr-freight.tsx')),
  },
  {
    id: 'agreed',
    who: ({ may }) => may('read', transporterBillLine.path),
    show: lazy(() => import('./lr/lr-agreed.tsx')),
  },
  { id: 'history', who: ({ may }) => may('update', 'lrs'), show: lazy(() => import('./lr/lr-history.tsx')) },
]

export function LrParts({ person, ...props }: LrPartProps & { person: Person }) {
  return parts
    .filter(({ who }) => !who || who(person))
    .map(({ id, show: Show }) => (
      <Suspense key={id} fallback={null}>
        <Show {...props} />
      </Suspense>
    ))
}
