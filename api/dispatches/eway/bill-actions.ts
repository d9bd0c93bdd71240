import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import { momentText } from '../../../resources/define/show.ts'
import { type EwayBillRow, ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import type { PortalAction } from '../../../resources/dispatches/eway/eway-call.ts'
import { OURS, THEIRS } from '../../../resources/dispatches/eway/holder.ts'
import {
  type CancelReason,
  cancelReasons,
  type ExtensionReason,
  extensionReasons,
  type VehicleReason,
  vehicleReasons,
} from '../../../resources/dispatches/eway/kinds.ts'
import { sentLrNo, sentText, sentVehicle } from '../../../resources/dispatches/eway/sent-texts.ts'
import { cancelUntil, lastExtension } from '../../../resources/dispatches/eway/time-limits.ts'
import { extensionWindow } from '../../../resources/dispatches/eway.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { correctFacts, recountFacts } from '../events/follow-journey.ts'
import { holdLr } from '../events/lr-subject.ts'
import { refusal } from '../events/refusal.ts'
import { accountOfPlant } from './account-of-plant.ts'
import { enqueueFetch } from './bills-of-lr.ts'
import { enqueueCall, OPEN } from './enqueue.ts'
import { askTransporter, whoDoes } from './movement.ts'
import { daySent } from './wire.ts'

interface Held {
  bill: EwayBillRow
  gstin: string
  lr: { lrNo: string; lrDate: string; vehicleNo: string | null } | null
}

/** The e-way bill of an action, held until the transaction ends, with the account that acts on it. */
async function heldBill(trx: Knex, { rows }: Pick<ActionInput, 'rows'>): Promise<Held> {
  const { id, lrId } = rows[0] as EwayBillRow
  // The LR first, as those do who bring what the portal answered.
  if (lrId !== null) await holdLr(trx, lrId)
  await trx('eway_bill').where({ id }).forUpdate().first('id')
  const [bill] = await rowsOf(trx, ewayBill, some => some.where({ id }))
  const account = await accountOfPlant(trx, bill!.plantId)
  if (!account) throw refusal('This plant has no account at the e-way portal: do it there by hand')
  const of =
    bill!.lrId === null ? undefined : await trx('lr').where('id', bill!.lrId).first('lrNo', 'lrDate', 'vehicleNo')
  return { bill: bill!, gstin: account.gstin, lr: of ?? null }
}

/** Writes a call about an e-way bill. Throws 422 while another of its kind has no answer yet. */
async function ask(trx: Knex, { bill, gstin }: Held, action: PortalAction, payload: object): Promise<void> {
  const before = await trx('eway_call').where({ ewayBillId: bill.id, action }).select('status')
  if (before.some(({ status }) => OPEN.includes(status)))
    throw refusal(`The portal is being asked already: wait for its answer about e-way bill ${bill.ewayBillNo}`)
  await enqueueCall(trx, {
    action,
    gstin,
    ewayBillId: bill.id,
    lrId: bill.lrId,
    lrLineId: null,
    plantId: bill.plantId,
    payload: { ewbNo: Number(bill.ewayBillNo), ...payload },
    idempotencyKey: `${action.toLowerCase()}-${bill.id}-${before.length + 1}`,
  })
}

const unknownHolder = (bill: EwayBillRow) =>
  refusal(`It is not known who may act on e-way bill ${bill.ewayBillNo}: ask the portal first`)

const stateOf = async (trx: Knex, stateId: unknown): Promise<number> =>
  Number((await trx('state').where({ id: stateId }).first('gstStateCode')).gstStateCode)

const documentOf = ({ lr }: Held) => ({
  transDocNo: lr ? sentLrNo(lr.lrNo) : '',
  transDocDate: lr ? daySent(lr.lrDate) : '',
})

/** The words that the portal wants beside “Others”. */
function remarkOf(values: Record<string, unknown>, name: string): string {
  const remark = sentText(values.remark as string | null, 50)
  if (values[name] === 'OTHERS' && remark === '')
    throw invalidField('remark', 'REQUIRED', 'In words is required where the reason is Others')
  return remark
}

/** Enters the vehicle of an e-way bill, or another one. */
export const enterVehicle: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  const { bill, gstin } = held
  const { vehicleNo, reason } = input.values as { vehicleNo: string; reason: VehicleReason }
  const who = whoDoes('PART_B', bill, gstin)
  if (who === 'UNKNOWN') throw unknownHolder(bill)
  if (who === THEIRS) {
    const due = await askTransporter(trx, bill.id, 'PART_B', `enter vehicle ${vehicleNo}`)
    return `Only the transporter can: it is asked to do so by ${momentText(due)}.`
  }
  if (bill.groupNo !== null) throw refusal('It moves in several vehicles: change the vehicle inside its group')
  if (bill.validTo !== null && bill.validTo < now())
    throw refusal(
      `E-way bill ${bill.ewayBillNo} ended on ${momentText(bill.validTo)}: extend it first, if its 8 hours are not over`,
    )
  // Where the goods are is said of the LR, once; the portal hears of it by itself.
  const onLr = held.lr?.vehicleNo ?? null
  if (onLr !== null && sentVehicle(onLr) !== sentVehicle(vehicleNo))
    throw refusal(
      `LR ${held.lr!.lrNo} is on vehicle ${onLr}: report the new vehicle there, and the portal is told`,
      'vehicleNo',
    )
  const remark = remarkOf(input.values, 'reason')
  await ask(trx, held, 'VEHEWB', {
    vehicleNo: sentVehicle(vehicleNo),
    fromPlace: sentText(String(input.values.place), 50),
    fromState: await stateOf(trx, input.values.stateId),
    reasonCode: vehicleReasons[reason].code,
    reasonRem: remark || vehicleReasons[reason].label,
    ...documentOf(held),
    transMode: '1',
    vehicleType: 'R',
  })
  if (held.lr && onLr === null) {
    await correctFacts(trx, bill.lrId!, { vehicleNo }, input.author)
    await recountFacts(trx, bill.lrId!, input.author)
  }
  return undefined
}

