import { addDays, dayOf, instantOf, isDay } from '../../../resources/define/dates.ts'
import { kindOfPlate } from '../../../resources/define/official/vehicle.ts'
import type { EwayBooks, SimulatedBill } from './books.ts'
import { kmBetween } from './pin-table.ts'

type Said = Readonly<Record<string, unknown>>
const HOUR = 3_600_000

/** A refusal of the simulated portal, with its codes. */
export class Refusal extends Error {
  readonly codes: readonly (number | string)[]
  constructor(...codes: (number | string)[]) {
    super(codes.join())
    this.codes = codes
  }
}

/** What the simulated portal is told to insist on. */
export interface Switches {
  shipToGstin: boolean
  closure: boolean
}

export interface Around {
  books: EwayBooks
  gstin: string
  at: string
  switches: Switches
}

const text = (value: unknown) => String(value ?? '').trim()
const day = (said: unknown) => {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text(said))
  const read = found ? `${found[3]}-${found[2]}-${found[1]}` : ''
  return isDay(read) ? read : null
}
/** As the portal writes an instant, in India's time. */
export const written = (instant: string) => {
  const [year, month, date] = dayOf(instant).split('-')
  const clock = new Date(Date.parse(instant) + 5.5 * HOUR).toISOString().slice(11, 19)
  return `${date}/${month}/${year} ${clock}`
}
const endOf = (fromDay: string, km: number, kmADay: number) =>
  instantOf(addDays(fromDay, Math.max(1, Math.ceil(km / kmADay))), '23:59')
