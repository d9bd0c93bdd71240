import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { annexureHeader } from './annexure-header.ts'

/** An annexure: what its customer is asked to accept, and whether they did. */
export default framedBy(annexureHeader, () => ({ beside: { today: readOn() } }))
