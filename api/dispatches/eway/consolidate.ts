import { THEIRS } from '../../../resources/dispatches/eway/holder.ts'
import { sentLrNo, sentText, sentVehicle } from '../../../resources/dispatches/eway/sent-texts.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { now } from '../../platform/clock.ts'
import { readHeldLr } from '../events/lr-subject.ts'
import { refusal } from '../events/refusal.ts'
import { accountOfPlant } from './account-of-plant.ts'
import { billsOfLrs } from './bills-of-lr.ts'
import { enqueueCall } from './enqueue.ts'
import { askTransporter, whoDoes } from './movement.ts'
import { daySent } from './wire.ts'

/** Consolidates the e-way bills of an LR on the vehicle that its goods are on. */
export const consolidateEway: ActionHandler = async (trx, { rows, values }) => {
  const of = await readHeldLr(trx, (rows[0] as Lr).id)
  const account = await accountOfPlant(trx, of.plantId)
  if (!account) throw refusal('This plant has no account at the e-way portal: consolidate there by hand')
  if (of.vehicleNo === null) throw refusal('The LR has no vehicle: enter it first')
  const live = (await billsOfLrs(trx, [of.id])).filter(({ status }) => status === 'ACTIVE' || status === 'PART_A')
  if (live.length < 2) throw refusal('One e-way bill needs no consolidated one: this LR has fewer than two')
  const unknown = live.find(bill => whoDoes('CONSOLIDATE', bill, account.gstin) === 'UNKNOWN')
  if (unknown) throw refusal(`It is not known who may act on e-way bill ${unknown.ewayBillNo}: ask the portal first`)
  const ended = live.find(({ validTo }) => validTo !== null && validTo < now())
  if (ended) throw refusal(`E-way bill ${ended.ewayBillNo} has ended: extend it first`)
  const grouped = live.find(({ groupNo }) => groupNo !== null)
  if (grouped) throw refusal(`E-way bill ${grouped.ewayBillNo} moves in several vehicles and cannot be consolidated`)
  const theirs = live.filter(bill => whoDoes('CONSOLIDATE', bill, account.gstin) === THEIRS)
  if (theirs.length > 0) {
    for (const { id } of theirs) await askTransporter(trx, id, 'CONSOLIDATE', 'consolidate it')
    return 'Only the transporter can: it is asked to.'
  }
  const state = await trx('state').where({ id: values.stateId }).first('gstStateCode')
  const before = await trx('eway_call').where({ lrId: of.id, action: 'GENCEWB' }).pluck('id')
  await enqueueCall(trx, {
    action: 'GENCEWB',
    gstin: account.gstin,
    ewayBillId: live[0]!.id,
    lrId: of.id,
    lrLineId: null,
    plantId: of.plantId,
    payload: {
      fromPlace: sentText(String(values.place), 50),
      fromState: Number(state.gstStateCode),
      vehicleNo: sentVehicle(of.vehicleNo),
      transMode: '1',
      transDocNo: sentLrNo(of.lrNo),
      transDocDate: daySent(of.lrDate),
      tripSheetEwbBills: live.map(({ ewayBillNo }) => ({ ewbNo: Number(ewayBillNo) })),
    },
    idempotencyKey: `consolidate-${of.id}-${before.length + 1}`,
  })
  return undefined
}
