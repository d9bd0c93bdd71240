import type { Knex } from 'knex'
import { createDraft } from '../api/orders/save-order.ts'
import { submitOrder } from '../api/orders/submit-order.ts'
import { today } from '../api/platform/clock.ts'
import { readPerson } from '../api/platform/person.ts'
import { customer } from '../resources/access-control/customer.ts'
import { shipTo } from '../resources/access-control/ship-to.ts'
import { addDays } from '../resources/define/dates.ts'
import { products } from '../resources/masters/products.ts'
import { orderType } from '../resources/settings/order-type.ts'
import { user } from '../resources/settings/user.ts'
import type { Sower } from './sow.ts'

interface Cart {
  by: string
  customer: string
  shipTo: string
  po: string
  /** Product, quantity in whole units, manual discount in hundredths of a percent. */
  lines: readonly (readonly [product: string, qty: number, pct: number])[]
  /** Stays a draft. */
  draft?: true
}

// biome-ignore format: a table, one row a line
const carts: readonly Cart[] = [
  { by: 'asha', customer: '100101', shipTo: '200101', po: 'SB/26/0871', lines: [['LS-1001', 40, 4_00]] },
  { by: 'asha', customer: '100101', shipTo: '200102', po: 'SB/26/0879', lines: [['LS-1102', 12, 0], ['LS-1101', 6, 2_00]], draft: true },
  { by: 'asha', customer: '100102', shipTo: '200103', po: 'KDR-4410', lines: [['LS-1004', 20, 9_00], ['LS-1003', 5, 3_00]] },
  { by: 'asha', customer: '100103', shipTo: '200105', po: '4500018822', lines: [['PS-2003', 350, 0], ['PS-2004', 500, 0]] },
  { by: 'asha', customer: '100201', shipTo: '200121', po: 'VST/2291', lines: [['LS-1002', 24, 12_00]] },
  { by: 'asha', customer: '100107', shipTo: '200113', po: 'SVC/LAB/26-14', lines: [['LS-1005', 10, 0], ['LS-1007', 4, 0]], draft: true },
  { by: 'sales_rep', customer: '100104', shipTo: '200107', po: 'DIMS/PO/1187', lines: [['LS-1302', 6, 0], ['LS-1006', 3, 0]] },
  { by: 'sales_rep', customer: '100109', shipTo: '200117', po: 'HCR-0934', lines: [['PS-2012', 100, 7_00]] },
  { by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0884', lines: [['LS-1102', 50, 0]] },
  { by: 'customer', customer: '100101', shipTo: '200101', po: 'SB/26/0890', lines: [['LS-1003', 2, 0]], draft: true },
  { by: 'distributor', customer: '100201', shipTo: '200122', po: 'VST/2295', lines: [['LS-1101', 8, 0], ['LS-1104', 4, 0]] },
]

/** Orders as the people of the demo company place them today: drafts, some that wait for approval, some on the way to SAP. */
export async function placeOrders(trx: Knex, { idOf }: Sower): Promise<void> {
  for (const cart of carts) {
    const person = (await readPerson(trx, idOf(user, cart.by)))!
    const author = { id: person.id, source: 'UI' as const, ip: null, requestId: null }
    const input = {
      customerId: idOf(customer, cart.customer),
      shipToId: idOf(shipTo, cart.shipTo),
      orderTypeId: idOf(orderType, 'STD'),
      requestedDeliveryDate: addDays(today(), 10),
      freightTerms: null,
      transMode: null,
      customerPoNo: cart.po,
      customerPoDate: addDays(today(), -2),
      poAttachmentId: null,
      preferredTransporterId: null,
      completeDelivery: false,
      remarks: null,
      lines: cart.lines.map(([product, qty, manualDiscountPct]) => ({
        productId: idOf(products, product),
        qty: qty * 1000,
        manualDiscountPct,
        promoCode: null,
        plantId: null,
        requestedBatchNo: null,
        singleBatchRequired: false,
        shippingInstruction: null,
        schedules: [],
      })),
    }
    const draft = await createDraft(trx, input, person, author)
    if (!cart.draft) await submitOrder(trx, draft, 'submit', author)
  }
}
