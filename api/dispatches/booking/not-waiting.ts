import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import type { NotWaiting, showNotWaiting } from '../../../resources/dispatches/commands/booking-desk.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { remainingQty } from '../../../resources/dispatches/parts.ts'
import { sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { order } from '../../../resources/orders/order.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { invoicesOfOrders } from '../../orders/invoices-of-orders.ts'
import { describeFreeDeliveries } from './free-deliveries.ts'
import type { ForLr } from './goods-for-lr.ts'
import { describeInvoices, isPartyCollecting } from './invoices-to-dispatch.ts'
import { lrsHolding } from './lrs-holding.ts'

type Asked = BodyOf<typeof showNotWaiting>

/** Why what a person looks for by its number does not wait for an LR at a plant, among what they may read. */
export async function notWaiting(db: Knex, { number, plantId }: Asked, person: Person): Promise<NotWaiting> {
  const typed = plainText(number).trim()
  const [billed] = await rowsOf(db, invoice, rows =>
    restrict(
      rows.where(any => any.where('invoice.invoiceNo', typed.toUpperCase()).orWhere('invoice.sapBillingDoc', typed)),
      db,
      invoice,
      person,
      'read',
    ),
  )
  if (billed) return whyNot(db, (await describeInvoices(db, [billed]))[0]!, plantId, person)
  const [delivery] = await rowsOf(db, sapDelivery, rows =>
    restrict(rows.where('sap_delivery.deliveryNo', typed), db, sapDelivery, person, 'read'),
  )
  if (delivery) return whyNot(db, (await describeFreeDeliveries(db, [delivery]))[0]!, plantId, person)
  return { reason: (await whyNoneOfOrder(db, typed, person)) ?? nothingFound(typed), plantId: null }
}

const nothingFound = (typed: string) =>
  `Nothing that waits here has “${typed}” in its number, order, customer, ship-to, city or date: check what you typed`

async function whyNot(db: Knex, one: ForLr, plantId: number | null, person: Person): Promise<NotWaiting> {
  const { head, goods, sent, invoice: billed } = one
  const called = billed ? `Invoice ${head.invoiceNo}` : `Delivery ${head.invoiceNo}`
  const because = (reason: string): NotWaiting => ({ reason: `${called} ${reason}`, plantId: null })
  const fixed = billed ? ofInvoice(billed) : goods.length === 0 && 'goes with the invoice of its goods: find that'
  if (fixed) return because(fixed)
  if (isPartyCollecting(one)) return because('is collected by the party: have it sent under Party Will Collect')
  if (remainingQty(goods, sent).size === 0) {
    const on = await lrsHolding(db, one, person)
    return because(on ? `is ${on}` : 'has left already')
  }
  if (head.plantId === plantId) return because('waits here: it is in the list')
  const at = await db('plant').where('id', head.plantId).first('code', 'name')
  return {
    reason: `${called} waits at plant ${at.code} · ${at.name}: choose that plant`,
    plantId: head.plantId,
  }
}

/** Why an invoice goes on no LR at all. */
function ofInvoice({ invoiceType, isCancelled, dispatchStatus }: Invoice): string | undefined {
  if (invoiceType !== 'INVOICE') return 'is a note without goods'
  if (isCancelled) return 'is cancelled in SAP'
  return never[dispatchStatus]
}

const never: Partial<Record<Invoice['dispatchStatus'], string>> = {
  PWC_READY: 'is ready for the party to collect: cancel the collection under Party Will Collect first',
  COLLECTED: 'was collected by the party',
  SHIPPED_BY_OUR_SUPPLIER: 'is shipped by our supplier',
  NOTHING_TO_SEND: 'bills nothing that leaves from here',
}

/** What became of the invoices of an order; undefined for one that the person does not read. */
async function whyNoneOfOrder(db: Knex, typed: string, person: Person): Promise<string | undefined> {
  const [found] = await rowsOf(db, order, rows =>
    restrict(
      rows.where(any => any.where('order.orderNo', typed.toUpperCase()).orWhere('order.sapOrderNo', typed)),
      db,
      order,
      person,
      'read',
    ),
  )
  if (!found) return undefined
  const billed = await rowsOf(db, invoice, rows =>
    restrict(rows.whereIn('invoice.id', invoicesOfOrders(db, [found.id])), db, invoice, person, 'read')
      .where({ 'invoice.isCancelled': 0, 'invoice.invoiceType': 'INVOICE' })
      .orderBy('invoice.id'),
  )
  const numbers = billed.map(({ invoiceNo }) => invoiceNo)
  if (numbers.length === 0) return `Order ${found.orderNo} has no invoice from SAP yet`
  return `No invoice of order ${found.orderNo} waits here: find ${numbers.slice(0, 5).join(' or ')} to see where it is`
}
