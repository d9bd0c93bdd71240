import type { Knex } from 'knex'
import { expectedFreightOf } from '../../api/dispatches/booking/expected-freight.ts'
import { expectedOn } from '../../api/masters/expected-on.ts'
import { saveFile } from '../../api/platform/stored-files.ts'
import { shareOut, sum } from '../../resources/define/amounts.ts'
import { addDays, addWorkingDays, daysBetween, fyOf, isSunday, monthsLater } from '../../resources/define/dates.ts'
import type { Lr } from '../../resources/dispatches/lr.ts'
import { onePage } from '../documents.ts'
import { type Documents, inRupees, movedBy, type Stored, scaled } from './stored-rows.ts'

/** What the consignments of earlier years are made in. */
export interface EarlierWorld {
  trx: Knex
  home: string
  /** The states of cities, by their ids. */
  stateOf: ReadonlyMap<number, number>
  /** Who verifies PODs that the desks send. */
  verifierId: number
}

/** When the goods of an LR were promised, by the masters, and when they came: as late as those of its model. */
interface Journey {
  promised: string
  arrived: string
  /** Days by which they came later than those of the model. */
  later: number
}

/** The journey of an LR that was moved to another day. */
export async function journeyOf({ trx, stateOf }: EarlierWorld, lr: Stored): Promise<Journey> {
  const { lrDate, originalExpectedDate: modelDue, deliveredOn } = lr as unknown as Lr
  const promised = await expectedOn(trx, { ...wayOf(lr, stateOf), lrDate })
  const late = daysBetween(modelDue!, deliveredOn!)
  const early = addDays(promised, late)
  const onTime = early <= lrDate || isSunday(early) ? promised : early
  const arrived = late > 0 ? addWorkingDays(promised, late, new Set()) : onTime
  return { promised, arrived, later: daysBetween(deliveredOn!, arrived) }
}

const wayOf = (lr: Stored, stateOf: ReadonlyMap<number, number>) => ({
  plantId: Number(lr.plantId),
  cityId: Number(lr.toCityId),
  stateId: stateOf.get(Number(lr.toCityId))!,
  transMode: lr.transMode as Lr['transMode'],
})

interface Consignment {
  days: number
  journey: Journey
  lrNo: string
  head: Stored
  billed: readonly Stored[]
}

/** Adds the LR of an invoice, whose freight follows the weight, with its shipment, its events and its POD. */
export async function addConsignment(
  world: EarlierWorld,
  made: Documents,
  model: Documents,
  { days, journey, lrNo, head, billed }: Consignment,
): Promise<void> {
  const [lrId, lrLineId] = [made.lr.length + 1, made.lr_line.length + 1]
  const [lr, lrLine] = [model.lr[0]!, model.lr_line[0]!]
  const moved = (row: Stored) => movedBy(days, row)
  const weight = sum(billed.map(line => Number(line.grossWeightKg)))
  const before = Math.max(1, sum(model.invoice_line.map(line => Number(line.grossWeightKg))))
  const row = scaled(moved(lr), ['actualWeightKg', 'chargedWeightKg', 'freightAmount'], weight, before)
  const packages = Math.max(1, Math.round((Number(lr.packages) * weight) / before))
  const rated = { ...(row as unknown as Lr), ...wayOf(row, world.stateOf) }
  const expectedFreight = await expectedFreightOf(world.trx, rated)
  const freightAmount = expectedFreight ?? inRupees(Number(row.freightAmount))
  const sent: Stored = {
    ...row,
    ...{ id: lrId, lrNo, fy: fyOf(String(row.lrDate)), packages, freightAmount, expectedFreight, otherCharges: 0 },
    ...{ originalExpectedDate: journey.promised, expectedDeliveryDate: journey.promised, deliveredOn: journey.arrived },
    ...{ declaredValue: head.grossValue!, podStatus: 'ACCEPTED', ...unclaimed, attachmentId: null, tremCardId: null },
    billStatus: row.freightTerms === 'TO_PAY' ? 'UNBILLED' : 'PAID',
  }
  made.lr.push(sent)
  made.lr_line.push({
    ...scaled(moved(lrLine), ['weightKg'], weight, before),
    ...{
      id: lrLineId,
      lrId,
      invoiceId: head.id!,
      packages,
      invoiceValue: head.grossValue!,
      freightShare: freightAmount,
    },
    ...{ cartingShare: 0, ewayBillNo: null, ewayDocNo: null, ewayHeld: null, ewayValidTo: null, deliveryId: null },
  })
  const weights = billed.map(line => Math.max(1, Number(line.grossWeightKg)))
  const shares = shareOut(freightAmount, weights)
  // The goods of a line are known once its invoice is linked to them.
  for (const [at, line] of billed.entries())
    made.lr_line_item.push({
      ...moved(model.lr_line_item[0]!),
      ...{ id: made.lr_line_item.length + 1, lrLineId, lrId, deliveryLineId: null, invoiceLineId: line.id! },
      ...{ qty: line.qty!, weightKg: line.grossWeightKg!, freightShare: shares[at]!, cartingShare: 0 },
    })
  addJourney(made, model, sent, journey)
  await addPod(world, made, sent, journey)
}

