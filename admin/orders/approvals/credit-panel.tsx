import { rupees } from '../../../resources/define/show.ts'
import { ageBuckets, bucketNames } from '../../../resources/masters/outstanding.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Icon } from '../../shell/menu/icons.tsx'

/** The payer's credit: limit, outstanding by age, open orders, and by how much this order exceeds the limit. */
export function CreditPanel({ credit }: { credit: NonNullable<Decision['credit']> }) {
  const { payer, creditLimit, outstanding, buckets, newInvoices, otherOrders, grossValue, exposure, excess } = credit
  const ages = ageBuckets.filter(bucket => buckets[bucket] !== 0)
  return (
    <>
      <FactList
        className="facts"
        facts={[
          ['Payer', payer],
          ['Credit limit', rupees(creditLimit)],
          ['Credit account', credit.isBlocked && 'Blocked in SAP'],
          ['Outstanding', rupees(outstanding)],
          ['Newer invoices', newInvoices > 0 && rupees(newInvoices)],
          ['Other open orders', rupees(otherOrders)],
          ['This order', rupees(grossValue)],
          ['Exposure', rupees(exposure)],
          [
            excess > 0 ? 'Over the limit' : 'Credit left',
            <strong key="excess" className={excess > 0 ? 'is-over' : 'all-good'}>
              <Icon name={excess > 0 ? 'alert' : 'check'} size={12} /> {rupees(Math.abs(excess))}
            </strong>,
          ],
          ['Oldest invoice', credit.overdueDays > 0 && `${credit.overdueDays} days overdue`],
          ['Paid in advance', credit.isPrepaid && 'Covers this order'],
        ]}
      />
      {ages.length > 0 && (
        <table className="plain-table credit-ages">
          <caption>Outstanding by age</caption>
          <tbody>
            {ages.map(bucket => (
              <tr key={bucket}>
                <th scope="row">{bucketNames[bucket]}</th>
                <td className="is-number">{rupees(buckets[bucket])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
