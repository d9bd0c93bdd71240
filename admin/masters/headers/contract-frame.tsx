import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { contractHeader } from './contract-header.ts'

/** A rate contract: what was agreed, how much of it is left, until when. */
export default framedBy(contractHeader, () => ({ beside: { today: readOn() } }))
