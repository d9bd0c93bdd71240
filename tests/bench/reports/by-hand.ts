/**
 * The SQL that somebody would write by hand for the pages of reports over a period, without rights, filters and texts: what
 * the reports are compared with.
 */
export const handWritten: Readonly<Record<string, (from: string, to: string) => string>> = {
  'orders rows': (from, to) =>
    `select o.*, (select count(*) from order_line l where l.orderId = o.id) n from \`order\` o where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} order by o.orderDate desc, o.id desc limit 25`,
  'orders totals': (from, to) =>
    `select count(*), sum(s.listValue), sum(s.discountValue), sum(s.freightValue), sum(s.taxValue), sum(s.grossValue) from \`order\` o join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE}`,
  'invoices rows': (from, to) =>
    `select * from invoice where invoiceDate between '${from}' and '${to}' order by invoiceDate desc, id desc limit 25`,
  'invoices totals': (from, to) =>
    `select count(*), sum(netValue), sum(freightValue), sum(cgst), sum(sgst), sum(igst), sum(grossValue) from invoice where invoiceDate between '${from}' and '${to}'`,
  'lrdetails rows': (from, to) =>
    `select * from lr where lrDate between '${from}' and '${to}' order by lrDate desc, id desc limit 25`,
  'lrdetails totals': (from, to) =>
    `select count(*), sum(packages), sum(actualWeightKg), sum(declaredValue), sum(freightAmount) from lr where lrDate between '${from}' and '${to}'`,
  'monthwise-total-orders totals': (from, to) =>
    `select count(*), sum(s.grossValue) from \`order\` o join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE}`,
  'monthwise-total-orders groups': (from, to) =>
    `select o.sbuId, substr(o.orderDate, 1, 7) m, count(*), sum(s.grossValue) v from \`order\` o join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} group by o.sbuId, m`,
  'monthly-submitted-order totals': (from, to) =>
    `select step, count(distinct orderId) from order_step where at between '${from}' and '${to}' group by step`,
  'monthly-discounted-orders totals': (from, to) =>
    `select count(*), sum(listValue), sum(discountValue), sum(defaultDiscount), sum(promoDiscount), sum(manualDiscount) from order_fact where discountValue > 0 and day between '${from}' and '${to}'`,
  'monthly-discounted-orders rows': (from, to) =>
    `select * from order_fact where discountValue > 0 and day between '${from}' and '${to}' order by day desc, orderLineId desc limit 25`,
  'order-vs-sales totals': (from, to) =>
    `select count(*), sum(netValue), sum(soldValue), sum(openValue), sum(cancelledValue), sum(case when dueDay <= '${to}' then netValue - cancelledValue end), sum(case when dueDay <= '${to}' then filledValue end) from order_fact where day between '${from}' and '${to}'`,
  'order-vs-sales groups': (from, to) =>
    `select sbuId, substr(day, 1, 7) m, count(*), sum(netValue), sum(soldValue), sum(openValue), sum(cancelledValue), sum(case when dueDay <= '${to}' then netValue - cancelledValue end), sum(case when dueDay <= '${to}' then filledValue end), sum(baseQty), sum(baseInvoicedQty), sum(baseOpenQty), sum(baseCancelledQty), min(baseUom), max(baseUom) from order_fact where day between '${from}' and '${to}' group by sbuId, m`,
  'order-vs-sales-schedule-lines rows': (from, to) =>
    `select f.*, s.scheduleNo, s.expectedDeliveryDate, l.lineNo, o.orderNo from schedule_fact f join schedule_line s on s.id = f.id join order_line l on l.id = f.orderLineId join \`order\` o on o.id = f.orderId where f.requestedDate between '${from}' and '${to}' order by f.requestedDate desc, f.id desc limit 25`,
  'order-vs-sales-schedule-lines totals': (from, to) =>
    `select count(*), sum(case when qty > 0 and requestedDate <= '${to}' then 1 end), sum(case when qty > 0 and deliveredOn <= requestedDate then 1 end), sum(case when qty > 0 and confirmedDate <= '${to}' then 1 end), sum(case when qty > 0 and deliveredOn <= confirmedDate then 1 end) from schedule_fact where requestedDate between '${from}' and '${to}'`,
  'sales totals': (from, to) => `select count(*), sum(value) from sale_fact where day between '${from}' and '${to}'`,
  'zone-product-avg-price totals': (from, to) =>
    `select sum(value) from sale_fact where kind = 'INVOICE' and value > 0 and qty > 0 and day between '${from}' and '${to}'`,
  'zone-product-avg-price groups': (from, to) =>
    `select productId, zoneId, sum(value) * 1000.0 / sum(qty) p from sale_fact where kind = 'INVOICE' and value > 0 and qty > 0 and day between '${from}' and '${to}' group by productId, zoneId`,
  'proportionate-freight totals': (from, to) =>
    `select sum(i.weightKg), sum(i.freightShare), sum(i.cartingShare) from lr join lr_line_item i on i.lrId = lr.id where lr.lrDate between '${from}' and '${to}'`,
  'sales rows': (from, to) =>
    `select * from sale_fact where day between '${from}' and '${to}' order by day desc, id desc limit 25`,
  'sales groups': (from, to) =>
    `select sbuId, count(*), sum(value) from sale_fact where day between '${from}' and '${to}' group by sbuId`,
  'order-vs-sales rows': (from, to) =>
    `select f.*, o.orderNo, l.lineNo from order_fact f join order_line l on l.id = f.orderLineId join \`order\` o on o.id = f.orderId where f.day between '${from}' and '${to}' order by f.day desc, f.orderLineId desc limit 25`,
  'monthwise-total-orders rows': (from, to) =>
    `select o.*, s.grossValue v from \`order\` o left join order_sum s on s.orderId = o.id where o.orderDate between '${from}' and '${to}' and o.status not in ${GONE} order by o.orderDate desc, o.id desc limit 25`,
  'monthly-submitted-order rows': (from, to) =>
    `select s.*, o.orderNo from order_step s join \`order\` o on o.id = s.orderId where s.at between '${from}' and '${to}' and (s.step = 'submit' or s.toStatus in ('APPROVED', 'REJECTED', 'CANCELLED', 'DEAD')) order by s.at desc limit 25`,
  'zone-product-avg-price rows': (from, to) =>
    `select * from sale_fact where kind = 'INVOICE' and value > 0 and qty > 0 and day between '${from}' and '${to}' order by day desc, id desc limit 25`,
  'emp-sales-mapping-report totals': (from, to) =>
    `select (select count(*) from customer_department_map where isActive = 1), (select count(distinct orderId) from order_fact where day between '${from}' and '${to}'), (select sum(netValue) from order_fact where day between '${from}' and '${to}'), (select sum(value) from sale_fact where day between '${from}' and '${to}')`,
  'emp-sales-mapping-report groups': (from, to) =>
    `select salesEmployeeId, sbuId, sum(value) from sale_fact where day between '${from}' and '${to}' group by salesEmployeeId, sbuId`,
  'csc-approved-orders rows': (from, to) =>
    `${cscApproved('t.*, o.orderNo, o.grossValue', from, to)} order by t.actedAt desc limit 25`,
  'csc-approved-orders totals': (from, to) => cscApproved('count(*), sum(o.grossValue)', from, to),
  'merck-approval-pending rows': () => `${pending('t.*, o.orderNo')} order by t.id desc limit 25`,
  'merck-approval-pending totals': () => pending('count(*), sum(o.grossValue)'),
  'draft-order-status rows': () => "select * from `order` where status = 'DRAFT' order by id desc limit 25",
  'draft-order-status totals': () => "select count(*), sum(grossValue) from `order` where status = 'DRAFT'",
  'dead-orders rows': (from, to) => `${died('o.*, s.at', from, to)} order by s.at desc limit 25`,
  'dead-orders totals': (from, to) => died('count(*), sum(o.grossValue)', from, to),
  'deleted-orders rows': (from, to) =>
    `select * from \`order\` where status = 'DELETED' and deletedAt between '${from}' and '${to}' order by deletedAt desc limit 25`,
  'deleted-orders totals': (from, to) =>
    `select (select count(*) from \`order\` where status = 'DELETED' and deletedAt between '${from}' and '${to}'), (select count(*) from order_line where lineStatus = 'DELETED' and deletedAt between '${from}' and '${to}')`,
  'new-orders-deleted-items rows': (from, to) =>
    `select l.*, a.orderId n from order_line l join order_line a on a.id = l.reorderedLineId where l.lineStatus = 'DELETED' and l.deletedAt between '${from}' and '${to}' order by l.deletedAt desc limit 25`,
  'eud-report rows': (from, to) =>
    `select * from eud_document where createdAt between '${from}' and '${to}' order by createdAt desc, id desc limit 25`,
  'outstanding rows': () => `select * from upload_outstanding where ${OPEN} order by dueDate, id limit 25`,
  'outstanding totals': () =>
    `select count(*), sum(originalAmount), sum(balanceAmount) from upload_outstanding where ${OPEN}`,
  'outstanding groups': () =>
    `select customerId, dueDate, sum(balanceAmount) from upload_outstanding where ${OPEN} group by customerId, dueDate`,
  'stocks rows': () =>
    'select plantId, productId, sum(unrestrictedQty) q from stock_level where isActive = 1 group by plantId, productId order by plantId, productId limit 25',
  'price-list-report rows': () =>
    'select p.*, q.code from product_price p join products q on q.id = p.productId where p.isActive = 1 and q.isActive = 1 order by q.code limit 25',
  'proportionate-freight rows': (from, to) =>
    `select lr.lrNo, i.* from lr join lr_line_item i on i.lrId = lr.id where lr.lrDate between '${from}' and '${to}' order by lr.lrDate desc, i.id desc limit 25`,
  'view-freight-paid rows': (from, to) => `${freightPaid('*', from, to)} order by invoiceDate desc, id desc limit 25`,
  'view-freight-paid totals': (from, to) => freightPaid('count(*), sum(freightValue)', from, to),
  'view-material-collected rows': (from, to) =>
    `select * from pwc_collection where collectedAt between '${from}' and '${to}' order by collectedAt desc limit 25`,
  'view-material-collected totals': (from, to) =>
    `select count(*), sum(packages) from pwc_collection where collectedAt between '${from}' and '${to}'`,
  'login-logout-report rows': (from, to) =>
    `select * from login_session where loginAt between '${from}' and '${to}' order by loginAt desc, id desc limit 25`,
  'audit-log-report rows': (from, to) =>
    `select id, at, actorId, action, entity, businessKey from audit_entry where at between '${from}' and '${to}' order by at desc, id desc limit 25`,
  'view-freight-report rows': (from, to) =>
    `select transporterId, plantId, transMode, substr(lrDate, 1, 7) m, count(*), sum(chargedWeightKg), sum(freightAmount) from lr where lrDate between '${from}' and '${to}' group by transporterId, plantId, transMode, m order by m desc limit 25`,
  'view-freight-report totals': (from, to) =>
    `select transporterId, count(*), sum(chargedWeightKg), sum(freightAmount) from lr where lrDate between '${from}' and '${to}' group by transporterId`,
}

const GONE = "('DRAFT', 'REJECTED', 'DELETED', 'DEAD')"
const OPEN = 'isActive = 1 and closedOn is null and balanceAmount <> 0'

const cscApproved = (columns: string, from: string, to: string) =>
  `select ${columns} from approval_task t join \`order\` o on o.id = t.orderId where t.step = 'CSC' and t.status = 'APPROVED' and t.actedAt between '${from}' and '${to}'`
const pending = (columns: string) =>
  `select ${columns} from approval_task t join \`order\` o on o.id = t.orderId where t.status = 'PENDING' and o.status = 'PENDING' and t.step = o.pendingStep`
const died = (columns: string, from: string, to: string) =>
  `select ${columns} from \`order\` o join order_step s on s.orderId = o.id and s.toStatus = 'DEAD' where o.status = 'DEAD' and s.at between '${from}' and '${to}'`
const freightPaid = (columns: string, from: string, to: string) =>
  `select ${columns} from invoice where invoiceType = 'INVOICE' and isCancelled = 0 and freightValue > 0 and invoiceDate between '${from}' and '${to}'`
