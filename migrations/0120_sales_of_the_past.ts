import type { Knex } from 'knex'

export { down } from './ddl.ts'

const IST = 330 * 60_000

/**
 * Gives documents that were read before this version their place in sales by the masters of today, the best that is
 * known of them, and counts their sales.
 */
export async function up(db: Knex) {
  const cancelled: { id: number; updatedAt: string }[] = await db('invoice')
    .where('isCancelled', 1)
    .whereNull('cancelledOn')
    .select('id', 'updatedAt')
  for (const { id, updatedAt } of cancelled) {
    const cancelledOn = new Date(Date.parse(updatedAt) + IST).toISOString().slice(0, 10)
    await db('invoice').where({ id }).update({ cancelledOn })
  }
  const area = (table: string, column: string) =>
    `select c.zoneAreaId from ${table} p join state_city c on c.id = p.cityId where p.id = invoice.${column}`
  await db.raw(
    `update invoice set zoneAreaId = coalesce((${area('ship_to', 'shipToId')}), (${area('customer', 'soldToId')})) where zoneAreaId is null`,
  )
  await db.raw(
    'update invoice set zoneId = (select a.zoneId from zone_area a where a.id = invoice.zoneAreaId) where zoneId is null',
  )
  const city = (table: string, column: string) => `(select p.cityId from ${table} p where p.id = invoice.${column})`
  const here = `coalesce(${city('ship_to', 'shipToId')}, ${city('customer', 'soldToId')})`
  await db.raw(
    `update invoice set clusterCode = (
       select m.clusterCode from cluster_mapping m
       where m.isActive = 1 and m.sbuId = invoice.sbuId and m.zoneAreaId = invoice.zoneAreaId
         and (m.cityId is null or m.cityId = ${here})
       order by case when m.cityId is null then 1 else 0 end, m.id limit 1
     ) where clusterCode is null`,
  )
  const buyer = `coalesce(
    (select o.customerId from \`order\` o where o.id = invoice.orderId),
    (select s.customerId from ship_to s where s.id = invoice.shipToId), invoice.soldToId)`
  await db.raw(
    `update invoice set customerSegmentId = (
       select m.customerSegmentId from customer_segment_map m
       where m.isActive = 1 and m.sbuId = invoice.sbuId and m.customerId = ${buyer}
         and m.validFrom <= invoice.invoiceDate and m.validTo >= invoice.invoiceDate
       order by m.id desc limit 1
     ) where customerSegmentId is null`,
  )
  await db.raw(
    `update invoice set salesEmployeeId = (
       select m.salesEmployeeId from customer_department_map m join department d on d.id = m.departmentId
       where m.isActive = 1 and d.sbuId = invoice.sbuId and m.customerId = ${buyer}
       order by case when m.departmentId = (select o.departmentId from \`order\` o where o.id = invoice.orderId) then 0 else 1 end, m.id
       limit 1
     ) where salesEmployeeId is null`,
  )
  await db('sale_fact').delete()
  await db.raw(facts('invoice.invoiceType', 'invoice.invoiceDate', 1, ''))
  await db.raw(
    facts(
      "'CANCELLATION'",
      'coalesce(invoice.cancelledOn, invoice.invoiceDate)',
      -1,
      'where invoice.isCancelled = 1',
    ),
  )
}

const sign = "case when invoice.invoiceType in ('INVOICE', 'DEBIT_NOTE') then 1 else -1 end"

/** The lines of documents under a kind, on a day, with their sign or the opposite one. */
const facts = (kind: string, day: string, factor: 1 | -1, where: string) => `
  insert into sale_fact (invoiceId, invoiceLineId, kind, day, soldToId, endCustomerId, sbuId, productId, plantId,
    zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId, value, qty, uom)
  select invoice.id, line.id, ${kind}, ${day}, invoice.soldToId,
    coalesce(ordered.customerId, whole.customerId, place.customerId), invoice.sbuId, line.productId, invoice.plantId,
    invoice.zoneId, invoice.zoneAreaId, invoice.customerSegmentId, invoice.clusterCode, invoice.salesEmployeeId,
    ${factor} * (${sign}) * line.netValue,
    case when invoice.invoiceType in ('INVOICE', 'RETURN')
      then ${factor} * (${sign}) * coalesce(line.baseQty, line.qty) else 0 end,
    case when line.baseQty is null then line.uom else coalesce(line.baseUom, line.uom) end
  from invoice_line line
  join invoice on invoice.id = line.invoiceId
  left join order_line on order_line.id = line.orderLineId
  left join \`order\` ordered on ordered.id = order_line.orderId
  left join \`order\` whole on whole.id = invoice.orderId
  left join ship_to place on place.id = invoice.shipToId
  ${where}`
