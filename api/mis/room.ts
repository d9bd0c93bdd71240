import { auditLogReport } from '../../resources/mis/audit-log-report.ts'
import { freightAccruals } from '../../resources/mis/dispatch/freight-accruals.ts'
import { lrDetails } from '../../resources/mis/dispatch/lrdetails.ts'
import { proportionateFreight } from '../../resources/mis/dispatch/proportionate-freight.ts'
import { transporterScorecards } from '../../resources/mis/dispatch/transporter-scorecards.ts'
import { viewFreightPaid } from '../../resources/mis/dispatch/view-freight-paid.ts'
import { viewFreightReport } from '../../resources/mis/dispatch/view-freight-report.ts'
import { viewMaterialCollected } from '../../resources/mis/dispatch/view-material-collected.ts'
import { loginLogoutReport } from '../../resources/mis/login-logout-report.ts'
import { cscApprovedOrders } from '../../resources/mis/orders/csc-approved-orders.ts'
import { deadOrders } from '../../resources/mis/orders/dead-orders.ts'
import { decisionsAboveLimit } from '../../resources/mis/orders/decisions-above-limit.ts'
import { deletedOrders } from '../../resources/mis/orders/deleted-orders.ts'
import { draftOrderStatus } from '../../resources/mis/orders/draft-order-status.ts'
import { endingSoon } from '../../resources/mis/orders/ending-soon.ts'
import { eudReport } from '../../resources/mis/orders/eud-report.ts'
import { merckApprovalPending } from '../../resources/mis/orders/merck-approval-pending.ts'
import { monthlyDiscountedOrders } from '../../resources/mis/orders/monthly-discounted-orders.ts'
import { monthlySubmittedOrder } from '../../resources/mis/orders/monthly-submitted-order.ts'
import { monthwiseTotalOrders } from '../../resources/mis/orders/monthwise-total-orders.ts'
import { newOrdersDeletedItems } from '../../resources/mis/orders/new-orders-deleted-items.ts'
import { ordersReport } from '../../resources/mis/orders/orders.ts'
import { outstanding } from '../../resources/mis/payments/outstanding.ts'
import { empSalesMappingReport } from '../../resources/mis/sales/emp-sales-mapping-report.ts'
import { invoicesReport } from '../../resources/mis/sales/invoices.ts'
import { lostSales } from '../../resources/mis/sales/lost-sales.ts'
import { orderVsSales } from '../../resources/mis/sales/order-vs-sales.ts'
import { orderVsSalesScheduleLines } from '../../resources/mis/sales/order-vs-sales-schedule-lines.ts'
import { priceListReport } from '../../resources/mis/sales/price-list-report.ts'
import { sales } from '../../resources/mis/sales/sales.ts'
import { zoneProductAvgPrice } from '../../resources/mis/sales/zone-product-avg-price.ts'
import { stocks } from '../../resources/mis/stock/stocks.ts'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { goodsCounted } from '../goods/recount-goods.ts'
import { documentRead } from '../sap/documents/document-news.ts'
import { removeInTime } from '../settings/retention/remove-expired.ts'
import { auditedChange, auditLogQuery } from './audit-log-report.ts'
import { freightAccrualsQuery } from './dispatch/freight-accruals.ts'
import { lrDetailsQuery } from './dispatch/lrdetails.ts'
import { proportionateFreightQuery } from './dispatch/proportionate-freight.ts'
import { transporterScorecardsQuery } from './dispatch/transporter-scorecards.ts'
import { viewFreightPaidQuery } from './dispatch/view-freight-paid.ts'
import { freightReportQuery } from './dispatch/view-freight-report.ts'
import { viewMaterialCollectedQuery } from './dispatch/view-material-collected.ts'
import { dropReportFiles } from './exports/report-file-work.ts'
import { goodsChanged } from './facts/goods-changed.ts'
import { orderedBook } from './facts/order-differences.ts'
import { ordersChanged, partsChanged } from './facts/order-fact.ts'
import { countSales, saleBook } from './facts/sale-fact.ts'
import { loginLogoutQuery } from './login-logout-report.ts'
import { cscApprovedOrdersQuery } from './orders/csc-approved-orders.ts'
import { deadOrdersQuery } from './orders/dead-orders.ts'
import { decisionsAboveLimitQuery } from './orders/decisions-above-limit.ts'
import { deletedOrdersQuery } from './orders/deleted-orders.ts'
import { draftOrderStatusQuery, missingOfDrafts } from './orders/draft-order-status.ts'
import { endingSoonQuery } from './orders/ending-soon.ts'
import { eudReportQuery } from './orders/eud-report.ts'
import { merckApprovalPendingQuery } from './orders/merck-approval-pending.ts'
import { holidaysUntilToday } from './orders/moments.ts'
import { monthlyDiscountedOrdersQuery } from './orders/monthly-discounted-orders.ts'
import { monthlySubmittedOrderQuery } from './orders/monthly-submitted-order.ts'
import { monthwiseTotalOrdersQuery } from './orders/monthwise-total-orders.ts'
import { newOrdersDeletedItemsQuery } from './orders/new-orders-deleted-items.ts'
import { ordersReportQuery } from './orders/orders.ts'
import { availableCredit, outstandingQuery } from './payments/outstanding.ts'
import { keepOutstanding, outstandingDays, removeOutstandingDays } from './payments/outstanding-day.ts'
import { empSalesMappingQuery } from './sales/emp-sales-mapping-report.ts'
import { invoicesReportQuery } from './sales/invoices.ts'
import { lostSalesQuery } from './sales/lost-sales.ts'
import { orderVsSalesQuery } from './sales/order-vs-sales.ts'
import { orderVsSalesScheduleLinesQuery } from './sales/order-vs-sales-schedule-lines.ts'
import { priceListOf } from './sales/price-list-customer.ts'
import { customerPrices, priceListQuery } from './sales/price-list-report.ts'
import { salesQuery } from './sales/sales.ts'
import { zoneProductAvgPriceQuery } from './sales/zone-product-avg-price.ts'
import { mailReports } from './schedules/mail-reports.ts'
import { stocksQuery } from './stock/stocks.ts'

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
extend(decisionsAboveLimit, { query: decisionsAboveLimitQuery })
extend(endingSoon, { query: endingSoonQuery })
extend(viewMaterialCollected, { query: viewMaterialCollectedQuery })
extend(viewFreightPaid, { query: viewFreightPaidQuery })
extend(viewFreightReport, { query: freightReportQuery, groupsRows: true })
extend(freightAccruals, { query: freightAccrualsQuery })
extend(transporterScorecards, { query: transporterScorecardsQuery, groupsRows: true })

// The facts of reports, counted anew with what they count.
extend(order, { counted: ordersChanged })
extend(orderLine, { counted: partsChanged })
extend(scheduleLine, { counted: partsChanged })
extend(orderStep, { counted: partsChanged })
goodsCounted.hear(goodsChanged)
documentRead.hear((trx, id) => countSales(trx, [id]))

removeInTime({ outstandingDays: removeOutstandingDays })

/** Reports, the facts that they count, their files and their mails. */
export const reportRoom: Room = {
  serves: () => import('./serve.ts'),
  // Orders need the sales of their lines.
  books: [saleBook, orderedBook],
  nightly: ({ home, reading }) => [
    { name: 'expired-report-files', everyMinutes: 60, work: db => dropReportFiles(db, home) },
    // First of the night: what was open at the end of yesterday.
    { name: 'outstanding-day', at: '00:01', work: keepOutstanding },
    { name: 'reports-by-mail', at: '05:45', work: db => mailReports(db, reading) },
  ],
}
