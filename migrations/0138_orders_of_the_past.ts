import type { Knex } from 'knex'

export { down } from './ddl.ts'

const UNCOUNTED = "('DRAFT', 'REJECTED', 'DELETED', 'DEAD')"

/**
 * Gives orders that were submitted before this version their place in sales by the masters of today, the best that is
 * known of them, and counts their lines.
 */
export async function up(db: Knex) {
  const stamp = (column: string, value: string) =>
    db.raw(`update \`order\` set ${column} = (${value}) where ${column} is null and status <> 'DRAFT'`)
  await stamp(
    'zoneAreaId',
    'select c.zoneAreaId from ship_to p join state_city c on c.id = p.cityId where p.id = `order`.shipToId',
  )
  await stamp('zoneId', 'select a.zoneId from zone_area a where a.id = `order`.zoneAreaId')
  const here = '(select p.cityId from ship_to p where p.id = `order`.shipToId)'
  await stamp(
    'clusterCode',
    `select m.clusterCode from cluster_mapping m
     where m.isActive = 1 and m.sbuId = \`order\`.sbuId and m.zoneAreaId = \`order\`.zoneAreaId
       and (m.cityId is null or m.cityId = ${here})
     order by case when m.cityId is null then 1 else 0 end, m.id limit 1`,
  )
  await stamp(
    'customerSegmentId',
    `select m.customerSegmentId from customer_segment_map m
     where m.isActive = 1 and m.sbuId = \`order\`.sbuId and m.customerId = \`order\`.customerId
       and m.validFrom <= \`order\`.orderDate and m.validTo >= \`order\`.orderDate
     order by m.id desc limit 1`,
  )
  await stamp(
    'salesEmployeeId',
    `select m.salesEmployeeId from customer_department_map m join department d on d.id = m.departmentId
     where m.isActive = 1 and d.sbuId = \`order\`.sbuId and m.customerId = \`order\`.customerId
     order by case when m.departmentId = \`order\`.departmentId then 0 else 1 end, m.id limit 1`,
  )
  await db('order_fact').delete()
  await db.raw(facts)
}

// Whole paise, rounded half up.
const list = 'round(line.listPrice * 1.0 * line.qty / (1000 * line.priceUnit))'
const below = `(case when ${list} > line.netValue then ${list} - line.netValue else 0 end)`
const least = (one: string, other: string) => `(case when ${one} < ${other} then ${one} else ${other} end)`
const isList = "(line.priceSource is null or line.priceSource = 'LIST')"
const byRule = least(
  `(case when ${isList} then round(${list} * 1.0 * line.defaultDiscountPct / 10000) else 0 end)`,
  below,
)
const byPromo = least(
  'round(line.promoDiscountValue * 1.0 * line.qty / (1000 * line.priceUnit))',
  `(${below} - ${byRule})`,
)
const part = (qty: string) => `round(line.netValue * 1.0 * ${qty} / line.qty)`
const left = '(line.qty - line.cancelledQty)'
const filled = `(case when line.invoicedQty < ${left} then line.invoicedQty when ${left} > 0 then ${left} else 0 end)`

const facts = `
  insert into order_fact (orderId, orderLineId, day, dueDay, customerId, soldToId, sbuId, channelId, placedById, productId,
    plantId, zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId, priceKind, uom, qty, cancelledQty,
    invoicedQty, listValue, netValue, grossValue, discountValue, defaultDiscount, promoDiscount, manualDiscount,
    cancelledValue, invoicedValue, filledValue)
  select o.id, line.id, o.orderDate,
    coalesce((select max(s.requestedDate) from schedule_line s where s.orderLineId = line.id), o.requestedDeliveryDate),
    o.customerId, o.soldToId, o.sbuId, o.channelId, o.placedById, line.productId, line.plantId,
    o.zoneId, o.zoneAreaId, o.customerSegmentId, o.clusterCode, o.salesEmployeeId,
    case when line.priceSource = 'FREE' then 'FREE' when ${isList} then 'LIST' else 'AGREED' end,
    line.uom, line.qty, line.cancelledQty, line.invoicedQty, ${list}, line.netValue, line.grossValue,
    ${below}, ${byRule}, ${byPromo}, ${below} - ${byRule} - ${byPromo},
    ${part('line.cancelledQty')}, ${part('line.invoicedQty')}, ${part(filled)}
  from order_line line join \`order\` o on o.id = line.orderId
  where o.status not in ${UNCOUNTED} and line.lineStatus not in ('REJECTED', 'DELETED')`