const badText = /[^A-Za-z0-9@#\-/,&.(*) ]/

function checkedKm(given: number, fromPin: string, toPin: string): { km: number; said: string } {
  if (fromPin === toPin) {
    if (given < 1 || given > 100) throw new Refusal(4029)
    return { km: given, said: '' }
  }
  const known = kmBetween(fromPin, toPin)
  if (given === 0 && known === null) throw new Refusal(4030)
  if (given > 4000) throw new Refusal(4038)
  if (known !== null && given > known * 1.1) throw new Refusal(702)
  const km = given || known!
  return { km, said: `, The distance between the PIN codes ${fromPin} and ${toPin} is ${known ?? km} kms` }
}

const checkedVehicle = (plate: string) => {
  if (plate === '') throw new Refusal(303)
  if (!kindOfPlate(plate) || /^[A-Z]{2}\d[A-Z]/.test(plate)) throw new Refusal(225)
  return plate
}

function enter(bill: SimulatedBill, by: string, said: Said, at: string, more: { sheet?: number; group?: string } = {}) {
  const vehicleNo =
    text(said.transMode) === '1' || text(said.transMode) === ''
      ? checkedVehicle(text(said.vehicleNo))
      : text(said.vehicleNo)
  if (bill.validUpto === null) bill.validUpto = endOf(dayOf(at), bill.km, bill.kmADay)
  bill.vehicles.push({
    vehicleNo,
    fromPlace: text(said.fromPlace),
    tripshtNo: more.sheet ?? 0,
    userGSTINTransin: by,
    enteredDate: written(at),
    groupNo: more.group ?? '0',
  })
}

/** Makes an e-way bill of a document. */
export function generate(said: Said, { books, gstin, at, switches }: Around, irn: string | null = null): Said {
  const docDate = irn ? text(said.docDate) : text(said.docDate)
  const date = day(docDate)
  if (!irn) {
    if (!/^[A-Za-z0-9/-]{1,16}$/.test(text(said.docNo))) throw new Refusal(206)
    if (!date || date > dayOf(at)) throw new Refusal(207)
    if (date < addDays(dayOf(at), -180)) throw new Refusal(820)
    if (text(said.fromGstin) !== gstin) throw new Refusal(359)
    if (text(said.subSupplyType) === '8' && text(said.subSupplyDesc) === '') throw new Refusal(377)
    if (badText.test(text(said.fromTrdName) + text(said.toTrdName) + text(said.fromAddr1) + text(said.toAddr1)))
      throw new Refusal(209)
    if (Number(said.totInvValue) + 0.005 < Number(said.totalValue)) throw new Refusal(620)
    const type = Number(said.transactionType)
    if ((type === 2 || type === 4) && text(said.shipToGSTIN) === text(said.toGstin)) throw new Refusal(618)
    if (switches.shipToGstin && text(said.shipToGSTIN) === '') throw new Refusal(863)
    if (!Array.isArray(said.itemList) || said.itemList.length === 0) throw new Refusal(233)
    const between = Number(said.fromStateCode) !== Number(said.toStateCode)
    for (const item of said.itemList as Said[]) {
      if (text(item.hsnCode).length < 4) throw new Refusal(282)
      if (between && Number(item.cgstRate) > 0) throw new Refusal(219)
      if (!between && Number(item.igstRate) > 0) throw new Refusal(218)
    }
  }
  const known = books
    .bills()
    .find(
      one =>
        one.status === 'ACT' &&
        one.gstin === gstin &&
        (irn ? one.irn === irn : one.docNo === text(said.docNo) && one.docType === text(said.docType)),
    )
  if (known) throw new Refusal(irn ? 4002 : 604)
  const transporterId = text(said.transporterId)
  if (transporterId !== '' && !/^\d{2}[0-9A-Z]{13}$/.test(transporterId)) throw new Refusal(222)
  const vehicleNo = text(said.vehicleNo)
  if (vehicleNo === '' && transporterId === '') throw new Refusal(619)
  const { km, said: alert } = checkedKm(Number(said.transDistance), text(said.fromPincode), text(said.toPincode))
  const bill: SimulatedBill = {
    ewbNo: books.nextBill(),
    gstin,
    docType: text(said.docType),
    docNo: text(said.docNo),
    docDate,
    toGstin: text(said.toGstin),
    totInvValue: Number(said.totInvValue),
    irn,
    transporterId,
    km,
    kmADay: text(said.vehicleType) === 'O' || text(said.transMode) === '4' ? 20 : 200,
    generatedAt: at,
    validUpto: null,
    status: 'ACT',
    rejectStatus: 'N',
    verified: false,
    extendedTimes: 0,
    transMode: text(said.transMode),
    vehicles: [],
  }
  if (vehicleNo !== '') enter(bill, gstin, said, at)
  books.keepBill(bill)
  return {
    ewayBillNo: bill.ewbNo,
    ewayBillDate: written(at),
    validUpto: bill.validUpto && written(bill.validUpto),
    alert,
  }
}

const ours = ({ books, gstin }: Around, no: unknown): SimulatedBill => {
  const bill = books.bill(no)
  if (!bill) throw new Refusal(301)
  if (bill.gstin !== gstin && bill.transporterId !== gstin) throw new Refusal(312)
  if (bill.status === 'CNL') throw new Refusal(312)
  return bill
}
/** Whether another has entered Part B. */
const isTheirs = ({ vehicles, gstin }: SimulatedBill) =>
  vehicles.some(({ userGSTINTransin }) => userGSTINTransin !== gstin)

/** Enters or changes the vehicle of one. */
export function enterVehicle(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  if (bill.gstin === around.gstin && isTheirs(bill)) throw new Refusal(635)
  if (bill.vehicles.some(({ groupNo }) => groupNo !== '0')) throw new Refusal(412)
  if (bill.validUpto !== null && bill.validUpto < around.at) throw new Refusal(311)
  if (text(said.fromPlace) === '') throw new Refusal(305)
  if (text(said.reasonCode) === '') throw new Refusal(307)
  enter(bill, around.gstin, said, around.at)
  around.books.keepBill(bill)
  return { vehUpdDate: written(around.at), validUpto: written(bill.validUpto!) }
}

/** Consolidates several. */
export function consolidate(said: Said, around: Around): Said {
  const nos = (said.tripSheetEwbBills as { ewbNo: unknown }[] | undefined)?.map(({ ewbNo }) => ewbNo) ?? []
  const bills = nos.map(no => ours(around, no))
  if (bills.some(one => one.validUpto !== null && one.validUpto < around.at)) throw new Refusal(818)
  if (bills.some(one => isTheirs(one))) throw new Refusal(649)
  if (bills.some(({ vehicles }) => vehicles.some(({ groupNo }) => groupNo !== '0'))) throw new Refusal(648)
  if (text(said.fromPlace) === '') throw new Refusal(305)
  const no = around.books.nextSheet()
  for (const bill of bills) {
    enter(bill, around.gstin, said, around.at, { sheet: no })
    around.books.keepBill(bill)
  }
  around.books.keepSheet({ no, bills: bills.map(({ ewbNo }) => ewbNo), replaced: false })
  return { cEwbNo: no, cEWBDate: written(around.at) }
}

/** A new vehicle of a consolidated one, which gets a new number. */
export function renewSheet(said: Said, around: Around): Said {
  const sheet = around.books.sheet(said.tripSheetNo)
  if (!sheet) throw new Refusal(387)
  if (sheet.replaced) throw new Refusal(392)
  const live = sheet.bills.map(no => around.books.bill(no)!).filter(({ status }) => status === 'ACT')
  if (live.length === 0) throw new Refusal(391)
  const made = consolidate({ ...said, tripSheetEwbBills: live.map(({ ewbNo }) => ({ ewbNo })) }, around)
  around.books.keepSheet({ ...sheet, replaced: true })
  return {
    tripSheetNo: made.cEwbNo,
    tripSheetEwayBills: live.map(({ ewbNo }) => ({ ewbNo })),
    vehUpdDate: made.cEWBDate,
  }
}

/** Extends one, from 8 hours before to 8 hours after its end. */
export function extend(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  if (bill.transporterId !== '' && bill.transporterId !== around.gstin) throw new Refusal(384)
  if (bill.validUpto === null) throw new Refusal(381)
  if (Math.abs(Date.parse(bill.validUpto) - Date.parse(around.at)) > 8 * HOUR) throw new Refusal(382)
  if (dayOf(around.at) > addDays(dayOf(bill.generatedAt), 360)) throw new Refusal(821)
  const left = Number(said.remainingDistance)
  if (!(left > 0)) throw new Refusal(389)
  if (left > bill.km) throw new Refusal(390)
  if (text(said.extnRsnCode) === '' || text(said.extnRemarks) === '') throw new Refusal(386)
  if (text(said.consignmentStatus) === 'M' && text(said.transitType) !== '') throw new Refusal(712)
  const from = dayOf(bill.validUpto) > dayOf(around.at) ? dayOf(bill.validUpto) : dayOf(around.at)
  bill.validUpto = endOf(from, left, bill.kmADay)
  bill.extendedTimes += 1
  around.books.keepBill(bill)
  return { ewayBillNo: bill.ewbNo, updatedDate: written(around.at), validUpto: written(bill.validUpto) }
}

/** Cancels one within 24 hours. */
export function cancel(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  if (bill.gstin !== around.gstin) throw new Refusal(312)
  if (bill.verified) throw new Refusal(316)
  if (Date.parse(around.at) - Date.parse(bill.generatedAt) > 24 * HOUR) throw new Refusal(315)
  if (text(said.cancelRmrk) === '') throw new Refusal(659)
  around.books.keepBill({ ...bill, status: 'CNL' })
  return { ewayBillNo: bill.ewbNo, cancelDate: written(around.at) }
}

/** Closes one, once closures are in force. */
export function closeOne(said: Said, around: Around): Said {
  if (!around.switches.closure) throw new Refusal(100)
  around.books.keepBill({ ...ours(around, said.ewbNo), status: 'CLS' })
  return { ewayBillNo: said.ewbNo, closeDate: written(around.at) }
}

/** Names another transporter. */
export function nameTransporter(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  if (isTheirs(bill)) throw new Refusal(338)
  if (bill.validUpto !== null && bill.validUpto < around.at) throw new Refusal(281)
  if (!/^\d{2}[0-9A-Z]{13}$/.test(text(said.transporterId))) throw new Refusal(222)
  around.books.keepBill({ ...bill, transporterId: text(said.transporterId) })
  return { ewayBillNo: bill.ewbNo, transporterId: said.transporterId, transUpdateDate: written(around.at) }
}

/** Begins a movement by several vehicles. */
export function beginSeveral(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  if (isTheirs(bill)) throw new Refusal(645)
  if (text(said.fromPlace) === '') throw new Refusal(305)
  if (!(Number(said.totalQuantity) > 0)) throw new Refusal(402)
  const groupNo = String(around.books.nextGroup())
  bill.vehicles.push({
    vehicleNo: '',
    fromPlace: text(said.fromPlace),
    tripshtNo: 0,
    userGSTINTransin: around.gstin,
    enteredDate: written(around.at),
    groupNo,
  })
  around.books.keepBill(bill)
  return { ewbNo: bill.ewbNo, groupNo, createdDate: written(around.at) }
}

/** Adds a vehicle of several, or puts one in the place of another. */
export function addOfSeveral(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  if (!bill.vehicles.some(({ groupNo }) => groupNo === text(said.groupNo))) throw new Refusal(411)
  enter(bill, around.gstin, { fromPlace: bill.vehicles.at(-1)!.fromPlace, ...said }, around.at, {
    group: text(said.groupNo),
  })
  around.books.keepBill(bill)
  return { ewbNo: bill.ewbNo, groupNo: said.groupNo, vehAddedDate: written(around.at) }
}
export function changeOfSeveral(said: Said, around: Around): Said {
  const bill = ours(around, said.ewbNo)
  const of = bill.vehicles.filter(({ groupNo }) => groupNo === text(said.groupNo))
  if (of.length === 0) throw new Refusal(411)
  if (!of.some(({ vehicleNo }) => vehicleNo === text(said.oldvehicleNo))) throw new Refusal(405)
  enter(bill, around.gstin, { ...said, vehicleNo: said.newVehicleNo }, around.at, { group: text(said.groupNo) })
  around.books.keepBill(bill)
  return { ewbNo: bill.ewbNo, groupNo: said.groupNo, vehUpdDate: written(around.at) }
}

/** One as GetEwayBill shows it. */
export function shown({ books, gstin }: Around, no: unknown): Said {
  const bill = books.bill(no)
  if (!bill) throw new Refusal(301)
  if (bill.gstin !== gstin && bill.transporterId !== gstin) throw new Refusal(357)
  return {
    ewbNo: bill.ewbNo,
    ewayBillDate: written(bill.generatedAt),
    genGstin: bill.gstin,
    fromGstin: bill.gstin,
    docType: bill.docType,
    docNo: bill.docNo,
    docDate: bill.docDate,
    toGstin: bill.toGstin,
    totInvValue: bill.totInvValue,
    transporterId: bill.transporterId,
    status: bill.status,
    rejectStatus: bill.rejectStatus,
    verifiedStatus: bill.verified ? 'Y' : 'N',
    actualDist: bill.km,
    validUpto: bill.validUpto && written(bill.validUpto),
    extendedTimes: bill.extendedTimes,
    // The newest first, as the portal lists them.
    VehiclListDetails: bill.vehicles.toReversed(),
  }
}
