import { rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { RecordPages } from './record-pages.tsx'

/** Rows of rate contracts that wait to be put right (M25). */
export default function RateContractErrors() {
  return <RecordPages resource={rateContractErrors} />
}
