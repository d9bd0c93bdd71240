import { pwcCollection } from '../../resources/dispatches/collections/pwc-collection.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { lrLine } from '../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../resources/dispatches/lr-line-item.ts'
import { auditLogReport } from '../../resources/mis/audit-log-report.ts'
import { cscApprovedOrders } from '../../resources/mis/csc-approved-orders.ts'
import { deadOrders } from '../../resources/mis/dead-orders.ts'
import { deletedOrders } from '../../resources/mis/deleted-orders.ts'
import { draftOrderStatus } from '../../resources/mis/draft-order-status.ts'
import { empSalesMappingReport } from '../../resources/mis/emp-sales-mapping-report.ts'
import { eudReport } from '../../resources/mis/eud-report.ts'
import { invoicesReport } from '../../resources/mis/invoices.ts'
import { loginLogoutReport } from '../../resources/mis/login-logout-report.ts'
import { lostSales } from '../../resources/mis/lost-sales.ts'
import { lrDetails } from '../../resources/mis/lrdetails.ts'
import { merckApprovalPending } from '../../resources/mis/merck-approval-pending.ts'
import { monthlyDiscountedOrders } from '../../resources/mis/monthly-discounted-orders.ts'
import { monthlySubmittedOrder } from '../../resources/mis/monthly-submitted-order.ts'
import { monthwiseTotalOrders } from '../../resources/mis/monthwise-total-orders.ts'
import { newOrdersDeletedItems } from '../../resources/mis/new-orders-deleted-items.ts'
import { orderVsSales } from '../../resources/mis/order-vs-sales.ts'
import { orderVsSalesScheduleLines } from '../../resources/mis/order-vs-sales-schedule-lines.ts'
import { ordersReport } from '../../resources/mis/orders.ts'
import { outstanding } from '../../resources/mis/outstanding.ts'
import { priceListReport } from '../../resources/mis/price-list-report.ts'
import { proportionateFreight } from '../../resources/mis/proportionate-freight.ts'
import { sales } from '../../resources/mis/sales.ts'
import { stocks } from '../../resources/mis/stocks.ts'
import { viewFreightPaid } from '../../resources/mis/view-freight-paid.ts'
import { viewFreightReport } from '../../resources/mis/view-freight-report.ts'
import { viewMaterialCollected } from '../../resources/mis/view-material-collected.ts'
import { zoneProductAvgPrice } from '../../resources/mis/zone-product-avg-price.ts'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { documentRead } from '../sap/documents/document-news.ts'
import { removeInTime } from '../settings/retention/remove-expired.ts'
import { auditedChange, auditLogQuery } from './audit-log-report.ts'
import { cscApprovedOrdersQuery } from './csc-approved-orders.ts'
import { deadOrdersQuery } from './dead-orders.ts'
import { deletedOrdersQuery } from './deleted-orders.ts'
import { draftOrderStatusQuery, missingOfDrafts } from './draft-order-status.ts'
import { empSalesMappingQuery } from './emp-sales-mapping-report.ts'
import { eudReportQuery } from './eud-report.ts'
import { dropReportFiles } from './exports/report-file-work.ts'
import { collectionsChanged, goodsChanged, lrsChanged } from './facts/goods-changed.ts'
import { compareOrders } from './facts/order-differences.ts'
import { ordersChanged, partsChanged } from './facts/order-fact.ts'
import { compareSales, countSales } from './facts/sale-fact.ts'
import { invoicesReportQuery } from './invoices.ts'
import { loginLogoutQuery } from './login-logout-report.ts'
import { lostSalesQuery } from './lost-sales.ts'
import { lrDetailsQuery } from './lrdetails.ts'
import { merckApprovalPendingQuery } from './merck-approval-pending.ts'
import { holidaysUntilToday } from './moments.ts'
import { monthlyDiscountedOrdersQuery } from './monthly-discounted-orders.ts'
import { monthlySubmittedOrderQuery } from './monthly-submitted-order.ts'
import { monthwiseTotalOrdersQuery } from './monthwise-total-orders.ts'
import { newOrdersDeletedItemsQuery } from './new-orders-deleted-items.ts'
import { orderVsSalesQuery } from './order-vs-sales.ts'
import { orderVsSalesScheduleLinesQuery } from './order-vs-sales-schedule-lines.ts'
import { ordersReportQuery } from './orders.ts'
import { availableCredit, outstandingQuery } from './outstanding.ts'
import { keepOutstanding, outstandingDays, removeOutstandingDays } from './outstanding-day.ts'
import { priceListOf } from './price-list-customer.ts'
import { customerPrices, priceListQuery } from './price-list-report.ts'
import { proportionateFreightQuery } from './proportionate-freight.ts'
import { salesQuery } from './sales.ts'
import { mailReports } from './schedules/mail-reports.ts'
import { stocksQuery } from './stocks.ts'
import { viewFreightPaidQuery } from './view-freight-paid.ts'
import { freightReportQuery } from './view-freight-report.ts'
import { viewMaterialCollectedQuery } from './view-material-collected.ts'
import { zoneProductAvgPriceQuery } from './zone-product-avg-price.ts'

