import { coaFile } from '../resources/coa/coa-batch.ts'
import { coaDocument } from '../resources/coa/coa-document.ts'
import { commands } from '../resources/commands.ts'
import { customerTarget } from '../resources/dealerdash/customer-target.ts'
import { coaMappingSheet } from '../resources/uploads/coa-mapping.ts'
import { targetSheet } from '../resources/uploads/targets.ts'
import {
  changeVisibility,
  confirmGuesses,
  importMappings,
  leaveFilesOut,
  mapFile,
  withdrawCertificates,
} from './coa/tray-actions.ts'
import { importTargets } from './dealerdash/import-targets.ts'
/** What resources do beyond their declarations. Whatever runs commands loads this file: the server, its imports, the seed. */
import '../resources/check-registry.ts'
import { accessRequest } from '../resources/access-control/access-request.ts'
import { assignRoles } from '../resources/access-control/assign-roles.ts'
import { centralWarehouse } from '../resources/access-control/central-warehouse.ts'
import { cnf } from '../resources/access-control/cnf.ts'
import { customer } from '../resources/access-control/customer.ts'
import { employee } from '../resources/access-control/employee.ts'
import { shipTo } from '../resources/access-control/ship-to.ts'
import { tollCenter } from '../resources/access-control/toll-center.ts'
import { customerWiseProductWisePrice } from '../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { arDispute } from '../resources/complaints/ar-dispute.ts'
import { batchRadar } from '../resources/complaints/batch-radar.ts'
import { batchReceivers } from '../resources/complaints/batch-receivers.ts'
import { complaint } from '../resources/complaints/complaint.ts'
import { eudBlock } from '../resources/complaints/eud-block.ts'
import { cartingCharge } from '../resources/dispatches/bills/carting-charge.ts'
import { transporterBill } from '../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../resources/dispatches/bills/transporter-bill-line.ts'
import { pwcCollection } from '../resources/dispatches/collections/pwc-collection.ts'
import { invoice } from '../resources/dispatches/invoice.ts'
import { lr } from '../resources/dispatches/lr.ts'
import { lrLine } from '../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../resources/dispatches/lr-line-item.ts'
import { passportLink } from '../resources/dispatches/passport-link.ts'
import { pod } from '../resources/dispatches/pods/pod.ts'
import { shipment } from '../resources/dispatches/shipment.ts'
import { trackingEvent } from '../resources/dispatches/tracking-event.ts'
import { allowOrdertypeDepartment } from '../resources/masters/allow-ordertype-department.ts'
import { approvingLimits } from '../resources/masters/approving-limits.ts'
import { blockCustomerOrderCreation } from '../resources/masters/block-customer-order-creation.ts'
import { channelProductCnf } from '../resources/masters/channel-product-cnf.ts'
import { channelProductPromocode } from '../resources/masters/channel-product-promocode.ts'
import { clusterMapping } from '../resources/masters/cluster-mapping.ts'
import { cnfExcludedItems } from '../resources/masters/cnf-excluded-items.ts'
import { cnfProductMap } from '../resources/masters/cnf-product-map.ts'
import { complaintCategory } from '../resources/masters/complaint-category.ts'
import { custShiptoProdPrice } from '../resources/masters/cust-shipto-prod-price.ts'
import { customerAnnexure } from '../resources/masters/customer-annexure.ts'
import { defaultSupplyPlant } from '../resources/masters/default-supply-plant.ts'
import { distCustMapping } from '../resources/masters/dist-cust-mapping.ts'
import { distributorProductCnfMapping } from '../resources/masters/distributor-product-cnf-mapping.ts'
import { frequentlyPurchasedItems } from '../resources/masters/frequently-purchased-items.ts'
import { nid } from '../resources/masters/nid.ts'
import { pesoProducts } from '../resources/masters/peso-products.ts'
import { productWiseTollCenter } from '../resources/masters/product-wise-toll-center.ts'
import { products } from '../resources/masters/products.ts'
import { productwiseLimitPrice } from '../resources/masters/productwise-limit-price.ts'
import { rateContractCustomer } from '../resources/masters/rate-contract-customer.ts'
import { rateContractErrors } from '../resources/masters/rate-contract-errors.ts'
import { sbuWiseCnf } from '../resources/masters/sbu-wise-cnf.ts'
import { transporter } from '../resources/masters/transporter.ts'
import { uploadExpectedDeliveryDates } from '../resources/masters/upload-expected-delivery-dates.ts'
import { uploadOutstanding } from '../resources/masters/upload-outstanding.ts'
import { uploadPaymentCustomers } from '../resources/masters/upload-payment-customers.ts'
import { zoneWiseAsp } from '../resources/masters/zone-wise-asp.ts'
import { auditLogReport } from '../resources/mis/audit-log-report.ts'
import { cscApprovedOrders } from '../resources/mis/csc-approved-orders.ts'
import { deadOrders } from '../resources/mis/dead-orders.ts'
import { deletedOrders } from '../resources/mis/deleted-orders.ts'
import { draftOrderStatus } from '../resources/mis/draft-order-status.ts'
import { empSalesMappingReport } from '../resources/mis/emp-sales-mapping-report.ts'
import { eudReport } from '../resources/mis/eud-report.ts'
import { invoicesReport } from '../resources/mis/invoices.ts'
import { loginLogoutReport } from '../resources/mis/login-logout-report.ts'
import { lostSales } from '../resources/mis/lost-sales.ts'
import { lrDetails } from '../resources/mis/lrdetails.ts'
import { merckApprovalPending } from '../resources/mis/merck-approval-pending.ts'
import { monthlyDiscountedOrders } from '../resources/mis/monthly-discounted-orders.ts'
import { monthlySubmittedOrder } from '../resources/mis/monthly-submitted-order.ts'
import { monthwiseTotalOrders } from '../resources/mis/monthwise-total-orders.ts'
import { newOrdersDeletedItems } from '../resources/mis/new-orders-deleted-items.ts'
import { orderVsSales } from '../resources/mis/order-vs-sales.ts'
import { orderVsSalesScheduleLines } from '../resources/mis/order-vs-sales-schedule-lines.ts'
import { ordersReport } from '../resources/mis/orders.ts'
import { outstanding } from '../resources/mis/outstanding.ts'
import { priceListReport } from '../resources/mis/price-list-report.ts'
import { proportionateFreight } from '../resources/mis/proportionate-freight.ts'
import { sales } from '../resources/mis/sales.ts'
import { stocks } from '../resources/mis/stocks.ts'
import { viewFreightPaid } from '../resources/mis/view-freight-paid.ts'
import { viewFreightReport } from '../resources/mis/view-freight-report.ts'
import { viewMaterialCollected } from '../resources/mis/view-material-collected.ts'
import { zoneProductAvgPrice } from '../resources/mis/zone-product-avg-price.ts'
import { itemWiseOrder } from '../resources/orders/item-wise-order.ts'
import { order } from '../resources/orders/order.ts'
import { orderLine } from '../resources/orders/order-line.ts'
import { orderStep } from '../resources/orders/order-step.ts'
import { scheduleLine } from '../resources/orders/schedule-line.ts'
import { dailyTotals } from '../resources/payments/daily-totals.ts'
import { paymentDifference } from '../resources/payments/payment-difference.ts'
import { paymentRefund } from '../resources/payments/payment-refund.ts'
import { paymentSettlementRow } from '../resources/payments/payment-settlement-row.ts'
import { paymentTask } from '../resources/payments/payment-task.ts'
import { paymentTransaction } from '../resources/payments/payment-transaction.ts'
import { attachment } from '../resources/platform/attachment.ts'
import { auditEntry } from '../resources/platform/audit-entry.ts'
import { messageLog } from '../resources/platform/message-log.ts'
import { sapSending } from '../resources/platform/sap-sending.ts'
import { sapSyncRun } from '../resources/platform/sap-sync-run.ts'
import { appSetting } from '../resources/settings/app-setting.ts'
import { backgroundWork } from '../resources/settings/background-work.ts'
import { messageTemplate } from '../resources/settings/message-template.ts'
import { paymentAccount } from '../resources/settings/payment-account.ts'
import { plant } from '../resources/settings/plant.ts'
import { productPrice } from '../resources/settings/product-price.ts'
import { banner } from '../resources/shipment-tracking/banner.ts'
import { expectedDeliveryDays } from '../resources/shipment-tracking/expected-delivery-days.ts'
import { feedback } from '../resources/shipment-tracking/feedback.ts'
import { feedbackReport } from '../resources/shipment-tracking/feedback-report.ts'
import { optOutEmail } from '../resources/shipment-tracking/opt-out-email.ts'
import { optOutSms } from '../resources/shipment-tracking/opt-out-sms.ts'
import { searchShipments } from '../resources/shipment-tracking/search-shipments.ts'
import { transporterMapping } from '../resources/shipment-tracking/transporter-mapping.ts'
import { annexureSheet } from '../resources/uploads/annexures.ts'
import { deliveryStatusSheet } from '../resources/uploads/delivery-status.ts'
import { expectedDateSheet } from '../resources/uploads/expected-dates.ts'
import { lrSheet } from '../resources/uploads/lrs.ts'
import { outstandingSheet } from '../resources/uploads/outstanding.ts'
import { rateContractSheet } from '../resources/uploads/rate-contracts.ts'
import { settlementSheet } from '../resources/uploads/settlement.ts'
import { sigmaShipmentSheet } from '../resources/uploads/sigma-shipments.ts'
import { billSheet } from '../resources/uploads/transporter-bill.ts'
import { declineAccess, grantAccess } from './access-control/access-request.ts'
import { checkAssignedRoles } from './access-control/assign-roles.ts'
import { checkCentralWarehouses } from './access-control/central-warehouse.ts'
import { checkCnfs } from './access-control/cnf.ts'
import { checkCustomers } from './access-control/customer.ts'
import { checkEmployees } from './access-control/employee.ts'
import { loginStatusBy } from './access-control/login-status.ts'
import { rolesHeld } from './access-control/roles-of-employee.ts'
import { limitToScope, scopes } from './access-control/scopes.ts'
import { checkShipTos } from './access-control/ship-to.ts'
import { checkTollCenters } from './access-control/toll-center.ts'
import { checkChannel13Prices } from './channel-13-masters/customer-wise-product-wise-price.ts'
import { batchRadarQuery } from './complaints/batch-radar.ts'
import { batchReceiversQuery } from './complaints/batch-receivers.ts'
import { complaintAge, complaintSla, disputeAge, disputeSla, isToConfirm } from './complaints/case-columns.ts'
import { blockByHand, blockRoom } from './complaints/eud-block.ts'
import { routesOfCommands } from './derive/command/describe-commands.ts'
import { describeRoutes } from './derive/docs/route.ts'
import { extend } from './derive/extend.ts'
import { AuditEntryService } from './derive/history/audit-entry-service.ts'
import { stepActions } from './derive/process/step-actions.ts'
import { defineScopes } from './derive/rights/define-scopes.ts'
import { defineChangeImpact } from './derive/save/change-impact.ts'
import {
  acceptLine,
  acceptTax,
  allowLateBill,
  approveBill,
  payBill,
  rejectBill,
  submit,
  withdrawBill,
} from './dispatches/bills/bill-actions.ts'
import { cartingRoom } from './dispatches/bills/carting-room.ts'
import { importBill } from './dispatches/bills/import-bill.ts'
import { importLrs, oneLr } from './dispatches/booking/import-lrs.ts'
import { isCollected } from './dispatches/collections/is-collected.ts'
import { recallGoods, replaceInvoice } from './dispatches/events/cancelled-invoice.ts'
import { claimDamage, giveNotice, refuseClaim, settleClaim } from './dispatches/events/claims.ts'
import { confirmEvent, declineEvent } from './dispatches/events/confirm-event.ts'
import { eventsTogether, importEvents } from './dispatches/events/import-events.ts'
import { sendAgain, settleBalance, settleGoods } from './dispatches/events/settle-goods.ts'
import { voidEvent } from './dispatches/events/void-event.ts'
import { revokeLinks } from './dispatches/papers/passport-links.ts'
import { podRoom } from './dispatches/pods/verify-pods.ts'
import { checkOrderTypeDefaults } from './masters/allow-ordertype-department.ts'
import { checkApprovingLimits } from './masters/approving-limits.ts'
import { restoreDocument, withdrawDocument } from './masters/attachment.ts'
import { blockMany, isCurrent, unblock } from './masters/block-customer-order-creation.ts'
import { checkPromoCodes } from './masters/channel-product-promocode.ts'
import { checkClusters } from './masters/cluster-mapping.ts'
import { warnOfExclusion, warnOfMapping } from './masters/cnf-articles.ts'
import { checkComplaintCategories } from './masters/complaint-category.ts'
import { isExpiring } from './masters/contract-end.ts'
import { checkShipToPrices } from './masters/cust-shipto-prod-price.ts'
import {
  acceptAnnexure,
  checkAnnexures,
  copyAnnexure,
  issueAnnexure,
  requestChange,
  takeBackAnnexure,
} from './masters/customer-annexure.ts'
import { checkDistributorCustomers } from './masters/dist-cust-mapping.ts'
import { pin } from './masters/frequently-purchased-items.ts'
import { checkCityState } from './masters/gstin-state.ts'
import { importExpectedDates } from './masters/import-expected-dates.ts'
import { importOutstanding, replacedTogether } from './masters/import-outstanding.ts'
import { importWithLines } from './masters/import-with-lines.ts'
import { aboveList, belowList, listPriceOfChannel, listPriceOfCustomer } from './masters/list-price-columns.ts'
import { mailBlocks } from './masters/mail-blocks.ts'
import { mailExpectedDates } from './masters/mail-expected-dates.ts'
import { checkNids } from './masters/nid.ts'
import { ageBucket, daysOverdueColumn } from './masters/outstanding-age.ts'
import { completePesoProducts } from './masters/peso-products.ts'
import { productCount } from './masters/product-count.ts'
import { checkProducts, markOrderable } from './masters/products.ts'
import { checkLimitPrices } from './masters/productwise-limit-price.ts'
import {
  activateContract,
  checkRateContracts,
  closeContract,
  copyContract,
  suspendContract,
} from './masters/rate-contract-customer.ts'
import { RateContractErrorService } from './masters/rate-contract-error-service.ts'
import { ignoreRow, reprocessRow, saveContractErrors } from './masters/rate-contract-errors.ts'
import { checkTransporters } from './masters/transporter.ts'
import { checkTypedItems } from './masters/typed-items.ts'
import { checkMerchantAccounts } from './masters/upload-payment-customers.ts'
import { usedThisMonth } from './masters/used-this-month.ts'
import { WithLinesService } from './masters/with-lines.ts'
import { computeAverages } from './masters/zone-wise-asp.ts'
import { auditedChange, auditLogQuery } from './mis/audit-log-report.ts'
import { cscApprovedOrdersQuery } from './mis/csc-approved-orders.ts'
import { deadOrdersQuery } from './mis/dead-orders.ts'
import { deletedOrdersQuery } from './mis/deleted-orders.ts'
import { draftOrderStatusQuery, missingOfDrafts } from './mis/draft-order-status.ts'
import { empSalesMappingQuery } from './mis/emp-sales-mapping-report.ts'
import { eudReportQuery } from './mis/eud-report.ts'
import { collectionsChanged, goodsChanged, lrsChanged } from './mis/facts/goods-changed.ts'
import { ordersChanged, partsChanged } from './mis/facts/order-fact.ts'
import { invoicesReportQuery } from './mis/invoices.ts'
import { loginLogoutQuery } from './mis/login-logout-report.ts'
import { lostSalesQuery } from './mis/lost-sales.ts'
import { lrDetailsQuery } from './mis/lrdetails.ts'
import { merckApprovalPendingQuery } from './mis/merck-approval-pending.ts'
import { holidaysUntilToday } from './mis/moments.ts'
import { monthlyDiscountedOrdersQuery } from './mis/monthly-discounted-orders.ts'
import { monthlySubmittedOrderQuery } from './mis/monthly-submitted-order.ts'
import { monthwiseTotalOrdersQuery } from './mis/monthwise-total-orders.ts'
import { newOrdersDeletedItemsQuery } from './mis/new-orders-deleted-items.ts'
import { orderVsSalesQuery } from './mis/order-vs-sales.ts'
import { orderVsSalesScheduleLinesQuery } from './mis/order-vs-sales-schedule-lines.ts'
import { ordersReportQuery } from './mis/orders.ts'
import { availableCredit, outstandingQuery } from './mis/outstanding.ts'
import { outstandingDays } from './mis/outstanding-day.ts'
import { priceListOf } from './mis/price-list-customer.ts'
import { customerPrices, priceListQuery } from './mis/price-list-report.ts'
import { proportionateFreightQuery } from './mis/proportionate-freight.ts'
import { salesQuery } from './mis/sales.ts'
import { stocksQuery } from './mis/stocks.ts'
import { viewFreightPaidQuery } from './mis/view-freight-paid.ts'
import { freightReportQuery } from './mis/view-freight-report.ts'
import { viewMaterialCollectedQuery } from './mis/view-material-collected.ts'
import { zoneProductAvgPriceQuery } from './mis/zone-product-avg-price.ts'
import { itemWiseOrderQuery } from './orders/item-wise-order.ts'
import { plantState } from './orders/plant-state.ts'
import { isForAcceptance, waitingFor } from './orders/waiting-for.ts'
import { masterChangeImpact } from './orders/what-if/change-impact.ts'
import { daysSince, differenceDaysOpen, hoursSince, taskDaysOpen } from './payments/ages.ts'
import { closePaymentTasks } from './payments/close-task.ts'
import { isStuck } from './payments/posting/is-stuck.ts'
import { notifyCustomer } from './payments/posting/mail-failure.ts'
import { confirmPosted, markPosted, retryPosting } from './payments/posting/posting-actions.ts'
import { readConfirmedDocument, readNamedDocument } from './payments/posting/read-document.ts'
import { retryClearing } from './payments/posting/settle-clearing.ts'
import { proposeRefund, refundRoom } from './payments/refunds/refund-room.ts'
import { dailyTotalsQuery } from './payments/settlement/daily-totals.ts'
import { differenceRoom } from './payments/settlement/differences.ts'
import { importSettlement, settledTogether } from './payments/settlement/import-settlement.ts'
import { cancelRead } from './sap/cancel-read.ts'
import { sapUploads } from './sap/files/sap-files.ts'
import { pauseSending, resumeSending, trySendingNow } from './sap/sending/pause.ts'
import { checkSettings } from './settings/app-setting.ts'
import { backgroundWorkQuery } from './settings/background-work.ts'
import { checkTemplates, sendTests } from './settings/message-template.ts'
import { checkPaymentAccounts } from './settings/payment-account.ts'
import { checkPlants } from './settings/plant.ts'
import { checkPriceUnits } from './settings/product-price.ts'
import { tellGuardedChanges } from './settings/tell-guarded-changes.ts'
import { checkBanners, isBannerRunning } from './shipment-tracking/banner.ts'
import { feedbackReportQuery } from './shipment-tracking/feedback-report.ts'
import { closeFollowUp, proposeComplaint } from './shipment-tracking/follow-up.ts'
import { resendMessages } from './shipment-tracking/news/resend-messages.ts'
import { markImported, resubscribe } from './shipment-tracking/opt-out.ts'
import { searchShipmentsQuery } from './shipment-tracking/search-shipments.ts'
import { importSigmaShipments } from './shipment-tracking/sigma/import-sigma-shipments.ts'

