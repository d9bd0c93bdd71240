import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { wordOf } from '../../../resources/define/process/states.ts'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { isKnownToSap } from '../../../resources/orders/sap/known-to-sap.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'

/** The order to be read alone: any for whoever reads everything from SAP, else one in scope. */
export async function orderNamed(db: Knex, person: Person, orderNo: string): Promise<Order> {
  if (!/^OR\d{10}$/.test(orderNo))
    throw invalidField('filterCode', 'FORMAT', 'Only must be the number of an order, such as OR2627000123')
  const rows = db('order').where('order.orderNo', orderNo)
  const readable = can(person, 'readAllFromSap') ? rows : restrict(rows, db, orders, person, 'read')
  const row = await readable.first('order.*')
  if (!row) throw notFound(`There is no order ${orderNo} that you may read`)
  const order = decodeRow(orders, row)
  if (!isKnownToSap(order.status))
    throw conflict(
      'NOT_ALLOWED_STATE',
      `SAP has nothing to tell of ${orderNo}: it is ${wordOf(orderProcess, order.status)}`,
    )
  return order
}
