import { lazy } from 'react'
import type { ShowFrame } from './derive/show/frame.ts'

const frames: Readonly<Record<string, ShowFrame>> = {
  'access-control/customer': lazy(() => import('./masters/headers/customer-frame.tsx')),
  'masters/products': lazy(() => import('./masters/headers/product-frame.tsx')),
}

/** The pages of masters with a declared header; `app.tsx` names their paths. */
const Frame: ShowFrame = page => {
  const Of = frames[page.resource.path]
  return Of ? <Of {...page} /> : page.children
}
export default Frame
