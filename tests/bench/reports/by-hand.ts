import { COUNT_LIMIT } from '../../../api/derive/list/count-rows.ts'
import { yearUntilToday } from './pages.ts'

/**
 * The SQL that somebody would write by hand for the pages of reports over a period: the same rows and figures under the names
 * of their columns, without rights, filters and the texts of references. `by-hand.test.ts` compares the two.
 * Groups are named by `key0` and `key1`.
 */
const handWritten: Readonly<Record<string, (from: string, to: string) => string>> = {
  'orders rows': (from, to) =>
    `select o.id, o.orderNo, o.orderDate, o.customerId, o.status, coalesce(s.lineCount, 0) lineCount, coalesce(s.listValue, 0) listValue, coalesce(s.discountValue, 0) discountValue, coalesce(s.freightValue, 0) freightValue, coalesce(s.taxValue, 0) taxValue, coalesce(s.grossValue, 0) grossValue from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} order by o.orderDate desc, o.id desc limit 25`,
  'orders totals': (from, to) =>
    `select count(*) total, coalesce(sum(s.listValue), 0) listValue, coalesce(sum(s.discountValue), 0) discountValue, coalesce(sum(s.freightValue), 0) freightValue, coalesce(sum(s.taxValue), 0) taxValue, coalesce(sum(s.grossValue), 0) grossValue from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE}`,
  'invoices rows': (from, to) =>
    `select * from (${documents(from, to, LR_NOS)}) d order by invoiceDate desc, documentId desc limit 25`,
  'invoices totals': (from, to) =>
    `select count(*) total, ${sums('netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue', 'balance')} from (${documents(from, to, 'null')}) d`,
  'lrdetails rows': (from, to) =>
    `select * from lr where lrDate between '${from}' and '${to}' order by lrDate desc, id desc limit 25`,
  'lrdetails totals': (from, to) =>
    `select count(*) total, ${sums('packages', 'actualWeightKg', 'chargedWeightKg', 'declaredValue', 'freightAmount', 'otherCharges')} from lr where lrDate between '${from}' and '${to}'`,
  'monthwise-total-orders rows': (from, to) =>
    `select o.id, o.orderNo, o.orderDate, o.customerId, o.status, coalesce(s.grossValue, 0) grossValue from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} order by o.orderDate desc, o.id desc limit 25`,
  'monthwise-total-orders totals': (from, to) =>
    `select count(*) total, coalesce(sum(s.grossValue), 0) grossValue from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE}`,
  'monthwise-total-orders groups': (from, to) =>
    `select o.sbuId key0, ${month('o.orderDate')} key1, count(*) rowCount, coalesce(sum(s.grossValue), 0) grossValue from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} group by key0, key1`,
  'monthly-submitted-order rows': (from, to) =>
    `select e.*, o.orderNo from (${events('id, at happenedAt, customerId, orderId, event', from, to)} order by at desc, id desc limit 25) e join \`order\` o on o.id = e.orderId order by happenedAt desc, e.id desc`,
  'monthly-submitted-order totals': (from, to) => events(`count(*) total, ${eventCounts}`, from, to),
  'monthly-submitted-order groups': (from, to) =>
    `${events(`${month('day')} key0, sbuId key1, count(*) rowCount, ${eventCounts}`, from, to)} group by key0, key1`,
  'monthly-discounted-orders totals': (from, to) =>
    `select count(*) total, ${sums('listValue', 'netValue', 'discountValue', 'defaultDiscount', 'promoDiscount', 'manualDiscount')} from order_fact where discountValue > 0 and day between '${from}' and '${to}'`,
  'monthly-discounted-orders rows': (from, to) =>
    `select f.*, f.day orderDate from order_fact f where discountValue > 0 and day between '${from}' and '${to}' order by day desc, id desc limit 25`,
  'order-vs-sales rows': (from, to) =>
    `select x.*, (select o.orderNo from \`order\` o where o.id = x.orderId) orderNo, (select l.lineNo from order_line l where l.id = x.orderLineId) lineNo from (
      select * from (select id, day, orderId, orderLineId, customerId, productId, netValue orderedValue, soldValue invoicedValue from order_fact where day between '${from}' and '${to}' order by day desc, id desc limit 25) o
      union all select * from (select id, day, null orderId, null orderLineId, coalesce(endCustomerId, soldToId), productId, 0, value from sale_fact where orderLineId is null and day between '${from}' and '${to}' order by day desc, id desc limit 25) s) x order by day desc, id desc limit 25`,
  'order-vs-sales totals': (from, to) =>
    `select sum(total) total, ${sums('orderedValue', 'invoicedValue', 'openValue', 'cancelledValue', 'dueValue', 'filledValue')} from (
      select count(*) total, ${ordered(to)} from order_fact where day between '${from}' and '${to}'
      union all select count(*), 0, sum(value), 0, 0, 0, 0 from sale_fact where orderLineId is null and day between '${from}' and '${to}') x`,
  'order-vs-sales groups': (from, to) =>
    `select key0, key1, sum(total) rowCount, ${sums('orderedValue', 'invoicedValue', 'openValue', 'cancelledValue', 'dueValue', 'filledValue', 'orderedQty', 'invoicedQty', 'openQty', 'cancelledQty', 'isDue')}, ${[0, 1, 2, 3].map(at => `min(least${at}), max(most${at})`).join(', ')} from (
      select sbuId key0, ${month('day')} key1, count(*) total, ${ordered(to)}, sum(baseQty) orderedQty, sum(baseInvoicedQty) invoicedQty, sum(baseOpenQty) openQty, sum(baseCancelledQty) cancelledQty, sum(case when dueDay <= '${to}' then 1 else 0 end) isDue, ${units('baseUom', 'baseQty', 'baseInvoicedQty', 'baseOpenQty', 'baseCancelledQty')} from order_fact where day between '${from}' and '${to}' group by key0, key1
      union all select sbuId key0, ${month('day')} key1, count(*), 0, sum(value), 0, 0, 0, 0, 0, sum(qty), 0, 0, 0, ${units('uom', '0', 'qty', '0', '0')} from sale_fact where orderLineId is null and day between '${from}' and '${to}' group by key0, key1) x group by key0, key1`,
  'order-vs-sales-schedule-lines rows': (from, to) =>
    `select f.id, f.orderId, f.requestedDate, f.confirmedDate, f.qty, f.deliveredQty, s.scheduleNo, s.expectedDeliveryDate, l.lineNo, o.orderNo from schedule_fact f join schedule_line s on s.id = f.id join order_line l on l.id = f.orderLineId join \`order\` o on o.id = f.orderId where f.requestedDate between '${from}' and '${to}' order by f.requestedDate desc, f.id desc limit 25`,
  'order-vs-sales-schedule-lines totals': (from, to) =>
    `select count(*) total, sum(case when qty > 0 and requestedDate <= '${to}' then 1 else 0 end) due, sum(case when qty > 0 and requestedDate <= '${to}' and deliveredOn <= requestedDate then 1 else 0 end) kept, sum(case when qty > 0 and firstConfirmedDate <= '${to}' then 1 else 0 end) dueByConfirmed, sum(case when qty > 0 and firstConfirmedDate <= '${to}' and deliveredOn <= firstConfirmedDate then 1 else 0 end) keptByConfirmed from schedule_fact where requestedDate between '${from}' and '${to}'`,
  'sales totals': (from, to) =>
    `select count(*) total, sum(value) netSales from sale_fact where day between '${from}' and '${to}'`,
  'sales rows': (from, to) =>
    `select s.*, s.value netSales from sale_fact s where day between '${from}' and '${to}' order by day desc, id desc limit 25`,
  // The page compares with the year before.
  'sales groups': (from, to) =>
    `select sbuId key0, sum(case when day >= '${from}' then 1 else 0 end) rowCount, sum(case when day >= '${from}' then value else 0 end) netSales, sum(case when day < '${from}' then value else 0 end), sum(case when day >= '${from}' then qty end), min(uom), max(uom) from sale_fact where day between '${yearBefore(from)}' and '${to}' group by sbuId`,
  'zone-product-avg-price totals': (from, to) =>
    `select count(*) total, sum(value) netValue from sale_fact where ${PAID} and day between '${from}' and '${to}'`,
  'zone-product-avg-price rows': (from, to) =>
    `select day, productId, zoneId, sbuId, soldToId, uom, qty, value netValue from sale_fact where ${PAID} and day between '${from}' and '${to}' order by day desc, id desc limit 25`,
  'zone-product-avg-price groups': (from, to) =>
    `select f.productId key0, f.zoneId key1, count(*) rowCount, sum(value) netValue, sum(qty), min(round(value * 1000.0 / qty)) leastPrice, max(round(value * 1000.0 / qty)) mostPrice, min(uom), max(uom),
      coalesce(sum(case when m.asp is not null and uom = baseUom then qty end), 0) aspQty, sum(case when m.asp is not null and uom = baseUom then round(m.asp * 1.0 * qty * uomDenominator / (1000.0 * uomNumerator)) else 0 end) aspValue,
      sum(case when m.asp is not null and uom = baseUom then value - round(m.asp * 1.0 * qty * uomDenominator / (1000.0 * uomNumerator)) else 0 end) deviation
      from (select productId, zoneId, value, qty, uom from sale_fact where ${PAID} and day between '${from}' and '${to}') f
      join (select id, baseUom, uomNumerator, uomDenominator from products) p on p.id = f.productId
      left join (select productId, zoneId, max(asp) asp from zone_wise_asp where isActive = 1 and validFrom <= '${to}' and validTo >= '${to}' group by productId, zoneId) m on m.productId = f.productId and m.zoneId = f.zoneId
      group by f.productId, f.zoneId`,
  'emp-sales-mapping-report totals': (from, to) =>
    `select sum(n) total, ${sums('accounts', 'orders', 'orderValue', 'netSales')} from (${mapped(from, to, '')}) x`,
  'emp-sales-mapping-report groups': (from, to) =>
    `select key0, key1, sum(n) rowCount, ${sums('accounts', 'orders', 'orderValue', 'netSales')} from (${mapped(from, to, ' group by key0, key1')}) x group by key0, key1`,
  'emp-sales-mapping-report rows': (from, to) =>
    `select * from (select * from (select 'ORDER' kind, id * 3 + 1 figureId, customerId, orderDate day from \`order\` where orderDate between '${from}' and '${to}' and status not in ${GONE} order by orderDate desc, id desc limit 25) o
      union all select * from (select 'SALE' kind, id * 3 + 2 figureId, coalesce(endCustomerId, soldToId), day from sale_fact where day between '${from}' and '${to}' order by day desc, id desc limit 25) s
      union all select 'ACCOUNT', id * 3, customerId, null from customer_department_map where isActive = 1) x order by day desc, figureId desc limit 25`,
  'item-wise-order rows': (from, to) =>
    `select l.id, o.orderNo, l.lineNo, o.orderDate, l.qty, l.netValue, (select min(s.requestedDate) from schedule_line s where s.orderLineId = l.id) requestedDate from \`order\` o join order_line l on l.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ('DRAFT', 'DELETED', 'DEAD') order by o.orderDate desc, l.id desc limit 25`,
  'lost-sales rows': (from, to) => `select * from (${lost(from, to)}) x order by day desc, lostId desc limit 25`,
  'lost-sales totals': (from, to) => `select count(*) total, ${sums('unfilledValue')} from (${lost(from, to)}) x`,
  'csc-approved-orders rows': (from, to) =>
    `${cscApproved('t.id, t.orderId, t.level, t.actedAt approvedAt, o.orderNo, o.customerId, o.grossValue', from, to)} order by t.actedAt desc, t.id desc limit 25`,
  'csc-approved-orders totals': (from, to) =>
    cscApproved('count(*) total, coalesce(sum(o.grossValue), 0) grossValue', from, to),
  'merck-approval-pending rows': () =>
    `${pending('t.id, t.orderId, t.step, t.level, t.createdAt since, o.orderNo')} order by t.createdAt, t.id desc limit 25`,
  'merck-approval-pending totals': () => pending('count(*) total, coalesce(sum(o.grossValue), 0) grossValue'),
  'draft-order-status totals': () =>
    "select count(*) total, coalesce(sum(grossValue), 0) grossValue from `order` where status = 'DRAFT'",
  'dead-orders rows': (from, to) =>
    `${died('o.id, o.orderNo, o.customerId, o.grossValue, s.at diedAt', from, to)} order by s.at desc, o.id desc limit 25`,
  'dead-orders totals': (from, to) => died('count(*) total, coalesce(sum(o.grossValue), 0) grossValue', from, to),
  'deleted-orders rows': (from, to) =>
    `select * from (${deleted(from, to)}) x order by deletedAt desc, partId desc limit 25`,
  'deleted-orders totals': (from, to) =>
    `select count(*) total, coalesce(sum(grossValue), 0) grossValue from (${deleted(from, to)}) x`,
  'new-orders-deleted-items rows': (from, to) =>
    `select l.id, l.orderId, l.lineNo, l.qty, l.deletedAt, a.orderId newOrderId, a.lineNo newLineNo, a.qty newQty from order_line l join order_line a on a.id = l.reorderedLineId where l.lineStatus = 'DELETED' and ${within('l.deletedAt', from, to)} order by l.deletedAt desc, l.id desc limit 25`,
  'eud-report rows': (from, to) =>
    `select e.*, e.createdAt submittedAt from eud_document e where ${within('createdAt', from, to)} order by createdAt desc, id desc limit 25`,
  'outstanding rows': () => `select * from upload_outstanding where ${OPEN} order by dueDate, id desc limit 25`,
  'outstanding totals': () =>
    `select count(*) total, coalesce(sum(originalAmount), 0) amount, coalesce(sum(balanceAmount), 0) balance from upload_outstanding where ${OPEN}`,
  'outstanding groups': (_, to) =>
    `select customerId key0, case when documentType in ('CREDIT_NOTE', 'ON_ACCOUNT') then 'CREDIT' when dueDate >= '${to}' then 'NOT_DUE' ${[30, 60, 90, 180].map((days, at) => `when dueDate >= '${daysBefore(to, days)}' then '${['D0_30', 'D31_60', 'D61_90', 'D91_180'][at]}'`).join(' ')} else 'D180_PLUS' end key1, count(*) rowCount, sum(originalAmount) amount, sum(balanceAmount) balance from upload_outstanding where ${OPEN} group by key0, key1`,
  'stocks rows': (_, to) => stocked(to),
  'price-list-report rows': () =>
    'select p.productId, p.channelId, p.listPrice, q.code productCode from product_price p join products q on q.id = p.productId where p.isActive = 1 and q.isActive = 1 order by q.code, p.id desc limit 25',
  'proportionate-freight rows': (from, to) =>
    `select * from (${shares(from, to)}) x order by lrDate desc, shareId desc limit 25`,
  'proportionate-freight totals': (from, to) =>
    `select count(*) total, ${sums('weightKg', 'goodsValue', 'freightShare', 'cartingShare')} from (${shares(from, to)}) x`,
  'view-freight-paid rows': (from, to) =>
    `${freightPaid('i.id, i.invoiceNo, i.invoiceDate, i.soldToId, i.freightValue billedFreight', from, to)} order by invoiceDate desc, id desc limit 25`,
  'view-freight-paid totals': (from, to) =>
    freightPaid('count(*) total, coalesce(sum(freightValue), 0) billedFreight', from, to),
  'view-material-collected rows': (from, to) =>
    `select * from pwc_collection where status in ('AWAITED', 'READY') or ${within('collectedAt', from, to)} order by id desc limit 25`,
  'login-logout-report rows': (from, to) =>
    `select * from login_session where ${instants('loginAt', from, to)} order by loginAt desc, id desc limit 25`,
  'audit-log-report rows': (from, to) =>
    `select id, at, actorId, action, entity, businessKey from audit_entry where ${instants('at', from, to)} order by at desc, id desc limit 25`,
  'view-freight-report rows': (from, to) => `${lanes(from, to)} order by month desc, min(lrId) desc limit 25`,
  'view-freight-report totals': (from, to) =>
    `select count(*) total, ${sums('lrs', 'weightKg', 'paidWeightKg', 'freight', 'carting', 'goodsValue', 'billed', 'approved', 'variance', 'due', 'kept')} from (${lanes(from, to)}) x`,
}

