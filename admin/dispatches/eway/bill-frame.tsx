import { framedBy } from '../../derive/show/framed-by.tsx'
import { ewayBillHeader } from './bill-header.ts'

/** An e-way bill: whose goods, on which vehicle, until when, and who may act on it. */
export default framedBy(ewayBillHeader, () => ({ beside: null }))
