import type { Knex } from 'knex'
import type { EwayBillRow } from '../../../resources/dispatches/eway/eway-bill.ts'
import { ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { THEIRS } from '../../../resources/dispatches/eway/holder.ts'
import { type VehicleReason, vehicleReasons } from '../../../resources/dispatches/eway/kinds.ts'
import { sentLrNo, sentText, sentVehicle } from '../../../resources/dispatches/eway/sent-texts.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now } from '../../platform/clock.ts'
import { accountOfPlant } from './account-of-plant.ts'
import { billsOfLrs } from './bills-of-lr.ts'
import { enqueueCall, OPEN } from './enqueue.ts'
import { askTransporter, whoDoes } from './movement.ts'
import { daySent } from './wire.ts'

/** A vehicle that goods have got, and where that was. */
export interface NewVehicle {
  lrIds: readonly number[]
  vehicleNo: string
  place: string
  stateId: number
  pincode: string | null
  at: string
  reasonCode: VehicleReason
  remark: string | null
  /** The same for the same change, however often it is told. */
  requestKey: string
}

/** The numbers of e-way bills by what becomes of them. */
export interface VehicleTold {
  sent: string[]
  asked: string[]
  ended: string[]
  byHand: string[]
}

/**
 * Tells the portal of a new vehicle of the e-way bills of LRs: one call for a consolidated one, which gets a new number, one
 * that consolidates two and more, else one for the bill. Those of which the transporter entered Part B become its tasks; one
 * that has ended must be extended first; of others nobody knows who may act, so that a person does it on the portal.
 */
export async function tellNewVehicle(trx: Knex, change: NewVehicle): Promise<VehicleTold> {
  const told: VehicleTold = { sent: [], asked: [], ended: [], byHand: [] }
  const live = (await billsOfLrs(trx, change.lrIds)).filter(({ status }) => status === 'ACTIVE' || status === 'PART_A')
  const vehicleNo = sentVehicle(change.vehicleNo)
  const mine = new Map<string, EwayBillRow[]>()
  for (const bill of live) {
    if (bill.vehicleNo !== null && sentVehicle(bill.vehicleNo) === vehicleNo) continue
    const account = await accountOfPlant(trx, bill.plantId)
    const who = account ? whoDoes('PART_B', bill, account.gstin) : 'UNKNOWN'
    if (!account || who === 'UNKNOWN' || bill.groupNo !== null) told.byHand.push(bill.ewayBillNo)
    else if (await isTold(trx, bill, account.gstin, vehicleNo)) told.sent.push(bill.ewayBillNo)
    else if (bill.validTo !== null && bill.validTo < now()) told.ended.push(bill.ewayBillNo)
    else if (who === THEIRS) {
      await askTransporter(trx, bill.id, 'PART_B', `enter vehicle ${change.vehicleNo}`)
      told.asked.push(bill.ewayBillNo)
    } else {
      const key = `${account.gstin} ${bill.consolidatedNo ?? ''}`
      mine.set(key, [...(mine.get(key) ?? []), bill])
    }
  }
  for (const [key, bills] of mine) {
    const [gstin] = key.split(' ') as [string]
    await tellOne(trx, gstin, bills, change)
    told.sent.push(...bills.map(({ ewayBillNo }) => ewayBillNo))
  }
  return told
}

/** Whether the portal is being told of this very vehicle: of the bill itself, or of all on a consolidated one. */
async function isTold(trx: Knex, bill: EwayBillRow, gstin: string, vehicleNo: string): Promise<boolean> {
  const open = await rowsOf(trx, ewayCall, rows =>
    rows
      .where({ gstin })
      .whereIn('action', ['VEHEWB', 'GENCEWB', 'REGENTRIPSHEET'])
      .whereIn('status', [...OPEN]),
  )
  return open.some(({ payload }) => {
    const sent = payload as Sent
    if (sent.vehicleNo !== vehicleNo) return false
    const numbers = [sent.ewbNo, ...(sent.tripSheetEwbBills ?? []).map(({ ewbNo }) => ewbNo)].map(String)
    return numbers.includes(bill.ewayBillNo) || String(sent.tripSheetNo) === bill.consolidatedNo
  })
}

interface Sent {
  vehicleNo?: string
  ewbNo?: number
  tripSheetNo?: number
  tripSheetEwbBills?: { ewbNo: number }[]
}

async function tellOne(trx: Knex, gstin: string, bills: readonly EwayBillRow[], change: NewVehicle): Promise<void> {
  const [first] = bills as [EwayBillRow]
  const of = await trx('lr').where('id', first.lrId).first('lrNo', 'lrDate')
  const state = await trx('state').where('id', change.stateId).first('gstStateCode')
  const movement = {
    vehicleNo: sentVehicle(change.vehicleNo),
    fromPlace: sentText(change.place, 50),
    fromState: Number(state.gstStateCode),
    transDocNo: sentLrNo(of.lrNo),
    transDocDate: daySent(of.lrDate),
    transMode: '1',
  }
  const reason = first.vehicleNo === null && first.status === 'PART_A' ? 'FIRST' : change.reasonCode
  const why = {
    reasonCode: vehicleReasons[reason].code,
    reasonRem: sentText(change.remark, 50) || vehicleReasons[reason].label,
  }
  const ids = bills.map(({ id }) => id)
  const call =
    first.consolidatedNo !== null
      ? ({
          action: 'REGENTRIPSHEET',
          payload: { tripSheetNo: Number(first.consolidatedNo), ...movement, ...why },
        } as const)
      : bills.length > 1
        ? ({
            action: 'GENCEWB',
            payload: { ...movement, tripSheetEwbBills: bills.map(({ ewayBillNo }) => ({ ewbNo: Number(ewayBillNo) })) },
          } as const)
        : ({
            action: 'VEHEWB',
            payload: { ewbNo: Number(first.ewayBillNo), ...movement, ...why, vehicleType: 'R' },
          } as const)
  await enqueueCall(trx, {
    ...call,
    gstin,
    ewayBillId: first.id,
    lrId: first.lrId,
    lrLineId: null,
    plantId: first.plantId,
    idempotencyKey: `vehicle-${change.requestKey}-${Math.min(...ids)}`.slice(0, 64),
  })
}