/** The rows of the same pages, which a page counts up to 10,000 unless it shows all of them. */
const counted: Readonly<Record<string, (from: string, to: string) => string>> = {
  'orders rows': (from, to) =>
    `select 1 from \`order\` where orderDate between '${from}' and '${to}' and status not in ${GONE}`,
  'invoices rows': (from, to) =>
    `select 1 from invoice where invoiceDate between '${from}' and '${to}' union all select 1 from invoice where isCancelled = 1 and cancelledOn between '${from}' and '${to}'`,
  'lrdetails rows': (from, to) => `select 1 from lr where lrDate between '${from}' and '${to}'`,
  'monthwise-total-orders rows': (from, to) => counted['orders rows']!(from, to),
  'monthly-submitted-order rows': (from, to) => events('1 one', from, to),
  'monthly-discounted-orders rows': (from, to) =>
    `select 1 from order_fact where discountValue > 0 and day between '${from}' and '${to}'`,
  'order-vs-sales rows': (from, to) =>
    `select 1 from order_fact where day between '${from}' and '${to}' union all select 1 from sale_fact where orderLineId is null and day between '${from}' and '${to}'`,
  'order-vs-sales-schedule-lines rows': (from, to) =>
    `select 1 from schedule_fact where requestedDate between '${from}' and '${to}'`,
  'sales rows': (from, to) => `select 1 from sale_fact where day between '${from}' and '${to}'`,
  'zone-product-avg-price rows': (from, to) =>
    `select 1 from sale_fact where ${PAID} and day between '${from}' and '${to}'`,
  'emp-sales-mapping-report rows': (from, to) =>
    `select 1 from customer_department_map where isActive = 1 union all ${counted['orders rows']!(from, to)} union all ${counted['sales rows']!(from, to)}`,
  'item-wise-order rows': (from, to) =>
    `select 1 from \`order\` o join order_line l on l.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ('DRAFT', 'DELETED', 'DEAD')`,
  'csc-approved-orders rows': (from, to) => cscApproved('1 one', from, to),
  'merck-approval-pending rows': () => pending('1 one'),
  'dead-orders rows': (from, to) => died('1 one', from, to),
  'deleted-orders rows': (from, to) => `select 1 from (${deleted(from, to)}) x`,
  'eud-report rows': (from, to) => `select 1 from eud_document where ${within('createdAt', from, to)}`,
  'outstanding rows': () => `select 1 from upload_outstanding where ${OPEN}`,
  'stocks rows': () => 'select 1 from stock_level where isActive = 1 group by plantId, productId',
  'price-list-report rows': () =>
    'select 1 from product_price p join products q on q.id = p.productId where p.isActive = 1 and q.isActive = 1',
  'view-freight-paid rows': (from, to) => freightPaid('1 one', from, to),
  'login-logout-report rows': (from, to) => `select 1 from login_session where ${instants('loginAt', from, to)}`,
  'audit-log-report rows': (from, to) => `select 1 from audit_entry where ${instants('at', from, to)}`,
}

