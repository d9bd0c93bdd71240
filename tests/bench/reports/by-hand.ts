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
  'proportionate-freight totals': (from, to) =>
    `select sum(i.weightKg), sum(i.freightShare), sum(i.cartingShare) from lr join lr_line_item i on i.lrId = lr.id where lr.lrDate between '${from}' and '${to}'`,
  'view-freight-report totals': (from, to) =>
    `select transporterId, count(*), sum(chargedWeightKg), sum(freightAmount) from lr where lrDate between '${from}' and '${to}' group by transporterId`,
}

const GONE = "('DRAFT', 'REJECTED', 'DELETED', 'DEAD')"
