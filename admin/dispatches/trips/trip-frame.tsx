import { framedBy } from '../../derive/show/framed-by.tsx'
import { tripHeader } from './trip-header.ts'

/** A trip: which vehicle, where it is, and what comes next. */
export default framedBy(tripHeader, () => ({ beside: null }))