/** What somebody would ask by hand for a page: its rows, groups or totals, and the count that stands below rows. */
export function byHand(page: string): string[] {
  const [from, to] = yearUntilToday()
  const [shown, all] = [handWritten[page]?.(from, to), counted[page]?.(from, to)]
  return [...(shown ? [shown] : []), ...(all ? [`select count(*) total from (${all} limit ${COUNT_LIMIT}) x`] : [])]
}

const GONE = "('DRAFT', 'REJECTED', 'DELETED', 'DEAD')"
const OPEN = 'isActive = 1 and closedOn is null and balanceAmount <> 0'
const PAID =
  "kind = 'INVOICE' and value > 0 and qty > 0 and invoiceId not in (select id from invoice where isCancelled = 1 and cancelledOn > '')"

const sums = (...names: string[]) => names.map(name => `coalesce(sum(${name}), 0) ${name}`).join(', ')
/** The least and the most of the units of each of these quantities, where there is any of it. */
const units = (uom: string, ...quantities: string[]) =>
  quantities
    .map(
      (qty, at) =>
        `min(case when ${qty} <> 0 then ${uom} end) least${at}, max(case when ${qty} <> 0 then ${uom} end) most${at}`,
    )
    .join(', ')
const month = (day: string) => `concat(substr(${day}, 1, 7), '-01')`
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
/** The Indian days of an instant. */
const within = (column: string, from: string, to: string) =>
  `${column} >= '${midnight(from, 0)}' and ${column} < '${midnight(to, 1)}'`