extend(auditLogReport, { query: auditLogQuery, details: auditedChange })
extend(loginLogoutReport, { query: loginLogoutQuery })
extend(lrDetails, { query: lrDetailsQuery })
extend(proportionateFreight, { query: proportionateFreightQuery })
extend(ordersReport, { query: ordersReportQuery })
extend(sales, { query: salesQuery })
extend(orderVsSales, { query: orderVsSalesQuery })
extend(lostSales, { query: lostSalesQuery })
extend(orderVsSalesScheduleLines, { query: orderVsSalesScheduleLinesQuery })
extend(empSalesMappingReport, { query: empSalesMappingQuery })
extend(zoneProductAvgPrice, { query: zoneProductAvgPriceQuery })
extend(priceListReport, { query: priceListQuery, prepare: priceListOf, workedOut: customerPrices })
extend(invoicesReport, { query: invoicesReportQuery })
extend(eudReport, { query: eudReportQuery, prepare: holidaysUntilToday })
extend(outstanding, { query: outstandingQuery, keptDays: outstandingDays, workedOut: availableCredit })
extend(stocks, { query: stocksQuery })
extend(monthwiseTotalOrders, { query: monthwiseTotalOrdersQuery })
extend(monthlySubmittedOrder, { query: monthlySubmittedOrderQuery, prepare: holidaysUntilToday })
extend(monthlyDiscountedOrders, { query: monthlyDiscountedOrdersQuery })
extend(merckApprovalPending, { query: merckApprovalPendingQuery })
extend(draftOrderStatus, { query: draftOrderStatusQuery, workedOut: missingOfDrafts })
extend(deadOrders, { query: deadOrdersQuery })
extend(deletedOrders, { query: deletedOrdersQuery })
extend(newOrdersDeletedItems, { query: newOrdersDeletedItemsQuery })
extend(cscApprovedOrders, { query: cscApprovedOrdersQuery, prepare: holidaysUntilToday })
extend(viewMaterialCollected, { query: viewMaterialCollectedQuery })
extend(viewFreightPaid, { query: viewFreightPaidQuery })
extend(viewFreightReport, { query: freightReportQuery, groupsRows: true })

// The facts of reports, counted anew with what they count.
extend(order, { counted: ordersChanged })
extend(orderLine, { counted: partsChanged })
extend(scheduleLine, { counted: partsChanged })
extend(orderStep, { counted: partsChanged })
extend(lr, { counted: lrsChanged })
extend(lrLine, { counted: goodsChanged })
extend(lrLineItem, { counted: goodsChanged })
extend(pwcCollection, { counted: collectionsChanged })
documentRead.hear((trx, id) => countSales(trx, [id]))

removeInTime({ outstandingDays: removeOutstandingDays })

/** Reports, the facts that they count, their files and their mails. */
export const reportRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: ({ home, reading }) => [
    { name: 'expired-report-files', everyMinutes: 60, work: db => dropReportFiles(db, home) },
    // First of the night: what was open at the end of yesterday.
    { name: 'outstanding-day', at: '00:01', work: keepOutstanding },
    { name: 'sales', at: '04:40', work: compareSales },
    { name: 'ordered', at: '04:42', work: compareOrders },
    { name: 'reports-by-mail', at: '05:45', work: db => mailReports(db, reading) },
  ],
}