/** Nothing was short, and nothing was left for the desk. */
const unclaimed = {
  ...{ formerNos: null, partBDue: 0, claimValue: null, claimReason: null },
  ...{ claimStatus: 'NONE', claimDue: null, claimNoticeOn: null, claimAmount: null, deskTask: null },
  ...{ expectedDateReason: null, backdateReason: null, lateBillReason: null },
  // The contracts of the demo company begin today.
  ...{ expectedOther: null, freightContractId: null, volumetricWeightKg: null, agreedCharges: null },
}

/** The shipment of an LR, and what was reported of it: each event of the model, on the day of this journey. */
function addJourney(made: Documents, model: Documents, lr: Stored, { promised, arrived }: Journey) {
  const shipment = model.shipment[0]!
  const shipmentId = made.shipment.length + 1
  const lrDate = String(lr.lrDate)
  made.shipment.push({
    ...movedBy(daysBetween(String(model.lr[0]!.lrDate), lrDate), shipment),
    ...{ id: shipmentId, shipmentNo: `SH${lr.fy}${500_000 + shipmentId}`, lrId: lr.id!, delayedAt: null },
    ...{ isOnTime: arrived <= promised ? 1 : 0, feedbackToken: null, feedbackRequestedAt: null },
  })
  const next = addDays(lrDate, 1)
  const dayOfEvent: Readonly<Record<string, string | null>> = {
    ...{ BOOKED: lrDate, OUT_FOR_DELIVERY: arrived, DELIVERED: arrived, PARTIAL_DELIVERED: arrived },
    IN_TRANSIT: next < arrived ? next : null,
    AT_HUB: arrived > promised ? (promised > next ? promised : next) : null,
  }
  for (const event of firstOfEach(model.tracking_event)) {
    const day = dayOfEvent[String(event.eventCode)]
    if (!day) continue
    made.tracking_event.push({
      ...movedBy(daysBetween(String(event.eventOn), day), event),
      ...{ id: made.tracking_event.length + 1, shipmentId, lrId: lr.id!, requestKey: null },
      lrNo: event.lrNo === null ? null : lr.lrNo!,
      eventCode: event.eventCode === 'PARTIAL_DELIVERED' ? 'DELIVERED' : event.eventCode!,
    })
  }
}

/** The first event of each kind that counted; of an LR delivered in part, that part as the whole. */
function firstOfEach(events: readonly Stored[]): Stored[] {
  const counted = events.filter(({ moves, voidNo, settles }) => moves && !voidNo && !settles)
  const isFirst = (event: Stored, at: number) => counted.findIndex(one => one.eventCode === event.eventCode) === at
  const inPart = counted.some(({ eventCode }) => eventCode === 'PARTIAL_DELIVERED')
  return counted.filter(isFirst).filter(({ eventCode }) => !inPart || eventCode !== 'DELIVERED')
}