const midnight = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00+05:30`) + days * 86_400_000).toISOString()
/** The instants that the page asks for, in UTC. */
const instants = (column: string, from: string, to: string) =>
  `${column} >= '${from}T00:00:00.000Z' and ${column} < '${new Date(Date.parse(to) + 86_400_000).toISOString()}'`

const LR_NOS =
  "(select group_concat(distinct lr.lrNo) from lr_line join lr on lr.id = lr_line.lrId where lr_line.invoiceId = i.id and lr.deliveryStatus <> 'CANCELLED')"

/** Invoices and notes with their signs, and their cancellations on days of their own. */
function documents(from: string, to: string, lrNos: string): string {
  const amounts = (sign: 1 | -1) =>
    ['netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue']
      .map(
        name =>
          `(case when i.invoiceType in ('CREDIT_NOTE', 'RETURN') then ${-sign} else ${sign} end) * i.${name} ${name}`,
      )
      .join(', ')
  const told =
    'exists (select 1 from upload_outstanding u where u.invoiceId = i.id and (u.isActive = 1 or u.closedOn is not null))'
  const isOver =
    'i.isCancelled = 1 or i.isCleared = 1 or exists (select 1 from payment_clearing c where c.invoiceId = i.id)'
  const open =
    'coalesce((select sum(u.balanceAmount) from upload_outstanding u where u.invoiceId = i.id and u.isActive = 1 and u.closedOn is null), 0)'
  // What SAP's open items do not have yet is open: all of an invoice, and of a credit note nobody knows.
  const balance = `case when ${told} or ${isOver} then ${open} when i.invoiceType in ('CREDIT_NOTE', 'RETURN') then null else i.grossValue end`
  return `select i.id documentId, i.invoiceNo, i.invoiceDate, i.soldToId, ${amounts(1)}, ${balance} balance, ${lrNos} lrNos from invoice i where i.invoiceDate between '${from}' and '${to}'
    union all select i.id, i.invoiceNo, i.cancelledOn, i.soldToId, ${amounts(-1)}, 0, ${lrNos} from invoice i where i.isCancelled = 1 and i.cancelledOn between '${from}' and '${to}'`
}

const eventCounts = ['submitted', 'approved', 'rejected', 'cancelled', 'dead']
  .map(name => `coalesce(sum(case when event = '${name.toUpperCase()}' then 1 else 0 end), 0) ${name}`)
  .join(', ')
/** What became of orders within the Indian days of a period. */
const events = (columns: string, from: string, to: string) =>
  `select ${columns} from order_event_fact where ${within('at', from, to)}`

const ordered = (to: string) =>
  `sum(netValue) orderedValue, sum(soldValue) invoicedValue, sum(openValue) openValue, sum(cancelledValue) cancelledValue, sum(case when dueDay <= '${to}' then netValue - cancelledValue else 0 end) dueValue, sum(case when dueDay <= '${to}' then filledValue else 0 end) filledValue`

/** Accounts of today, orders by who keeps their account, and sales by who kept it. */
function mapped(from: string, to: string, group: string): string {
  const owner =
    '(select min(a.salesEmployeeId) from customer_department_map a where a.customerId = o.customerId and a.departmentId = o.departmentId and a.isActive = 1)'
  const before =
    'exists (select 1 from customer_department_map f join department e on e.id = f.departmentId where f.isActive = 1 and f.customerId = a.customerId and f.salesEmployeeId = a.salesEmployeeId and e.sbuId = d.sbuId and f.id < a.id)'
  const keys = (employee: string, sbu: string) => (group ? `${employee} key0, ${sbu} key1,` : '')
  return `select ${keys('a.salesEmployeeId', 'd.sbuId')} count(*) n, sum(case when ${before} then 0 else 1 end) accounts, 0 orders, 0 orderValue, 0 netSales from customer_department_map a join department d on d.id = a.departmentId where a.isActive = 1${group}
    union all select ${keys(owner, 'o.sbuId')} count(*), 0, count(*), sum(s.netValue), 0 from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE}${group}
    union all select ${keys('salesEmployeeId', 'sbuId')} count(*), 0, 0, 0, sum(value) from sale_fact where day between '${from}' and '${to}'${group}`
}

/** What was cancelled, is overdue, lapsed or was refused. */
const lost = (from: string, to: string) =>
  `select f.id * 2 lostId, o.orderNo, f.day, f.productId, f.cancelledValue unfilledValue from order_fact f join \`order\` o on o.id = f.orderId where f.isCancelled = 1 and f.day between '${from}' and '${to}'
    union all select f.id * 2 + 1, o.orderNo, f.day, f.productId, f.openValue from order_fact f join \`order\` o on o.id = f.orderId where f.isOpen = 1 and f.day between '${from}' and '${to}' and f.dueDay < '${to}'
    union all select l.id * 4 + 2, o.orderNo, o.orderDate, l.productId, l.netValue from \`order\` o join order_line l on l.orderId = o.id where o.status in ('REJECTED', 'DEAD') and o.submittedAt is not null and l.lineStatus <> 'DELETED' and o.orderDate between '${from}' and '${to}'
    union all select l.id * 4 + 2, o.orderNo, o.orderDate, l.productId, l.netValue from order_line l join \`order\` o on o.id = l.orderId where l.lineStatus = 'REJECTED' and o.submittedAt is not null and o.status not in ('REJECTED', 'DEAD', 'DRAFT', 'DELETED') and o.orderDate between '${from}' and '${to}'`

