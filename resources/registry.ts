/** Everything that is declared, in the order of the menu. An inconsistent declaration stops the start. */
import { accessRequest } from './access-control/access-request.ts'
import { assignRoles } from './access-control/assign-roles.ts'
import { centralWarehouse } from './access-control/central-warehouse.ts'
import { cnf } from './access-control/cnf.ts'
import { cnfState } from './access-control/cnf-state.ts'
import { companyPerson } from './access-control/company-person.ts'
import { customer } from './access-control/customer.ts'
import { customerContact } from './access-control/customer-contact.ts'
import { customerSalesArea } from './access-control/customer-sales-area.ts'
import { employee } from './access-control/employee.ts'
import { sbuEmployeeMap } from './access-control/sbu-employee-map.ts'
import { shipTo } from './access-control/ship-to.ts'
import { tollCenter } from './access-control/toll-center.ts'
import { customerWiseProductWisePrice } from './channel-13-masters/customer-wise-product-wise-price.ts'
import { sendingMailAfterCscApproval } from './channel-13-masters/sending-mail-after-csc-approval.ts'
import { coaBatch, coaFile } from './coa/coa-batch.ts'
import { coaDocument } from './coa/coa-document.ts'
import { arDispute } from './complaints/ar-dispute.ts'
import { batchRadar } from './complaints/batch-radar.ts'
import { batchReceivers } from './complaints/batch-receivers.ts'
import { complaint } from './complaints/complaint.ts'
import { complaintNote } from './complaints/complaint-note.ts'
import { disputeNote } from './complaints/dispute-note.ts'
import { eudBlock } from './complaints/eud-block.ts'
import { customerTarget } from './dealerdash/customer-target.ts'
import type { Resource } from './define/resource.ts'
import { cartingCharge } from './dispatches/bills/carting-charge.ts'
import { debitNote } from './dispatches/bills/debit-note.ts'
import { debitNoteLine } from './dispatches/bills/debit-note-line.ts'
import { transporterBill } from './dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from './dispatches/bills/transporter-bill-line.ts'
import { pwcCollection } from './dispatches/collections/pwc-collection.ts'
import { pwcCollectionItem } from './dispatches/collections/pwc-collection-item.ts'
import { ewayBill } from './dispatches/eway/eway-bill.ts'
import { ewayCall } from './dispatches/eway/eway-call.ts'
import { ewaySession } from './dispatches/eway/eway-session.ts'
import { freightAdjustment } from './dispatches/freight/freight-adjustment.ts'
import { lrPackage } from './dispatches/freight/lr-package.ts'
import { invoiceLineGoods } from './dispatches/goods/invoice-line-goods.ts'
import { returnedGoods } from './dispatches/goods/returned-goods.ts'
import { invoice } from './dispatches/invoice.ts'
import { invoiceLine } from './dispatches/invoice-line.ts'
import { lr } from './dispatches/lr.ts'
import { lrLine } from './dispatches/lr-line.ts'
import { lrLineItem } from './dispatches/lr-line-item.ts'
import { passportLink } from './dispatches/passport-link.ts'
import { pod } from './dispatches/pods/pod.ts'
import { podBatch, podBatchFile } from './dispatches/pods/pod-batch.ts'
import { podLine } from './dispatches/pods/pod-line.ts'
import { podPage } from './dispatches/pods/pod-page.ts'
import { sapDelivery } from './dispatches/sap-delivery.ts'
import { sapDeliveryLine } from './dispatches/sap-delivery-line.ts'
import { shipment } from './dispatches/shipment.ts'
import { trackingEvent } from './dispatches/tracking-event.ts'
import { trip } from './dispatches/trips/trip.ts'
import { tripEvent } from './dispatches/trips/trip-event.ts'
import { tripLr } from './dispatches/trips/trip-lr.ts'
import { tripOffer } from './dispatches/trips/trip-offer.ts'
import { tripStop } from './dispatches/trips/trip-stop.ts'
import { allowOrdertypeDepartment } from './masters/allow-ordertype-department.ts'
import { approvingLimits } from './masters/approving-limits.ts'
import { articleFreight } from './masters/article-freight.ts'
import { blockCustomerOrderCreation } from './masters/block-customer-order-creation.ts'
import { channelProductCnf } from './masters/channel-product-cnf.ts'
import { channelProductPromocode } from './masters/channel-product-promocode.ts'
import { clusterMapping } from './masters/cluster-mapping.ts'
import { cnfExcludedItems } from './masters/cnf-excluded-items.ts'
import { cnfProductMap } from './masters/cnf-product-map.ts'
import { complaintCategory } from './masters/complaint-category.ts'
import { cscApprover } from './masters/csc-approver.ts'
import { custShiptoProdPrice } from './masters/cust-shipto-prod-price.ts'
import { customerAnnexure } from './masters/customer-annexure.ts'
import { customerAnnexureLine } from './masters/customer-annexure-line.ts'
import { customerDepartmentMap } from './masters/customer-department-map.ts'
import { customerItemCodes } from './masters/customer-item-codes.ts'
import { customerSegmentMap } from './masters/customer-segment-map.ts'
import { defaultSupplyPlant } from './masters/default-supply-plant.ts'
import { department } from './masters/department.ts'
import { distCustMapping } from './masters/dist-cust-mapping.ts'
import { distributorProductCnfMapping } from './masters/distributor-product-cnf-mapping.ts'
import { distributorProductMap } from './masters/distributor-product-map.ts'
import { ewayThreshold } from './masters/e-way-threshold.ts'
import { freightCharge } from './masters/freight-charge.ts'
import { freightContract } from './masters/freight-contract.ts'
import { freightRate } from './masters/freight-rate.ts'
import { frequentlyPurchasedItems } from './masters/frequently-purchased-items.ts'
import { fuelPrice } from './masters/fuel-price.ts'
import { gtaTaxChoice } from './masters/gta-tax-choice.ts'
import { hazardSegregation } from './masters/hazard-segregation.ts'
import { materialPricingGroup } from './masters/material-pricing-group.ts'
import { mvgr } from './masters/mvgr.ts'
import { nid } from './masters/nid.ts'
import { perennialNonAvailableItems } from './masters/perennial-non-available-items.ts'
import { pesoProducts } from './masters/peso-products.ts'
import { pinDistance } from './masters/pin-distance.ts'
import { productDiscount } from './masters/product-discount.ts'
import { productEnduserDocument } from './masters/product-enduser-document.ts'
import { productHazard } from './masters/product-hazard.ts'
import { productWiseTollCenter } from './masters/product-wise-toll-center.ts'
import { products } from './masters/products.ts'
import { productwiseLimitPrice } from './masters/productwise-limit-price.ts'
import { rateContractCustomer } from './masters/rate-contract-customer.ts'
import { rateContractErrors } from './masters/rate-contract-errors.ts'
import { rateContractLine } from './masters/rate-contract-line.ts'
import { salesGroup } from './masters/sales-group.ts'
import { sapCodeText } from './masters/sap-code-text.ts'
import { sbu } from './masters/sbu.ts'
import { sbuWiseCnf } from './masters/sbu-wise-cnf.ts'
import { shippingInstructions } from './masters/shipping-instructions.ts'
import { singleBatchCustomerEmail } from './masters/single-batch-customer-email.ts'
import { state } from './masters/state.ts'
import { stateCity } from './masters/state-city.ts'
import { transporter } from './masters/transporter.ts'
import { transporterDriver } from './masters/transporter-driver.ts'
import { transporterVehicle } from './masters/transporter-vehicle.ts'
import { unNumber } from './masters/un-number.ts'
import { uploadExpectedDeliveryDates } from './masters/upload-expected-delivery-dates.ts'
import { uploadOutstanding } from './masters/upload-outstanding.ts'
import { uploadPaymentCustomers } from './masters/upload-payment-customers.ts'
import { zoneArea } from './masters/zone-area.ts'
import { zoneWiseAsp } from './masters/zone-wise-asp.ts'
import { auditLogReport } from './mis/audit-log-report.ts'
import { freightAccruals } from './mis/dispatch/freight-accruals.ts'
import { lrDetails } from './mis/dispatch/lrdetails.ts'
import { proportionateFreight } from './mis/dispatch/proportionate-freight.ts'
import { transporterScorecards } from './mis/dispatch/transporter-scorecards.ts'
import { viewFreightPaid } from './mis/dispatch/view-freight-paid.ts'
import { viewFreightReport } from './mis/dispatch/view-freight-report.ts'
import { viewMaterialCollected } from './mis/dispatch/view-material-collected.ts'
import { loginLogoutReport } from './mis/login-logout-report.ts'
import { cscApprovedOrders } from './mis/orders/csc-approved-orders.ts'
import { deadOrders } from './mis/orders/dead-orders.ts'
import { decisionsAboveLimit } from './mis/orders/decisions-above-limit.ts'
import { deletedOrders } from './mis/orders/deleted-orders.ts'
import { draftOrderStatus } from './mis/orders/draft-order-status.ts'
import { endingSoon } from './mis/orders/ending-soon.ts'
import { eudReport } from './mis/orders/eud-report.ts'
import { merckApprovalPending } from './mis/orders/merck-approval-pending.ts'
import { monthlyDiscountedOrders } from './mis/orders/monthly-discounted-orders.ts'
import { monthlySubmittedOrder } from './mis/orders/monthly-submitted-order.ts'
import { monthwiseTotalOrders } from './mis/orders/monthwise-total-orders.ts'
import { newOrdersDeletedItems } from './mis/orders/new-orders-deleted-items.ts'
import { ordersReport } from './mis/orders/orders.ts'
import { outstanding } from './mis/payments/outstanding.ts'
import { reportFile } from './mis/report-file.ts'
import { reportMailing, reportSchedule } from './mis/report-schedule.ts'
import { empSalesMappingReport } from './mis/sales/emp-sales-mapping-report.ts'
import { invoicesReport } from './mis/sales/invoices.ts'
import { lostSales } from './mis/sales/lost-sales.ts'
import { orderVsSales } from './mis/sales/order-vs-sales.ts'
import { orderVsSalesScheduleLines } from './mis/sales/order-vs-sales-schedule-lines.ts'
import { priceListReport } from './mis/sales/price-list-report.ts'
import { sales } from './mis/sales/sales.ts'
import { zoneProductAvgPrice } from './mis/sales/zone-product-avg-price.ts'
import { stocks } from './mis/stock/stocks.ts'
import { approvalLink } from './orders/approval-link.ts'
import { approvalTask } from './orders/approval-task.ts'
import { creditTurn } from './orders/credit-turn.ts'
import { eudDocument } from './orders/eud-document.ts'
import { orderHold } from './orders/holds/order-hold.ts'
import { itemWiseOrder } from './orders/item-wise-order.ts'
import { order } from './orders/order.ts'
import { orderComment } from './orders/order-comment.ts'
import { orderLine } from './orders/order-line.ts'
import { orderStep } from './orders/order-step.ts'
import { orderTemplate } from './orders/order-template.ts'
import { reservation } from './orders/reservation.ts'
import { ruleGap } from './orders/rule-gap.ts'
import { scheduleLine } from './orders/schedule-line.ts'
import { taskAssignee } from './orders/task-assignee.ts'
import { orderTerms } from './orders/terms/order-terms.ts'
import { dailyTotals } from './payments/daily-totals.ts'
import { captureAllocation } from './payments/money/capture-allocation.ts'
import { paymentAttempt } from './payments/money/payment-attempt.ts'
import { paymentCapture } from './payments/money/payment-capture.ts'
import { paymentAllocation } from './payments/payment-allocation.ts'
import { paymentCallback } from './payments/payment-callback.ts'
import { paymentCart } from './payments/payment-cart.ts'
import { paymentCartItem } from './payments/payment-cart-item.ts'
import { paymentClearing } from './payments/payment-clearing.ts'
import { paymentDecision } from './payments/payment-decision.ts'
import { paymentDifference } from './payments/payment-difference.ts'