/** Extends an e-way bill, from 8 hours before to 8 hours after its end. */
export const extendBill: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  const { bill, gstin } = held
  const { values } = input
  const who = whoDoes('EXTEND', bill, gstin)
  if (who === 'UNKNOWN') throw unknownHolder(bill)
  if (bill.validTo === null) throw refusal('Part B is not entered yet: enter the vehicle first')
  const window = extensionWindow(bill.validTo, (await readSettings(trx))['eway.extension_hours'])
  if (now() < window.from || now() > window.to)
    throw refusal(`It can be extended from ${momentText(window.from)} to ${momentText(window.to)}`)
  if (bill.generatedAt !== null && dayOf(now()) > lastExtension(bill.generatedAt))
    throw refusal('360 days after its making an e-way bill cannot be extended any more')
  const remainingKm = Number(values.remainingKm)
  if (bill.distanceKm !== null && remainingKm > bill.distanceKm)
    throw invalidField('remainingKm', 'RANGE', `Km left must be at most ${bill.distanceKm}, the whole distance`)
  if (who === THEIRS) {
    const due = await askTransporter(trx, bill.id, 'EXTEND', `extend it for ${remainingKm} km`)
    return `Only the transporter can: it is asked to extend it by ${momentText(due)}.`
  }
  const reason = extensionReasons[values.reason as ExtensionReason]
  const isMoving = values.standsAt === 'ON_THE_ROAD'
  await ask(trx, held, 'EXTENDVALIDITY', {
    knownTimes: bill.extendedTimes,
    vehicleNo: bill.vehicleNo ?? '',
    fromPlace: sentText(String(values.place), 50),
    fromState: await stateOf(trx, values.stateId),
    fromPincode: Number(values.pincode),
    remainingDistance: remainingKm,
    ...documentOf(held),
    transMode: isMoving ? '1' : '5',
    extnRsnCode: reason.code,
    extnRemarks: sentText(String(values.remark), 50),
    consignmentStatus: isMoving ? 'M' : 'T',
    transitType: isMoving ? '' : values.standsAt === 'WAREHOUSE' ? 'W' : 'O',
    addressLine1: isMoving ? '' : sentText(String(values.address ?? ''), 120),
    addressLine2: '',
    addressLine3: '',
  })
  return undefined
}

/** Cancels an e-way bill within 24 hours of its making. */
export const cancelBill: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  const { bill, gstin } = held
  if (whoDoes('CANCEL', bill, gstin) !== OURS)
    throw refusal('Only who made an e-way bill can cancel it: ask the portal who that is')
  if (bill.isVerified) throw refusal('An officer has verified the e-way bill: it cannot be cancelled')
  if (bill.generatedAt !== null && now() > cancelUntil(bill.generatedAt))
    throw refusal(`It could be cancelled until ${momentText(cancelUntil(bill.generatedAt))}: 24 hours after its making`)
  const reason = cancelReasons[input.values.cancelReason as CancelReason]
  await ask(trx, held, 'CANEWB', { cancelRsnCode: reason.code, cancelRmrk: sentText(String(input.values.remark), 50) })
  return undefined
}