const cscApproved = (columns: string, from: string, to: string) =>
  `select ${columns} from approval_task t join \`order\` o on o.id = t.orderId where t.step = 'CSC' and t.status = 'APPROVED' and ${within('t.actedAt', from, to)}`
const pending = (columns: string) =>
  `select ${columns} from approval_task t join \`order\` o on o.id = t.orderId where t.status = 'PENDING' and o.status = 'PENDING' and t.step = o.pendingStep`
const died = (columns: string, from: string, to: string) =>
  `select ${columns} from \`order\` o join order_step s on s.orderId = o.id and s.toStatus = 'DEAD' where o.status = 'DEAD' and ${within('s.at', from, to)}`
const deleted = (from: string, to: string) =>
  `select o.id partId, o.id orderId, o.orderNo, o.grossValue, o.deletedAt from \`order\` o where o.status = 'DELETED' and ${within('o.deletedAt', from, to)}
    union all select l.id, o.id, o.orderNo, l.grossValue, l.deletedAt from order_line l join \`order\` o on o.id = l.orderId where l.lineStatus = 'DELETED' and o.status <> 'DELETED' and ${within('l.deletedAt', from, to)}`

/** The first plants and products with their stock, what is reserved of it, and what was invoiced in 90 days. */
function stocked(to: string): string {
  const page =
    'select plantId, productId, sum(unrestrictedQty) unrestrictedQty from stock_level where isActive = 1 group by plantId, productId order by plantId, productId limit 25'
  const reserved =
    "select sum(round((l.qty - l.dispatchedQty - l.cancelledQty) * 1.0 * p.uomNumerator / p.uomDenominator)) from order_line l join `order` o on o.id = l.orderId join products p on p.id = l.productId where l.productId = x.productId and l.plantId = x.plantId and l.lineStatus in ('OPEN', 'PARTIALLY_DISPATCHED') and o.status in ('APPROVED', 'CONFIRMED', 'PARTIALLY_DISPATCHED')"
  const sold = `select sum(f.qty) from sale_fact f where f.productId = x.productId and f.plantId = x.plantId and f.kind = 'INVOICE' and f.day > '${daysBefore(to, 90)}' and f.day <= '${to}' and f.invoiceId not in (select id from invoice where isCancelled = 1 and cancelledOn > '')`
  return `select x.*, coalesce((${reserved}), 0) reservedQty, (${sold}) sold from (${page}) x order by plantId, productId`
}