defineScopes(scopes, limitToScope)
defineChangeImpact(masterChangeImpact)

// Access control
extend(accessRequest, { actions: { give: grantAccess, decline: declineAccess } })
extend(assignRoles, { check: checkAssignedRoles, guardedChange: tellGuardedChanges(assignRoles) })
extend(centralWarehouse, { check: checkCentralWarehouses })
extend(cnf, { check: checkCnfs })
extend(customer, { check: checkCustomers, computed: { loginStatus: loginStatusBy('customerId') } })
extend(employee, {
  check: checkEmployees,
  computed: { loginStatus: loginStatusBy('employeeId'), roles: rolesHeld },
})
extend(shipTo, { check: checkShipTos })
extend(tollCenter, { check: checkTollCenters })

// Channel 13
extend(customerWiseProductWisePrice, {
  check: checkChannel13Prices,
  computed: { listPrice: listPriceOfCustomer, diffPct: aboveList },
})

// Dispatches
extend(lr, {
  counted: lrsChanged,
  actions: { settleBalance, claimDamage, giveNotice, settleClaim, refuseClaim },
  upload: { sheet: lrSheet, groupBy: oneLr, save: importLrs },
})
extend(lrLine, {
  counted: goodsChanged,
  actions: { sendAgain, settle: settleGoods, recall: recallGoods, replace: replaceInvoice },
})
extend(lrLineItem, { counted: goodsChanged })
extend(trackingEvent, {
  actions: { void: voidEvent, confirm: confirmEvent, decline: declineEvent },
  upload: { sheet: deliveryStatusSheet, groupBy: eventsTogether, save: importEvents },
})
extend(invoice, { computed: { isCollected } })
extend(pwcCollection, { counted: collectionsChanged })
extend(cartingCharge, { actions: stepActions(cartingRoom, 'approve', 'reject') })
extend(transporterBill, {
  actions: {
    submit,
    acceptTax,
    approve: approveBill,
    pay: payBill,
    reject: rejectBill,
    withdraw: withdrawBill,
    allowLate: allowLateBill,
  },
  upload: { sheet: billSheet, groupBy: () => ({ fields: [], name: 'bill' }), save: importBill },
})
extend(transporterBillLine, { actions: { accept: acceptLine } })
extend(passportLink, { actions: { revoke: revokeLinks } })
extend(pod, { actions: stepActions(podRoom, 'accept', 'reject') })
extend(shipment, {
  upload: {
    sheet: sigmaShipmentSheet,
    groupBy: () => ({ fields: ['lrNo', 'transporterId'], name: 'LR' }),
    save: importSigmaShipments,
  },
})

