import { framedBy } from '../../derive/show/framed-by.tsx'
import { offerHeader } from './offer-header.ts'

/** An offer for a trip: what is asked, until when, and for how much. */
export default framedBy(offerHeader, () => ({ beside: null }))