/** The goods on LRs, whole invoices whose goods are not listed, and carting that came later. */
function shares(from: string, to: string): string {
  const counts = (table: string) =>
    `((lr.deliveryStatus <> 'CANCELLED' and lr.businessLine = 'CORE') or ${table}.cartingShare > 0) and lr.lrDate between '${from}' and '${to}'`
  return `select i.id * 3 shareId, lr.id lrId, lr.lrDate, v.invoiceNo, v.soldToId, i.weightKg, case when n.qty > 0 then round(n.netValue * 1.0 * i.qty / n.qty) else 0 end goodsValue, i.freightShare, i.cartingShare from lr_line_item i join lr on lr.id = i.lrId join invoice_line_goods g on g.deliveryLineId = i.deliveryLineId join invoice_line n on n.id = g.invoiceLineId join invoice v on v.id = n.invoiceId where ${counts('i')}
    union all select l.id * 3 + 1, lr.id, lr.lrDate, v.invoiceNo, v.soldToId, l.weightKg, coalesce(v.netValue, l.invoiceValue), l.freightShare, l.cartingShare from lr_line l join lr on lr.id = l.lrId left join invoice v on v.id = l.invoiceId where ${counts('l')} and not exists (select 1 from lr_line_item i where i.lrLineId = l.id)
    union all select a.id * 3 + 2, lr.id, a.adjustedOn, v.invoiceNo, v.soldToId, 0, 0, 0, a.amount from freight_adjustment a join lr on lr.id = a.lrId join lr_line l on l.id = a.lrLineId left join invoice v on v.id = l.invoiceId where a.adjustedOn between '${from}' and '${to}'`
}

