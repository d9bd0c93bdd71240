/**
 * The SQL that somebody would write by hand for the pages of reports over a period, without rights, filters and texts: what
 * the reports are compared with.
 */
export const handWritten: Readonly<Record<string, (from: string, to: string) => string>> = {
  'orders rows': (from, to) =>
    `select o.*, (select count(*) from order_line l where l.orderId = o.id) n from \`order\` o where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} order by o.orderDate desc, o.id desc limit 25`,
  'orders totals': (from, to) =>
    `select count(*), sum(listValue), sum(discountValue), sum(grossValue) from order_fact where day between '${from}' and '${to}'`,
  'invoices rows': (from, to) =>
    `select * from invoice where invoiceDate between '${from}' and '${to}' order by invoiceDate desc, id desc limit 25`,
  'invoices totals': (from, to) =>
    `select count(*), sum(netValue), sum(freightValue), sum(cgst), sum(sgst), sum(igst), sum(grossValue) from invoice where invoiceDate between '${from}' and '${to}'`,
  'lrdetails rows': (from, to) =>
    `select * from lr where lrDate between '${from}' and '${to}' order by lrDate desc, id desc limit 25`,
  'lrdetails totals': (from, to) =>
    `select count(*), sum(packages), sum(actualWeightKg), sum(declaredValue), sum(freightAmount) from lr where lrDate between '${from}' and '${to}'`,
  'monthwise-total-orders totals': (from, to) =>
    `select count(distinct orderId), sum(grossValue) from order_fact where day between '${from}' and '${to}'`,
  'monthwise-total-orders groups': (from, to) =>
    `select sbuId, substr(day, 1, 7) m, sum(grossValue) v from order_fact where day between '${from}' and '${to}' group by sbuId, m`,
  'monthly-submitted-order totals': (from, to) =>
    `select step, count(distinct orderId) from order_step where at between '${from}' and '${to}' group by step`,
  'monthly-discounted-orders totals': (from, to) =>
    `select count(*), sum(listValue), sum(discountValue), sum(defaultDiscount), sum(promoDiscount), sum(manualDiscount) from order_fact where discountValue > 0 and day between '${from}' and '${to}'`,
  'monthly-discounted-orders rows': (from, to) =>
    `select * from order_fact where discountValue > 0 and day between '${from}' and '${to}' order by day desc, orderLineId desc limit 25`,
  'order-vs-sales totals': (from, to) =>
    `select sum(netValue), sum(invoicedValue), sum(cancelledValue), sum(filledValue) from order_fact where day between '${from}' and '${to}'`,
  'order-vs-sales groups': (from, to) =>
    `select sbuId, day, sum(netValue), sum(invoicedValue), sum(cancelledValue), sum(filledValue) from order_fact where day between '${from}' and '${to}' group by sbuId, day`,
  'order-vs-sales-schedule-lines rows': (from, to) =>
    `select s.*, l.productId, o.orderNo from schedule_line s join order_line l on l.id = s.orderLineId join \`order\` o on o.id = l.orderId where s.requestedDate between '${from}' and '${to}' and o.status not in ${GONE} order by s.requestedDate desc, s.id desc limit 25`,
  'order-vs-sales-schedule-lines totals': (from, to) =>
    `select count(*), sum(case when r.day <= s.requestedDate and r.qty >= s.qty then 1 else 0 end) from schedule_line s join \`order\` o on o.id = s.orderId left join (select i.orderLineId, max(lr.deliveredOn) day, sum(g.qty) qty from lr_line_item g join lr on lr.id = g.lrId join invoice_line i on i.id = g.invoiceLineId where lr.deliveryStatus = 'DELIVERED' group by i.orderLineId) r on r.orderLineId = s.orderLineId where s.requestedDate between '${from}' and '${to}' and o.status not in ${GONE}`,
  'sales totals': (from, to) => `select count(*), sum(value) from sale_fact where day between '${from}' and '${to}'`,
  'zone-product-avg-price totals': (from, to) =>
    `select sum(value) from sale_fact where kind = 'INVOICE' and value > 0 and qty > 0 and day between '${from}' and '${to}'`,
  'zone-product-avg-price groups': (from, to) =>
    `select productId, zoneId, sum(value) * 1000.0 / sum(qty) p from sale_fact where kind = 'INVOICE' and value > 0 and qty > 0 and day between '${from}' and '${to}' group by productId, zoneId`,
  'proportionate-freight totals': (from, to) =>
    `select sum(i.weightKg), sum(i.freightShare), sum(i.cartingShare) from lr join lr_line_item i on i.lrId = lr.id where lr.lrDate between '${from}' and '${to}'`,
  'view-freight-report totals': (from, to) =>
    `select transporterId, count(*), sum(chargedWeightKg), sum(freightAmount) from lr where lrDate between '${from}' and '${to}' group by transporterId`,
}

const GONE = "('DRAFT', 'REJECTED', 'DELETED', 'DEAD')"
