import { rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** Page that lists the rate contract rows that await correction. */
export default function RateContractErrors() {
  return <RecordPages resource={rateContractErrors} />
}
