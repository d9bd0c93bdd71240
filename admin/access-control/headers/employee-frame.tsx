import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { employeeHeader } from './employee-header.ts'

/** An employee: who decides above them and in their place, what they hold, and whether they sign in. */
export default framedBy(employeeHeader, () => ({ beside: { today: readOn() } }))