// Complaints
extend(batchRadar, { query: batchRadarQuery })
extend(batchReceivers, { query: batchReceiversQuery })
extend(complaint, {
  computed: { sla: complaintSla, ageDays: complaintAge },
})
extend(arDispute, {
  computed: { sla: disputeSla, ageDays: disputeAge, isToConfirm },
})
extend(eudBlock, {
  actions: { block: blockByHand, ...stepActions(blockRoom, 'renew', 'requestRelease', 'release', 'deny') },
})

// Certificates of analysis
extend(coaDocument, { actions: { withdraw: withdrawCertificates, setVisibility: changeVisibility } })
extend(coaFile, {
  actions: { confirm: confirmGuesses, map: mapFile, leaveOut: leaveFilesOut },
  upload: { sheet: coaMappingSheet, save: importMappings },
})

// Distributors
extend(customerTarget, { upload: { sheet: targetSheet, save: importTargets } })

// Masters
extend(allowOrdertypeDepartment, { check: checkOrderTypeDefaults })
extend(appSetting, { check: checkSettings, guardedChange: tellGuardedChanges(appSetting) })
extend(approvingLimits, { check: checkApprovingLimits })
extend(blockCustomerOrderCreation, { actions: { unblock, blockMany }, computed: { isCurrent }, followUp: mailBlocks })
extend(channelProductCnf, { check: warnOfExclusion, computed: { usedThisMonth: usedThisMonth('CHANNEL_PRODUCT_CNF') } })
extend(channelProductPromocode, { check: checkPromoCodes })
extend(clusterMapping, { check: checkClusters })
extend(cnfExcludedItems, { check: warnOfMapping })
extend(cnfProductMap, { check: warnOfExclusion, computed: { usedThisMonth: usedThisMonth('CNF_PRODUCT') } })
extend(complaintCategory, { check: checkComplaintCategories })
extend(custShiptoProdPrice, { check: checkShipToPrices })
extend(customerAnnexure, {
  check: checkAnnexures,
  actions: {
    issue: issueAnnexure,
    takeBack: takeBackAnnexure,
    accept: acceptAnnexure,
    requestChange,
    copyLines: copyAnnexure,
  },
  service: WithLinesService,
  upload: {
    sheet: annexureSheet,
    groupBy: () => ({ fields: ['annexureNo'], name: 'annexure' }),
    save: importWithLines('customer-annexure', Object.keys(annexureSheet.fields)),
  },
})
extend(distCustMapping, { check: checkDistributorCustomers })
extend(distributorProductCnfMapping, {
  check: warnOfExclusion,
  computed: { usedThisMonth: usedThisMonth('CUSTOMER_PRODUCT_CNF') },
})
extend(productWiseTollCenter, { computed: { usedThisMonth: usedThisMonth('TOLL_CENTER') } })
extend(sbuWiseCnf, { computed: { usedThisMonth: usedThisMonth('SBU_CNF') } })
extend(defaultSupplyPlant, { computed: { usedThisMonth: usedThisMonth('DEFAULT_PLANT') } })
extend(frequentlyPurchasedItems, { actions: { pin: pin('PINNED'), unpin: pin('COMPUTED') } })
extend(nid, { check: checkNids, computed: { productCount } })
extend(pesoProducts, { check: completePesoProducts })
extend(products, {
  check: checkProducts,
  actions: { stopOrders: markOrderable(false), openOrders: markOrderable(true) },
})
extend(productwiseLimitPrice, {
  check: checkLimitPrices,
  computed: { listPrice: listPriceOfChannel, gapPct: belowList },
})
extend(rateContractCustomer, {
  check: checkRateContracts,
  actions: {
    activate: activateContract,
    suspend: suspendContract,
    close: closeContract,
    copyLines: copyContract,
  },
  computed: { isExpiring },
  service: WithLinesService,
  upload: {
    sheet: rateContractSheet,
    groupBy: () => ({ fields: ['contractNo'], name: 'contract' }),
    save: importWithLines('rate-contract-customer', Object.keys(rateContractSheet.fields)),
    onLeftOut: saveContractErrors,
  },
})
extend(rateContractErrors, {
  actions: { reprocess: reprocessRow, ignore: ignoreRow },
  service: RateContractErrorService,
  commands: ['patch'],
})
extend(transporter, { check: checkTransporters })
extend(uploadExpectedDeliveryDates, {
  upload: { sheet: expectedDateSheet, save: importExpectedDates, onDone: mailExpectedDates },
})
extend(uploadOutstanding, {
  check: checkTypedItems,
  guardedChange: tellGuardedChanges(uploadOutstanding),
  computed: { bucket: ageBucket, daysOverdue: daysOverdueColumn },
  upload: { sheet: outstandingSheet, groupBy: replacedTogether, save: importOutstanding },
})
extend(uploadPaymentCustomers, { check: checkMerchantAccounts })
extend(zoneWiseAsp, { actions: { compute: computeAverages } })

