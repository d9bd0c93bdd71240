import type { Knex } from 'knex'
import { transact } from '../../platform/transact.ts'

/** Lines of valid invoices that bill goods of ours and are linked to none. */
const unlinked = `
  from invoice_line l join invoice i on i.id = l.invoiceId
  where i.invoiceType = 'INVOICE' and i.isCancelled = 0 and l.qty > 0 and l.suppliedAs = 'GOODS'
    and (l.refCategory is null or l.refCategory not in ('T', 'H'))
    and not exists (select 1 from invoice_line_goods g where g.invoiceLineId = l.id)`
const number = `coalesce(l.sapDeliveryNo, i.sapDeliveryNo, concat('B', i.id))`
const stamps = `1, i.createdAt, i.updatedAt`

/**
 * Links all lines of valid invoices that were written without SAP, in a few statements: each to goods as it tells of them.
 * The lines of an invoice that names a delivery are of that delivery.
 */
export const linkAll = (db: Knex): Promise<void> => (db.isTransaction ? linkIn(db) : transact(db, linkIn))

async function linkIn(db: Knex): Promise<void> {
  const [last] = (await db('sap_delivery_line').max({ id: 'id' })) as { id: number | null }[]
  await db.raw(`insert into sap_delivery (deliveryNo, category, origin, status, orderId, soldToId, shipToId, plantId, sbuId,
      createdOn, issuedOn, grossWeightKg, isComplete, rowVersion, createdAt, updatedAt)
    select n.deliveryNo, 'J', 'BILL', 'ISSUED', i.orderId, i.soldToId, i.shipToId, i.plantId, i.sbuId,
      i.invoiceDate, i.invoiceDate, 0, 0, ${stamps}
    from (select ${number} as deliveryNo, min(i.id) as invoiceId ${unlinked} group by ${number}) n
    join invoice i on i.id = n.invoiceId
    where not exists (select 1 from sap_delivery d where d.deliveryNo = n.deliveryNo)`)
  await db.raw(`insert into sap_delivery_line (deliveryId, lineNo, countsAs, goodsIssue, isBillable, orderId, orderLineId, productId,
      soldToId, plantId, sbuId, batchNo, expiryDate, qty, uom, baseQty, baseUom, grossWeightKg, isOpen, billedQty,
      refDoc, rowVersion, createdAt, updatedAt)
    select n.deliveryId, coalesce(t.last, 0) + row_number() over (partition by n.deliveryId order by n.id) * 10, 'GOODS', 'ISSUED', 1,
      coalesce(o.orderId, n.orderId), n.orderLineId, n.productId, n.soldToId, n.plantId, n.sbuId, n.batchNo, n.expiryDate,
      n.qty, n.uom, coalesce(n.baseQty, n.qty), coalesce(n.baseUom, n.uom), n.grossWeightKg, 0, n.qty,
      n.id, 1, n.createdAt, n.updatedAt
    from (select l.*, i.orderId, i.soldToId, i.plantId, i.sbuId, d.id as deliveryId
      ${unlinked.replace('where', `join sap_delivery d on d.deliveryNo = ${number} where`)}) n
    left join order_line o on o.id = n.orderLineId
    left join (select deliveryId, max(lineNo) as last from sap_delivery_line group by deliveryId) t on t.deliveryId = n.deliveryId`)
  // The line of the invoice stood in the reference while nothing else told which goods were made for it.
  const made = `s.id > ${last?.id ?? 0}`
  await db.raw(`insert into invoice_line_goods (invoiceLineId, invoiceId, deliveryLineId, qty, rowVersion, createdAt, updatedAt)
    select l.id, l.invoiceId, s.id, s.qty, 1, s.createdAt, s.updatedAt
    from sap_delivery_line s join invoice_line l on l.id = cast(s.refDoc as signed) where ${made}`)
  await db('sap_delivery_line')
    .where('id', '>', last?.id ?? 0)
    .update({ refDoc: null })
}
