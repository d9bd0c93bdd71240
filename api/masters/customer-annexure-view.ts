import type { Knex } from 'knex'
import { shareOf } from '../../resources/define/amounts.ts'
import type { AnnexureLineView } from '../../resources/masters/commands.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { customerAnnexureLine } from '../../resources/masters/customer-annexure-line.ts'
import { withTexts } from '../derive/list/texts.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { readableColumnsOfRow } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { pickColumns } from '../derive/save/write.ts'
import { notFound } from '../platform/errors.ts'

/** Orders in these states are not counted as ordered. */
const NOT_ORDERED = ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED']

interface AnnexureView {
  annexure: StoredRow
  lines: AnnexureLineView[]
}

/** An annexure with its lines and what was ordered of each in its days. Throws 404 where the person may not read it. */
export async function annexureView(db: Knex, person: Person, id: number): Promise<AnnexureView> {
  const readable = restrict(
    db('customer_annexure').where('customer_annexure.id', id),
    db,
    customerAnnexure,
    person,
    'read',
  )
  const [annexure] = await rowsOf(db, customerAnnexure, rows =>
    rows.whereIn('id', readable.select('customer_annexure.id')),
  )
  if (!annexure) throw notFound()
  const lines = await rowsOf(db, customerAnnexureLine, rows => rows.where('customerAnnexureId', id).orderBy('lineNo'))
  const ids = lines.map(({ productId }) => productId)
  const products = await db('products').whereIn('id', ids).select('id', 'code', 'name', 'packSize', 'hsnCode', 'uom')
  const productsById = new Map(products.map(product => [product.id, product]))
  const ordered = await orderedOf(db, annexure, ids)
  const [texts] = await withTexts(db, customerAnnexure, [
    pickColumns(await readableColumnsOfRow(db, customerAnnexure, person, id), annexure as never) as StoredRow,
  ])
  return {
    annexure: texts!,
    lines: lines.map(({ lineNo, productId, agreedPrice, annualQty, remarks }) => {
      const { id: _, ...product } = productsById.get(productId)
      const orderedQty = ordered.get(productId) ?? 0
      return {
        lineNo,
        ...product,
        agreedPrice,
        annualQty,
        orderedQty,
        orderedPct: shareOf(orderedQty, annualQty),
        remarks,
      }
    }),
  }
}

async function orderedOf(
  db: Knex,
  { customerId, validFrom, validTo }: { customerId: number; validFrom: string; validTo: string },
  productIds: number[],
): Promise<Map<number, number>> {
  const rows: { productId: number; qty: number; cancelled: number }[] = await db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .where('order.customerId', customerId)
    .whereIn('order_line.productId', productIds)
    .whereNotIn('order.status', NOT_ORDERED)
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])
    .whereBetween('order.orderDate', [validFrom, validTo])
    .groupBy('order_line.productId')
    .select('order_line.productId')
    .sum({ qty: 'order_line.qty', cancelled: 'order_line.cancelledQty' })
  return new Map(rows.map(({ productId, qty, cancelled }) => [productId, Number(qty) - Number(cancelled)]))
}
