import type { CustomerSalesArea } from '../../access-control/customer-sales-area.ts'
import type { RuleSbu } from '../rows.ts'

/** What an order needs of a sales area of its buyer. */
export type RuleSalesArea = Pick<
  CustomerSalesArea,
  | 'id'
  | 'rowVersion'
  | 'customerId'
  | 'salesOrg'
  | 'channelId'
  | 'division'
  | 'paymentTermsDays'
  | 'orderBlock'
  | 'isDeleted'
>

/**
 * The sales area of a buyer for the orders of an SBU: one that is not deleted before others, then that of the buyer's
 * usual channel. Null where SAP has none, or has told of none yet.
 */
export function salesAreaOf(
  areas: readonly RuleSalesArea[],
  buyer: { id: number; channelId: number },
  { salesOrg, division }: Pick<RuleSbu, 'salesOrg' | 'division'>,
): RuleSalesArea | null {
  const own = areas.filter(
    area => area.customerId === buyer.id && area.salesOrg === salesOrg && area.division === division,
  )
  const rank = (area: RuleSalesArea) => Number(area.isDeleted) * 2 + Number(area.channelId !== buyer.channelId)
  return own.sort((a, b) => rank(a) - rank(b) || a.channelId - b.channelId)[0] ?? null
}