// Reports
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

// Orders
extend(itemWiseOrder, { query: itemWiseOrderQuery })
extend(order, { computed: { waitingFor, isForAcceptance }, counted: ordersChanged })
extend(orderLine, { computed: { plantState }, counted: partsChanged })
extend(scheduleLine, { counted: partsChanged })
extend(orderStep, { counted: partsChanged })

// The portal itself
extend(attachment, { actions: { withdraw: withdrawDocument, bringBack: restoreDocument } })
extend(auditEntry, { service: AuditEntryService })
extend(sapSending, { actions: { pause: pauseSending, resume: resumeSending, tryNow: trySendingNow } })
extend(sapSyncRun, { actions: { cancel: cancelRead }, uploads: sapUploads })

// Settings
extend(messageLog, { actions: { resend: resendMessages } })
extend(messageTemplate, { check: checkTemplates, actions: { sendTest: sendTests } })
extend(plant, { check: checkPlants })
extend(productPrice, { check: checkPriceUnits })

// Payments
extend(paymentAccount, { check: checkPaymentAccounts, guardedChange: tellGuardedChanges(paymentAccount) })
extend(paymentTransaction, {
  computed: {
    daysSincePaid: daysSince('paidAt'),
    daysSinceStarted: daysSince('createdAt'),
    hoursSinceStarted: hoursSince('createdAt'),
    isStuck,
  },
  actions: { notifyCustomer, retryPosting, retryClearing, markPosted, confirmPosted },
  beforeActions: { markPosted: readNamedDocument, confirmPosted: readConfirmedDocument },
})
extend(paymentTask, { actions: { close: closePaymentTasks }, computed: { daysOpen: taskDaysOpen } })
extend(paymentSettlementRow, {
  upload: { sheet: settlementSheet, groupBy: settledTogether, save: importSettlement },
})
extend(dailyTotals, { query: dailyTotalsQuery })
extend(paymentRefund, {
  actions: { propose: proposeRefund, ...stepActions(refundRoom, 'confirmRefund', 'reject', 'enterReversal') },
})
extend(paymentDifference, {
  actions: stepActions(differenceRoom, 'close', 'confirmClosing', 'keepOpen'),
  computed: { daysOpen: differenceDaysOpen },
})

// Shipment tracking
extend(banner, { check: checkBanners, computed: { isRunning: isBannerRunning } })
extend(expectedDeliveryDays, { check: checkCityState })
extend(backgroundWork, { query: backgroundWorkQuery })
extend(feedbackReport, { query: feedbackReportQuery })
extend(feedback, { actions: { closeFollowUp, proposeComplaint } })
extend(optOutEmail, { check: markImported, actions: { resubscribe } })
extend(optOutSms, { check: markImported, actions: { resubscribe } })
extend(searchShipments, { query: searchShipmentsQuery })
extend(transporterMapping, { check: checkCityState, guardedChange: tellGuardedChanges(transporterMapping) })

// What the document of the API says of requests that are no lists
describeRoutes(routesOfCommands(commands))
