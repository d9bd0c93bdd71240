import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { differenceHeader } from './difference-header.ts'

/** A difference: by how much, and what to do about it. */
export default framedBy(differenceHeader, () => ({ beside: { today: readOn() } }))