import { paymentResultLink } from './payments/payment-result-link.ts'
import { paymentSettlementRow } from './payments/payment-settlement-row.ts'
import { paymentTask } from './payments/payment-task.ts'
import { paymentTransaction } from './payments/payment-transaction.ts'
import { refund } from './payments/refund.ts'
import { bankLine } from './payments/settlement/bank-line.ts'
import { paymentAdjustment } from './payments/settlement/payment-adjustment.ts'
import { paymentTransfer } from './payments/settlement/payment-transfer.ts'
import { tdsCertificate } from './payments/tds/tds-certificate.ts'
import { unsignedPost } from './payments/unsigned-post.ts'
import { attachment } from './platform/attachment.ts'
import { auditEntry } from './platform/audit-entry.ts'
import { closing } from './platform/closing.ts'
import { gridView } from './platform/grid-view.ts'
import { idempotencyKey } from './platform/idempotency-key.ts'
import { importJob } from './platform/imports/import-job.ts'
import { importJobError } from './platform/imports/import-job-error.ts'
import { importJobRow } from './platform/imports/import-job-row.ts'
import { importWord } from './platform/imports/import-word.ts'
import { jobLock } from './platform/job-lock.ts'
import { loginSession } from './platform/login-session.ts'
import { messageLog } from './platform/message-log.ts'
import { notification } from './platform/notification.ts'
import { oneTimeCode } from './platform/one-time-code.ts'
import { productRow } from './platform/product-row.ts'
import { sapAttempt } from './platform/sap-attempt.ts'
import { sapOutbox } from './platform/sap-outbox.ts'
import { sapSending } from './platform/sap-sending.ts'
import { sapSyncRun } from './platform/sap-sync-run.ts'
import { appSetting } from './settings/app-setting.ts'
import { backgroundWork } from './settings/background-work.ts'
import { bankAccount } from './settings/bank-account.ts'
import { channel } from './settings/channel.ts'
import { customerSegment } from './settings/customer-segment.ts'
import { ewayAccount } from './settings/eway-account.ts'
import { holiday } from './settings/holiday.ts'
import { messageTemplate } from './settings/message-template.ts'
import { numberSeries } from './settings/number-series.ts'
import { orderType } from './settings/order-type.ts'
import { paymentAccount } from './settings/payment-account.ts'
import { plant } from './settings/plant.ts'
import { productPrice } from './settings/product-price.ts'
import { reasonCode } from './settings/reason-code.ts'
import { retention } from './settings/retention.ts'
import { role } from './settings/role.ts'
import { stockLevel } from './settings/stock-level.ts'
import { user } from './settings/user.ts'
import { zone } from './settings/zone.ts'
import { banner } from './shipment-tracking/banner.ts'
import { employeeSigmaMap } from './shipment-tracking/employee-sigma-map.ts'
import { expectedDeliveryDays } from './shipment-tracking/expected-delivery-days.ts'
import { feedback } from './shipment-tracking/feedback.ts'
import { feedbackReport } from './shipment-tracking/feedback-report.ts'
import { optOutEmail } from './shipment-tracking/opt-out-email.ts'
import { optOutSms } from './shipment-tracking/opt-out-sms.ts'
import { searchShipments } from './shipment-tracking/search-shipments.ts'
import { sigmaCustomers } from './shipment-tracking/sigma-customers.ts'
import { trackingTry } from './shipment-tracking/tracking-try.ts'
import { transporterMapping } from './shipment-tracking/transporter-mapping.ts'