/** The signed LR came back the day after, from the desk, and customer service accepted it on the next. */
async function addPod({ trx, home, verifierId }: EarlierWorld, made: Documents, lr: Stored, { arrived }: Journey) {
  const id = made.pod.length + 1
  const morning = (later: number) => `${addDays(arrived, later)}T06:30:00.000Z`
  const [createdAt, verifiedAt] = [morning(1), morning(2)]
  const stamps = {
    rowVersion: 1,
    createdAt,
    createdById: lr.createdById!,
    updatedAt: createdAt,
    updatedById: lr.createdById!,
  }
  const stored = await saveFile(home, onePage(`POD of LR ${lr.lrNo}`))
  const paper = {
    fileName: `${lr.lrNo}.pdf`,
    mimeType: 'application/pdf',
    sizeBytes: stored.size,
    sha256: stored.sha256,
  }
  await trx('attachment').insert({
    ...{ id, ownerType: 'POD', title: `POD of LR ${lr.lrNo}`, ...paper, storageKey: stored.key },
    ...{ versionNo: 1, scanStatus: 'SKIPPED', ...stamps },
  })
  made.pod.push({
    ...{ id, lrId: lr.id!, releasedNo: 0, attachmentId: id, deliveredOn: arrived, receivedBy: lr.receivedBy ?? null },
    ...{ packagesReceived: lr.packages!, shortagePackages: 0, damagePackages: 0, remarks: null, requestKey: null },
    // Cold goods arrived at 5 °C.
    ...{ temperature: lr.loggerNo === null ? null : 50, isLoggerRead: lr.loggerNo === null ? 0 : 1 },
    ...{ status: 'ACCEPTED', uploadedVia: 'SINGLE', verifiedById: verifierId, verifiedAt },
    ...{ rejectReasonId: null, complaintProposal: 'NONE', ...stamps, rowVersion: 2, updatedAt: verifiedAt },
    updatedById: verifierId,
  } as Stored)
  made.pod_page.push({ id, podId: id, lrId: lr.id!, pageNo: 1, attachmentId: id, quarterTurns: 0, ...stamps })
}

/** One paid bill a transporter, plant and month, over what its LRs agreed, as one of the replayed days. */
export function addBills(made: Documents, models: readonly Stored[]): void {
  const ours = made.lr.filter(({ billStatus }) => billStatus === 'PAID')
  const billed = Map.groupBy(ours, lr => `${lr.transporterId} ${lr.plantId} ${String(lr.lrDate).slice(0, 7)}`)
  for (const lrs of billed.values()) {
    const [{ transporterId, lrDate }, id] = [lrs[0]!, made.transporter_bill.length + 1]
    const model = models.find(bill => bill.transporterId === transporterId)
    if (!model) {
      for (const lr of lrs) lr.billStatus = 'UNBILLED'
      continue
    }
    // By then the PODs of the month's last LRs are accepted.
    const billDate = `${monthsLater(String(lrDate), 1).slice(0, 7)}-25`
    const serial = String(500_000 + id)
    const baseAmount = sum(lrs.map(lr => Number(lr.freightAmount)))
    const days = daysBetween(String(model.billDate), billDate)
    const amounts = ['gstAmount', 'totalAmount', 'reverseCharge', 'tdsAmount']
    made.transporter_bill.push({
      ...scaled(movedBy(days, model), amounts, baseAmount, Number(model.baseAmount)),
      ...{ id, fy: fyOf(billDate), billRef: `TB${fyOf(billDate)}${serial}`, baseAmount, paymentRef: `HDFC${serial}` },
      billNo: `${String(model.billNo).split('/')[0]}/${fyOf(billDate)}/${serial.slice(-3)}`,
    })
    for (const lr of lrs)
      made.transporter_bill_line.push({
        ...{ id: made.transporter_bill_line.length + 1, transporterBillId: id, lrId: lr.id!, releasedNo: 0 },
        ...{ billedFreight: lr.freightAmount!, billedOther: 0 },
        ...{ expectedFreight: lr.expectedFreight ?? lr.freightAmount!, expectedOther: 0 },
        ...{ variance: 0, isMatched: 1, isAccepted: 0, rowVersion: 1 },
        ...{ createdAt: `${billDate}T05:00:00.000Z`, updatedAt: `${billDate}T05:00:00.000Z` },
      })
  }
}
