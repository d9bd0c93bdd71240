import { cartingCharge } from '../../resources/dispatches/bills/carting-charge.ts'
import { debitNote } from '../../resources/dispatches/bills/debit-note.ts'
import { transporterBill } from '../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../resources/dispatches/bills/transporter-bill-line.ts'
import { pwcCollection } from '../../resources/dispatches/collections/pwc-collection.ts'
import { pwcCollectionItem } from '../../resources/dispatches/collections/pwc-collection-item.ts'
import { ewayBill } from '../../resources/dispatches/eway/eway-bill.ts'
import { ewayCall } from '../../resources/dispatches/eway/eway-call.ts'
import { invoiceLineGoods } from '../../resources/dispatches/goods/invoice-line-goods.ts'
import { returnedGoods } from '../../resources/dispatches/goods/returned-goods.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { lrLine } from '../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../resources/dispatches/lr-line-item.ts'
import { passportLink } from '../../resources/dispatches/passport-link.ts'
import { pod } from '../../resources/dispatches/pods/pod.ts'
import { podLine } from '../../resources/dispatches/pods/pod-line.ts'
import { trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { trip } from '../../resources/dispatches/trips/trip.ts'
import { tripLr } from '../../resources/dispatches/trips/trip-lr.ts'
import { tripOffer } from '../../resources/dispatches/trips/trip-offer.ts'
import { tripStop } from '../../resources/dispatches/trips/trip-stop.ts'
import { freightCharge } from '../../resources/masters/freight-charge.ts'
import { freightContract } from '../../resources/masters/freight-contract.ts'
import { freightRate } from '../../resources/masters/freight-rate.ts'
import { pinDistance } from '../../resources/masters/pin-distance.ts'
import { ewayAccount } from '../../resources/settings/eway-account.ts'
import { deliveryStatusSheet } from '../../resources/uploads/delivery-status.ts'
import { lrSheet } from '../../resources/uploads/lrs.ts'
import { billSheet } from '../../resources/uploads/transporter-bill.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { takeDueSteps } from '../derive/process/due-steps.ts'
import { stepActions } from '../derive/process/step-actions.ts'
import { goodsBook } from '../goods/goods-book.ts'
import { collectionsMoved, linesMoved, lrsMoved, namedGoodsMoved } from '../goods/goods-moved.ts'
import { deliveriesSaved, documentCancelled, documentRead } from '../sap/documents/document-news.ts'
import { removeInTime } from '../settings/retention/remove-expired.ts'
import {
  acceptAll,
  acceptLine,
  acceptTax,
  allowLateBill,
  approveBill,
  payBill,
  rejectBill,
  submit,
  withdrawBill,
} from './bills/bill-actions.ts'
import { attachedCarting } from './bills/carting-process.ts'
import { enterCreditNote } from './bills/debit-notes.ts'
import { acceptLoss, claimLossOnly, setOffLoss } from './bills/decide-finding.ts'
import { importBill } from './bills/import-bill.ts'
import { foreseeNews } from './booking/batch-news.ts'
import { importLrs, oneLr } from './booking/import-lrs.ts'
import { warnEwayBills } from './booking/warn-eway-bills.ts'
import { attachedCollection } from './collections/change-collection.ts'
import { isCollected } from './collections/collected-invoice.ts'
import { forgetCollectorIds } from './collections/forget-collector-ids.ts'
import { followCancelled, recallGoods } from './events/cancelled-invoice.ts'
import { claimDamage, giveNotice, refuseClaim, remindOfClaims, settleClaim } from './events/claims.ts'
import { confirmEvent, declineEvent, voidEvent } from './events/confirm-event.ts'
import { eventsTogether, importEvents, ownTransporter } from './events/import-events.ts'
import { replaceInvoice } from './events/replace-invoice.ts'
import { readCreditNote, sendAgain, settleBalance, settleGoods } from './events/settle-goods.ts'
import { updatePartB } from './events/update-part-b.ts'
import { ewayByPortal } from './eway/account-of-plant.ts'
import { askAboutBills } from './eway/ask-about-bills.ts'
import {
  addVehicle,
  beginSeveral,
  cancelBill,
  changeInGroup,
  closeBill,
  enterVehicle,
  extendBill,
  fetchBill,
  nameTransporter,
  reportDone,
} from './eway/bill-actions.ts'
import { dropCall, sendCallAgain } from './eway/call-actions.ts'
import { consolidateEway } from './eway/consolidate.ts'
import { checkPinDistances } from './eway/distances.ts'
import { generateEway } from './eway/generate.ts'
import { checkEwayAccounts, tryAccount } from './eway/start.ts'
import { checkContractLines, checkContracts, checkRates } from './freight/check-contracts.ts'
import { attachedContract, newVersion } from './freight/contract-steps.ts'
import { followDeliveries } from './goods/follow-delivery.ts'
import { linkBill } from './goods/link-bill.ts'
import { hsnCode } from './hsn-code.ts'
import { deliveryNo, invoiceNos } from './papers/documents-of-line.ts'
import { revokeLinks } from './papers/passport-links.ts'
import { podHolds, reportHolds } from './pods/hold-pod.ts'
import { remindOfPods } from './pods/remind-of-pods.ts'
import { paysFreight } from './pods/second-login.ts'
import { attachedPod } from './pods/verify-pods.ts'
import { attachedOffer, lapseOffers } from './trips/offers.ts'
import { arriveAtStop, releaseFromStop, takeLrOff } from './trips/stops.ts'
import { attachedTrip } from './trips/take-trip-step.ts'

extend(lr, {
  counted: lrsMoved,
  actions: { updatePartB, consolidateEway, settleBalance, claimDamage, giveNotice, settleClaim, refuseClaim },
  upload: { sheet: lrSheet, groupBy: oneLr, save: importLrs, foresees: foreseeNews },
})
extend(lrLine, {
  computed: { invoiceNos, deliveryNo, ewayByPortal },
  counted: linesMoved,
  actions: { sendAgain, generateEway, settle: settleGoods, recall: recallGoods, replace: replaceInvoice },
  beforeActions: { settle: readCreditNote },
})
extend(ewayBill, {
  actions: {
    enterVehicle,
    extend: extendBill,
    cancelBill,
    closeBill,
    nameTransporter,
    beginSeveral,
    addVehicle,
    changeInGroup,
    fetchBill,
    reportDone,
  },
})
extend(ewayCall, { actions: { sendAgain: sendCallAgain, drop: dropCall } })
extend(ewayAccount, {
  check: checkEwayAccounts,
  actions: { tryAccount: async () => 'The account signs in.' },
  beforeActions: { tryAccount },
})
extend(pinDistance, { check: checkPinDistances })
extend(freightContract, {
  check: checkContracts,
  actions: { ...stepActions(attachedContract, 'submit', 'sendBack', 'approve', 'end'), newVersion },
})
extend(freightRate, { check: checkRates })
extend(freightCharge, { check: checkContractLines })
extend(lrLineItem, { counted: namedGoodsMoved })
extend(podLine, { counted: linesMoved })
extend(pwcCollection, { counted: collectionsMoved })
extend(pwcCollectionItem, { counted: namedGoodsMoved })
extend(invoiceLineGoods, { counted: namedGoodsMoved })
extend(returnedGoods, { counted: namedGoodsMoved })
extend(trackingEvent, {
  actions: { void: voidEvent, confirm: confirmEvent, decline: declineEvent },
  upload: {
    sheet: deliveryStatusSheet,
    says: ['transporterId'],
    saidBySender: ownTransporter,
    wordsBy: 'transporterId',
    mayRepeat: true,
    groupBy: eventsTogether,
    save: importEvents,
  },
})
extend(invoice, { computed: { isCollected } })
extend(invoiceLine, { computed: { hsnCode } })
extend(cartingCharge, { actions: stepActions(attachedCarting, 'approve', 'reject') })
extend(transporterBill, {
  actions: {
    submit,
    acceptAll,
    acceptTax,
    approve: approveBill,
    pay: payBill,
    reject: rejectBill,
    withdraw: withdrawBill,
    allowLate: allowLateBill,
  },
  upload: { sheet: billSheet, groupBy: () => ({ fields: [], name: 'bill' }), save: importBill },
})
extend(transporterBillLine, {
  actions: { accept: acceptLine, setOff: setOffLoss, claimOnly: claimLossOnly, acceptLoss },
})
extend(trip, {
  actions: stepActions(
    attachedTrip,
    'place',
    'gateIn',
    'beginLoading',
    'finishLoading',
    'reload',
    'gateOut',
    'changeVehicle',
    'returned',
    'cancel',
  ),
})
extend(tripStop, { actions: { arrive: arriveAtStop, release: releaseFromStop } })
extend(tripLr, { actions: { takeOff: takeLrOff } })
extend(tripOffer, { actions: stepActions(attachedOffer, 'offer', 'refuse', 'accept') })
extend(debitNote, { actions: { enterCreditNote } })
extend(passportLink, { actions: { revoke: revokeLinks } })
extend(pod, {
  computed: { paysFreight },
  actions: { ...stepActions(attachedPod, 'accept', 'reject'), podHolds, reportHolds },
})

removeInTime({ collectorNumbers: forgetCollectorIds })
documentRead.hear(linkBill)
deliveriesSaved.hear(followDeliveries)
documentCancelled.hear(followCancelled)

/** From the invoice to the proof of delivery: LRs, collections, events, papers, bills of transporters. */
export const dispatchRoom: Room = {
  serves: () => import('./serve.ts'),
  books: [goodsBook],
  nightly: () => [
    { name: 'ending-eway-bills', everyMinutes: 5, work: warnEwayBills },
    { name: 'eway-bills-on-the-portal', everyMinutes: 30, work: askAboutBills },
    { name: 'offers-for-trips', everyMinutes: 5, work: lapseOffers },
    { name: 'collections', at: '00:40', work: db => takeDueSteps(db, attachedCollection) },
    { name: 'claims-against-transporters', at: '01:45', work: remindOfClaims },
    { name: 'pod-reminders', at: '05:00', work: remindOfPods },
  ],
}