const declared = [
  // masters
  transporter,
  products,
  productWiseTollCenter,
  nid,
  mvgr,
  materialPricingGroup,
  sbu,
  department,
  zoneArea,
  state,
  ewayThreshold,
  sapCodeText,
  stateCity,
  salesGroup,
  clusterMapping,
  sbuWiseCnf,
  defaultSupplyPlant,
  channelProductCnf,
  distributorProductCnfMapping,
  cnfProductMap,
  cnfExcludedItems,
  distCustMapping,
  distributorProductMap,
  custShiptoProdPrice,
  rateContractCustomer,
  productDiscount,
  channelProductPromocode,
  productwiseLimitPrice,
  zoneWiseAsp,
  approvingLimits,
  articleFreight,
  cscApprover,
  blockCustomerOrderCreation,
  productEnduserDocument,
  pesoProducts,
  pinDistance,
  unNumber,
  productHazard,
  hazardSegregation,
  transporterVehicle,
  transporterDriver,
  customerDepartmentMap,
  allowOrdertypeDepartment,
  shippingInstructions,
  customerSegmentMap,
  uploadPaymentCustomers,
  customerAnnexure,
  uploadOutstanding,
  perennialNonAvailableItems,
  frequentlyPurchasedItems,
  customerItemCodes,
  singleBatchCustomerEmail,
  complaintCategory,
  // channel-13-masters
  sendingMailAfterCscApproval,
  customerWiseProductWisePrice,
  // access-control
  employee,
  cnf,
  cnfState,
  assignRoles,
  tollCenter,
  sbuEmployeeMap,
  customer,
  shipTo,
  customerContact,
  companyPerson,
  centralWarehouse,
  // shipment-tracking
  optOutEmail,
  optOutSms,
  employeeSigmaMap,
  transporterMapping,
  freightContract,
  freightRate,
  freightCharge,
  fuelPrice,
  gtaTaxChoice,
  expectedDeliveryDays,
  sigmaCustomers,
  banner,
  // settings
  channel,
  orderType,
  plant,
  zone,
  customerSegment,
  reasonCode,
  holiday,
  numberSeries,
  messageTemplate,
  appSetting,
  ewayAccount,
  paymentAccount,
  bankAccount,
  role,
  user,
  productPrice,
  stockLevel,
  // records: customers, orders, dispatches, platform
  customerSalesArea,
  order,
  eudDocument,
  eudBlock,
  orderLine,
  scheduleLine,
  orderStep,
  orderHold,
  reservation,
  orderTerms,
  creditTurn,
  approvalTask,
  ruleGap,
  approvalLink,
  orderComment,
  taskAssignee,
  invoice,
  pwcCollection,
  invoiceLine,
  sapDelivery,
  sapDeliveryLine,
  invoiceLineGoods,
  returnedGoods,
  pwcCollectionItem,
  paymentClearing,
  paymentCart,
  paymentCartItem,
  paymentTransaction,
  paymentAllocation,
  paymentAttempt,
  paymentCapture,
  captureAllocation,
  paymentCallback,
  unsignedPost,
  paymentTask,
  paymentResultLink,
  paymentTransfer,
  paymentSettlementRow,
  paymentAdjustment,
  bankLine,
  paymentDecision,
  paymentDifference,
  tdsCertificate,
  refund,
  lr,
  lrLine,
  lrLineItem,
  lrPackage,
  ewayBill,
  ewayCall,
  trip,
  tripStop,
  tripLr,
  tripOffer,
  tripEvent,
  transporterBill,
  transporterBillLine,
  debitNote,
  debitNoteLine,
  cartingCharge,
  freightAdjustment,
  shipment,
  trackingEvent,
  trackingTry,
  feedback,
  pod,
  podLine,
  podPage,
  podBatch,
  podBatchFile,
  complaint,
  complaintNote,
  arDispute,
  disputeNote,
  passportLink,
  coaBatch,
  coaDocument,
  coaFile,
  customerTarget,
  rateContractLine,
  rateContractErrors,
  customerAnnexureLine,
  uploadExpectedDeliveryDates,
  attachment,
  loginSession,
  oneTimeCode,
  messageLog,
  auditEntry,
  accessRequest,
  importJob,
  importJobError,
  importWord,
  importJobRow,
  sapOutbox,
  sapAttempt,
  sapSyncRun,
  jobLock,
  ewaySession,
  retention,
  sapSending,
  idempotencyKey,
  gridView,
  reportFile,
  reportSchedule,
  reportMailing,
  orderTemplate,
  closing,
  notification,
  productRow,
] as const