const freightPaid = (columns: string, from: string, to: string) =>
  `select ${columns} from invoice i where invoiceType = 'INVOICE' and isCancelled = 0 and invoiceDate between '${from}' and '${to}' and (freightValue > 0
    or id in (select l.invoiceId from lr join lr_line l on l.lrId = lr.id where lr.freightTerms = 'TO_PAY' and lr.deliveryStatus <> 'CANCELLED' and l.freightShare > 0)
    or id in (select invoiceId from pwc_collection where status = 'COLLECTED' and freightPaidByCustomer > 0))`

/** What transporters cost by plant, mode and month; the page begins with the first month that lies in its period. */
function lanes(from: string, to: string): string {
  const ours = "lr.deliveryStatus <> 'CANCELLED' and lr.freightTerms <> 'TO_PAY' and lr.businessLine <> 'SIGMA'"
  const first = Number(from.slice(8)) === 1 ? from : nextMonth(from)
  const billed = 'b.billedFreight + b.billedOther'
  const excused =
    "lr.id in (select lrId from tracking_event where reason in ('CLOSED', 'REFUSED', 'ADDRESS', 'TO_PAY_UNPAID') and voidedAt is null and confirmation <> 'DECLINED')"
  const isDue = `lr.originalExpectedDate is not null and lr.deliveryStatus <> 'CANCELLED' and not ${excused}`
  const came = "lr.deliveredOn is not null and lr.deliveryStatus in ('DELIVERED', 'PARTIAL_DELIVERED')"
  const sent = `select lr.id lrId, lr.transporterId, lr.plantId, lr.transMode, ${month('lr.lrDate')} month, case when lr.deliveryStatus <> 'CANCELLED' then 1 else 0 end lrs, case when lr.deliveryStatus <> 'CANCELLED' then lr.chargedWeightKg else 0 end weightKg,
    case when ${ours} then lr.chargedWeightKg else 0 end paidWeightKg, case when ${ours} then sum(l.freightShare) else 0 end freight, sum(l.cartingShare) carting, case when ${ours} then sum(l.invoiceValue) else 0 end goodsValue,
    case when t.status <> 'DRAFT' then ${billed} else 0 end billed, case when t.status in ('APPROVED', 'PAID') then coalesce(b.acceptedAmount, ${billed}) else 0 end approved, case when t.status <> 'DRAFT' then b.variance else 0 end variance,
    0 due, 0 kept
    from lr left join lr_line l on l.lrId = lr.id left join transporter_bill_line b on b.lrId = lr.id and b.releasedNo = 0 left join transporter_bill t on t.id = b.transporterBillId
    where lr.lrDate >= '${first}' and lr.lrDate < '${nextMonth(to)}' group by lr.id`
  const later = `select lr.id, lr.transporterId, lr.plantId, lr.transMode, ${month('a.adjustedOn')}, 0, 0, 0, 0, a.amount, 0, 0, 0, 0, 0, 0 from freight_adjustment a join lr on lr.id = a.lrId where a.adjustedOn >= '${first}' and a.adjustedOn < '${nextMonth(to)}'`
  const promised = `select lr.id, lr.transporterId, lr.plantId, lr.transMode, ${month('lr.originalExpectedDate')}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, case when ${came} and lr.deliveredOn <= lr.originalExpectedDate then 1 else 0 end from lr where ${isDue} and ((${came}) or lr.originalExpectedDate < '${to}') and lr.originalExpectedDate >= '${first}' and lr.originalExpectedDate < '${nextMonth(to)}'`
  return `select month, transporterId, plantId, transMode, ${sums('lrs', 'weightKg', 'paidWeightKg', 'freight', 'carting', 'goodsValue', 'billed', 'approved', 'variance', 'due', 'kept')} from (${sent} union all ${later} union all ${promised}) x group by transporterId, plantId, transMode, month`
}

const nextMonth = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10)
