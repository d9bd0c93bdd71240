import { paymentSettlementRow } from '../../resources/payments/payment-settlement-row.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** What the gateways paid to the bank; the import of the page writes it. */
export default function SettlementRows() {
  return <RecordPages resource={paymentSettlementRow} />
}