/** Closes an e-way bill whose goods have arrived, once the portal takes closures. */
export const closeBill: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  if (!(await readSettings(trx))['eway.closure'])
    throw refusal('The portal takes no closures yet: they are on hold, and off in the settings (Close e-way bills)')
  if (whoDoes('PART_B', held.bill, held.gstin) !== OURS)
    throw refusal('Only who holds the e-way bill can close it: the transporter does')
  await ask(trx, held, 'CLSEWB', {})
  return undefined
}

/** Names another transporter on an e-way bill. */
export const nameTransporter: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  const { bill, gstin } = held
  const who = whoDoes('CHANGE_TRANSPORTER', bill, gstin)
  if (who === 'UNKNOWN') throw unknownHolder(bill)
  if (who === THEIRS) throw refusal('The transporter has entered Part B: only the transporter can change this')
  if (bill.validTo !== null && bill.validTo < now())
    throw refusal('The e-way bill has ended: its transporter cannot be changed')
  const to = await trx('transporter')
    .where({ id: input.values.toTransporterId })
    .first('name', 'gstin', 'transporterEwayId')
  const transporterId = to.transporterEwayId ?? to.gstin
  if (!transporterId)
    throw invalidField(
      'toTransporterId',
      'NOT_ALLOWED',
      `${to.name} has no GSTIN or TRANSIN: enter it with the transporter`,
    )
  await ask(trx, held, 'UPDATETRANSPORTER', { transporterId })
  return undefined
}

/** Begins a movement by several vehicles, whose vehicles are added to its group. */
export const beginSeveral: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  const { bill, gstin } = held
  const { values } = input
  const who = whoDoes('SEVERAL_VEHICLES', bill, gstin)
  if (who === 'UNKNOWN') throw unknownHolder(bill)
  if (who === THEIRS) {
    const due = await askTransporter(trx, bill.id, 'SEVERAL_VEHICLES', 'enter several vehicles')
    return `Only the transporter can: it is asked to do so by ${momentText(due)}.`
  }
  await ask(trx, held, 'MULTIVEHMOVINT', {
    fromPlace: sentText(String(values.place), 50),
    fromState: await stateOf(trx, values.stateId),
    toPlace: sentText(String(values.toPlace), 50),
    toState: await stateOf(trx, values.toStateId),
    reasonCode: vehicleReasons[values.reason as VehicleReason].code,
    reasonRem: remarkOf(values, 'reason') || vehicleReasons[values.reason as VehicleReason].label,
    totalQuantity: Number(values.quantity),
    unitCode: String(values.unit).toUpperCase(),
    transMode: { SURFACE: '1', EXPRESS: '1', COURIER: '1', RAIL: '2', AIR: '3' }[String(values.mode)] ?? '1',
  })
  return undefined
}

/** Adds a vehicle to the group of an e-way bill. */
export const addVehicle: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  await ask(trx, held, 'MULTIVEHADD', {
    groupNo: held.bill.groupNo,
    vehicleNo: sentVehicle(String(input.values.vehicleNo)),
    ...documentOf(held),
    quantity: Number(input.values.quantity),
  })
  return undefined
}

/** Puts another vehicle in the place of one of a group. */
export const changeInGroup: ActionHandler = async (trx, input) => {
  const held = await heldBill(trx, input)
  const { values } = input
  const { transDocNo } = documentOf(held)
  await ask(trx, held, 'MULTIVEHUPD', {
    groupNo: held.bill.groupNo,
    oldvehicleNo: sentVehicle(String(values.oldVehicleNo)),
    newVehicleNo: sentVehicle(String(values.vehicleNo)),
    oldTranNo: transDocNo,
    newTranNo: transDocNo,
    fromPlace: sentText(String(values.place), 50),
    fromState: await stateOf(trx, values.stateId),
    reasonCode: vehicleReasons[values.reason as VehicleReason].code,
    reasonRem: remarkOf(values, 'reason') || vehicleReasons[values.reason as VehicleReason].label,
  })
  return undefined
}

/** Has the portal say how an e-way bill stands. */
export const fetchBill: ActionHandler = async (trx, input) => {
  const { bill, gstin } = await heldBill(trx, input)
  const asked = await trx('eway_call').where({ ewayBillId: bill.id, action: 'GETEWAYBILL' }).select('status')
  if (asked.some(({ status }) => OPEN.includes(status))) return 'The portal is being asked already.'
  await enqueueFetch(trx, bill, gstin, String(asked.length + 1))
  return undefined
}

/** The transporter says that it has done its task; the portal is asked where an account can. */
export const reportDone: ActionHandler = async (trx, { rows, author }) => {
  const [row] = rows as [EwayBillRow]
  const after = await updateRow(trx, ewayBill, row, { task: 'NONE', taskDue: null, taskText: null }, author)
  const account = await accountOfPlant(trx, after.plantId)
  if (account) await enqueueFetch(trx, after, account.gstin, `told-${now()}`)
  return undefined
}
