import type { Knex } from 'knex'
import { fyOf } from '../../../resources/define/dates.ts'
import { pick } from '../../../resources/define/pick.ts'
import { dayText } from '../../../resources/define/show.ts'
import { type Order, order } from '../../../resources/orders/order.ts'
import { poKeyOf } from '../../../resources/orders/terms/po-key.ts'
import type { OrderOfPo, SamePo, SamePoAnswer } from '../../../resources/orders/terms/same-po.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableColumnsOfRow } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { refused } from '../../platform/errors.ts'
import { takeTurn } from '../approvals/take-turn.ts'

/** Orders in these states do not count as ordered: they ended without goods. */
const VOID = ['REJECTED', 'CANCELLED', 'DEAD', 'DELETED']
/** How many orders of a PO, and lines of each, are shown. */
const MOST = { orders: 5, lines: 20 }

/**
 * How the PO number of an order that is submitted stands to others of its sold-tos in the financial year, to be kept with
 * it. Throws 422 DUPLICATE_PO with these where there are some, unless the person says what it is, or it was said that the
 * PO is called off in parts. Submits of one sold-to take turns, so that of two at once the second sees the first.
 */
export async function demandNewPo(
  trx: Knex,
  before: Order,
  { soldToIds, day }: { soldToIds: readonly number[]; day: string },
  said: SamePoAnswer | null,
  person: Person,
): Promise<Order['samePo']> {
  const poKey = poKeyOf(before.customerPoNo)
  if (poKey === null) return null
  for (const id of [...new Set([before.customerId, ...soldToIds])].sort((one, other) => one - other))
    await takeTurn(trx, id)
  const same = () =>
    trx('order')
      .whereIn('soldToId', [...soldToIds])
      .where({ poKey })
      .whereNot('cartRef', before.cartRef)
  if (await same().where('samePo', 'CALLED_OFF').first('id')) return 'CALLED_OFF'
  if (said !== null || before.samePo !== null) return said ?? before.samePo
  const placed = same()
    .whereNotIn('status', VOID)
    .where(rows => rows.whereNot('status', 'DRAFT').orWhereNotNull('submittedAt'))
    .where('orderDate', '>=', `20${fyOf(day).slice(0, 2)}-04-01`)
    .where('orderDate', '<=', day)
  const ids: number[] = await placed.orderBy('id', 'desc').pluck('id')
  if (ids.length === 0) return 'FIRST'
  throw asked(before.customerPoNo!, await readable(trx, ids, person), ids.length)
}

/** The orders of a PO that the person may read, the latest first. */
async function readable(trx: Knex, ids: readonly number[], person: Person): Promise<OrderOfPo[]> {
  const orders = await rowsOf(trx, order, rows =>
    restrict(rows.whereIn('order.id', [...ids]), trx, order, person, 'read')
      .orderBy('order.id', 'desc')
      .limit(MOST.orders),
  )
  const lines: { orderId: number; qty: number; uom: string; code: string; name: string }[] = await trx('order_line')
    .join('products', 'products.id', 'order_line.productId')
    .whereIn(
      'orderId',
      orders.map(({ id }) => id),
    )
    .whereNotIn('lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])
    .orderBy('lineNo')
    .select('orderId', 'qty', 'order_line.uom', 'products.code', 'products.name')
  const told: OrderOfPo[] = []
  for (const one of orders) {
    const columns = await readableColumnsOfRow(trx, order, person, one.id)
    const own = lines.filter(({ orderId }) => orderId === one.id)
    told.push({
      ...pick(one, ['id', 'orderNo', 'orderDate', 'status']),
      ...(columns.includes('pendingStep') && { pendingStep: one.pendingStep }),
      lines: own.slice(0, MOST.lines).map(({ qty, uom, code, name }) => ({ qty, uom, product: `${code} ${name}` })),
      more: Math.max(0, own.length - MOST.lines),
    })
  }
  return told
}

function asked(poNo: string, orders: OrderOfPo[], count: number) {
  const [last] = orders
  const others = count - orders.length
  const before = last ? `with ${last.orderNo} of ${dayText(last.orderDate)}` : 'by the same sold-to'
  const message = `PO ${poNo} was ordered already ${before}: say whether this is another order of the same PO, or the PO is called off in parts`
  const samePo: SamePo = { poNo, orders, others }
  return refused([{ field: 'samePo', code: 'DUPLICATE_PO', message }], message, { samePo })
}
