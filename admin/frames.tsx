import { type ComponentProps, lazy, type ReactNode } from 'react'
import type { ShowFrame } from './derive/show/panel.ts'

/** The pages of rows with a declared header, by resource path. */
const frames: Readonly<Record<string, ShowFrame>> = {
  'access-control/customer': lazy(() => import('./masters/headers/customer-frame.tsx')),
  'access-control/employee': lazy(() => import('./access-control/headers/employee-frame.tsx')),
  'dispatches/debit-notes': lazy(() => import('./dispatches/bills/debit-note-frame.tsx')),
  'dispatches/eway-bills': lazy(() => import('./dispatches/eway/bill-frame.tsx')),
  'dispatches/trip-offers': lazy(() => import('./dispatches/trips/offer-frame.tsx')),
  'dispatches/trips': lazy(() => import('./dispatches/trips/trip-frame.tsx')),
  'masters/customer-annexure': lazy(() => import('./masters/headers/annexure-frame.tsx')),
  'masters/products': lazy(() => import('./masters/headers/product-frame.tsx')),
  'masters/rate-contract-customer': lazy(() => import('./masters/headers/contract-frame.tsx')),
  'masters/transporter': lazy(() => import('./masters/headers/transporter-frame.tsx')),
  'transaction-view/payment-differences': lazy(() => import('./payments/difference/difference-frame.tsx')),
  'transaction-view/payment-refunds': lazy(() => import('./payments/refund/refund-frame.tsx')),
}

/** The frame of a resource around the page of its row, `plain` where it has none. */
export default function Frames({ plain, ...props }: ComponentProps<ShowFrame> & { plain: ReactNode }) {
  const Frame = frames[props.resource.path]
  return Frame ? <Frame {...props} /> : plain
}
