import { allowOrdertypeDepartment } from '../../resources/masters/allow-ordertype-department.ts'
import { approvingLimits } from '../../resources/masters/approving-limits.ts'
import { blockCustomerOrderCreation } from '../../resources/masters/block-customer-order-creation.ts'
import { channelProductCnf } from '../../resources/masters/channel-product-cnf.ts'
import { channelProductPromocode } from '../../resources/masters/channel-product-promocode.ts'
import { clusterMapping } from '../../resources/masters/cluster-mapping.ts'
import { cnfExcludedItems } from '../../resources/masters/cnf-excluded-items.ts'
import { cnfProductMap } from '../../resources/masters/cnf-product-map.ts'
import { complaintCategory } from '../../resources/masters/complaint-category.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { defaultSupplyPlant } from '../../resources/masters/default-supply-plant.ts'
import { distCustMapping } from '../../resources/masters/dist-cust-mapping.ts'
import { distributorProductCnfMapping } from '../../resources/masters/distributor-product-cnf-mapping.ts'
import { frequentlyPurchasedItems } from '../../resources/masters/frequently-purchased-items.ts'
import { nid } from '../../resources/masters/nid.ts'
import { perennialNonAvailableItems } from '../../resources/masters/perennial-non-available-items.ts'
import { pesoProducts } from '../../resources/masters/peso-products.ts'
import { productHazard } from '../../resources/masters/product-hazard.ts'
import { productWiseTollCenter } from '../../resources/masters/product-wise-toll-center.ts'
import { products } from '../../resources/masters/products.ts'
import { productwiseLimitPrice } from '../../resources/masters/productwise-limit-price.ts'
import { rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { sbuWiseCnf } from '../../resources/masters/sbu-wise-cnf.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { uploadPaymentCustomers } from '../../resources/masters/upload-payment-customers.ts'
import { zoneWiseAsp } from '../../resources/masters/zone-wise-asp.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { annexureSheet } from '../../resources/uploads/annexures.ts'
import { outstandingSheet } from '../../resources/uploads/outstanding.ts'
import { rateContractSheet } from '../../resources/uploads/rate-contracts.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { defineScopes } from '../derive/rights/define-scopes.ts'
import { tellGuardedChanges } from '../settings/tell-guarded-changes.ts'
import { checkOrderTypeDefaults } from './allow-ordertype-department.ts'
import { checkApprovingLimits } from './approving-limits.ts'
import { libraryFor, restoreDocument, withdrawDocument } from './attachment.ts'
import { blockMany, isCurrent, mailBlocks, unblock } from './block-customer-order-creation.ts'
import { checkPromoCodes } from './channel-product-promocode.ts'
import { checkClusters } from './cluster-mapping.ts'
import { warnOfExclusion, warnOfMapping } from './cnf-articles.ts'
import { checkComplaintCategories } from './complaint-category.ts'
import {
  acceptAnnexure,
  checkAnnexures,
  copyAnnexure,
  issueAnnexure,
  requestChange,
  takeBackAnnexure,
} from './customer-annexure.ts'
import { checkDistributorCustomers } from './dist-cust-mapping.ts'
import { endsAlone } from './ends-alone.ts'
import { expireAgreements } from './expire-agreements.ts'
import { countFrequentItems, pin } from './frequently-purchased-items.ts'
import { importOutstanding, replacedTogether } from './import-outstanding.ts'
import { importWithLines, linesIn } from './import-with-lines.ts'
import { belowList, listPriceOfChannel } from './list-price-columns.ts'
import { warnAboveList } from './list-prices.ts'
import { checkNids, productCount } from './nid.ts'
import { ageBucket, daysOverdueColumn } from './outstanding-age.ts'
import { completePesoProducts } from './peso-products.ts'
import { checkProductHazards } from './product-hazard.ts'
import { checkProducts, markOrderable, warnOfSubstitutes } from './products.ts'
import { checkLimitPrices } from './productwise-limit-price.ts'
import {
  activateContract,
  checkRateContracts,
  closeContract,
  copyContract,
  isExpiring,
  suspendContract,
} from './rate-contract-customer.ts'
import { ignoreRow, RateContractErrorService, reprocessRow, saveContractErrors } from './rate-contract-errors.ts'
import { checkTransporters } from './transporter.ts'
import { checkTypedItems, endTypedItems } from './typed-items.ts'
import { checkMerchantAccounts } from './upload-payment-customers.ts'
import { usedThisMonth } from './used-this-month.ts'
import { warnContracts } from './warn-contracts.ts'
import { WithLinesService } from './with-lines.ts'
import { computeAverages } from './zone-wise-asp.ts'

extend(allowOrdertypeDepartment, { check: checkOrderTypeDefaults })
extend(approvingLimits, { check: checkApprovingLimits })
extend(blockCustomerOrderCreation, { actions: { unblock, blockMany }, computed: { isCurrent }, followUp: mailBlocks })
extend(channelProductCnf, { check: warnOfExclusion, computed: { usedThisMonth: usedThisMonth('CHANNEL_PRODUCT_CNF') } })
extend(channelProductPromocode, { check: checkPromoCodes })
extend(clusterMapping, { check: checkClusters })
extend(cnfExcludedItems, { check: warnOfMapping })
extend(cnfProductMap, { check: warnOfExclusion, computed: { usedThisMonth: usedThisMonth('CNF_PRODUCT') } })
extend(complaintCategory, { check: checkComplaintCategories })
extend(custShiptoProdPrice, { check: warnAboveList, computed: { endsAlone: endsAlone(custShiptoProdPrice) } })
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
    lines: linesIn('customer-annexure'),
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
extend(perennialNonAvailableItems, { check: warnOfSubstitutes })
extend(nid, { check: checkNids, computed: { productCount } })
extend(productHazard, { check: checkProductHazards })
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
    lines: linesIn('rate-contract-customer'),
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
extend(uploadOutstanding, {
  check: checkTypedItems,
  guardedChange: tellGuardedChanges(uploadOutstanding),
  computed: { bucket: ageBucket, daysOverdue: daysOverdueColumn },
  upload: { sheet: outstandingSheet, groupBy: replacedTogether, save: importOutstanding },
})
extend(uploadPaymentCustomers, { check: checkMerchantAccounts })
extend(zoneWiseAsp, { actions: { compute: computeAverages } })
extend(attachment, { actions: { withdraw: withdrawDocument, bringBack: restoreDocument } })

defineScopes({ documentsForMe: (db, _, role) => libraryFor(db, [role]).select('id') })

/** The masters that steer prices, sources and approvals. */
export const masterRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [
    { name: 'items-entered-by-hand', at: '00:10', work: endTypedItems },
    { name: 'expire-agreements', at: '00:30', work: expireAgreements },
    { name: 'warn-contracts', at: '00:45', work: warnContracts },
    { name: 'frequent-items', at: '04:00', work: countFrequentItems },
  ],
}