export type ResourceName = (typeof declared)[number]['name']

export const resources: readonly Resource[] = declared

/** Reports, which read from several tables and write to none. */
export const reports: readonly Resource[] = [
  ordersReport,
  invoicesReport,
  sales,
  orderVsSales,
  orderVsSalesScheduleLines,
  lostSales,
  eudReport,
  empSalesMappingReport,
  outstanding,
  stocks,
  monthwiseTotalOrders,
  monthlySubmittedOrder,
  monthlyDiscountedOrders,
  zoneProductAvgPrice,
  merckApprovalPending,
  draftOrderStatus,
  deadOrders,
  deletedOrders,
  newOrdersDeletedItems,
  priceListReport,
  cscApprovedOrders,
  decisionsAboveLimit,
  endingSoon,
  viewMaterialCollected,
  viewFreightPaid,
  loginLogoutReport,
  auditLogReport,
  backgroundWork,
  itemWiseOrder,
  searchShipments,
  feedbackReport,
  batchRadar,
  batchReceivers,
  lrDetails,
  proportionateFreight,
  viewFreightReport,
  freightAccruals,
  transporterScorecards,
  dailyTotals,
]

/** Everything that rights are granted on. */
export const subjects: readonly Resource[] = [...resources, ...reports]

const byName = new Map(subjects.map(resource => [resource.name, resource]))
const byPath = new Map(subjects.map(resource => [resource.path, resource]))

/** The resource of a name, such as `ship-to`. Throws when none is declared. */
export function resourceNamed(name: ResourceName | (string & {})): Resource {
  const resource = byName.get(name)
  if (!resource) throw new Error(`No resource is named ${name}`)
  return resource
}

/** The resource at a path, such as `masters/transporter` or `orders`, if there is one. */
export const resourceAt = (path: string): Resource | undefined => byPath.get(path)
