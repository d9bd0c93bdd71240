import { sum } from '../../../resources/define/amounts.ts'
import { kindOfPlate } from '../../../resources/define/official/vehicle.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { distanceFault } from '../../../resources/dispatches/eway/distance.ts'
import { deedOf, partyState, subSupplies, transactionType } from '../../../resources/dispatches/eway/kinds.ts'
import {
  isSentDocNo,
  rupees,
  sentLrNo,
  sentText,
  sentVehicle,
  units,
} from '../../../resources/dispatches/eway/sent-texts.ts'
import { documentFrom } from '../../../resources/dispatches/eway/time-limits.ts'
import { ewayVehicle } from '../../../resources/dispatches/eway-vehicle.ts'
import type { LineFacts } from './line-facts.ts'
import { daySent } from './wire.ts'

/** The units of goods as the portal writes them. */
const unitCodes: Readonly<Record<string, string>> = {
  EA: 'NOS',
  KG: 'KGS',
  G: 'GMS',
  L: 'LTR',
  ML: 'MLT',
  BT: 'BTL',
  CAN: 'CAN',
  DR: 'DRM',
  BOX: 'BOX',
  PAC: 'PAC',
  SET: 'SET',
}

/** The document of an e-way bill: the invoice in full, a challan for a part of it, or that of a delivery without one. */
export function documentOf({ invoice, challanNo, deliveryNo, lrDate }: LineFacts) {
  if (invoice && challanNo === null)
    return { kind: 'SALE' as const, docNo: invoice.invoiceNo, docDate: invoice.invoiceDate }
  return { kind: 'PART' as const, docNo: challanNo ?? deliveryNo ?? '', docDate: lrDate }
}

const modes = { SURFACE: '1', EXPRESS: '1', COURIER: '1', RAIL: '2', AIR: '3' } as const

/** What of a line keeps its e-way bill from being made, before the portal is asked; `km` is null where nobody knows it. */
export function faultsOfPartA(
  facts: LineFacts,
  km: { given: number | null; portalKm: number | null },
  today: string,
): Fault[] {
  const { docNo, docDate } = documentOf(facts)
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, code: 'NOT_ALLOWED_STATE', message })
  if (!isSentDocNo(docNo))
    say('', `The document number ${docNo} has more than 16 letters, digits, - and /: the portal takes no other`)
  if (docDate < documentFrom(today))
    say(
      '',
      `${docNo} is of ${dayText(docDate)}, more than 180 days ago: the portal takes documents from ${dayText(documentFrom(today))}`,
    )
  if (facts.from.pincode === null) say('', `Plant ${facts.from.name} has no PIN code: enter it under Settings, Plant`)
  if (facts.items.length === 0) say('', 'The line has no goods')
  if (facts.items.length > 250) say('', `The portal takes at most 250 goods, and these are ${facts.items.length}`)
  const short = facts.items.find(({ hsnCode }) => !/^(\d{6}|\d{8})$/.test(hsnCode))
  if (short) say('', `The HSN code ${short.hsnCode} of ${short.name} must have 6 or 8 digits: correct the product`)
  if (facts.transporter.ewayId === null && facts.vehicleNo === null)
    say('', `${facts.transporter.name} has no GSTIN or TRANSIN, and the LR no vehicle: enter one of them`)
  if (facts.vehicleNo !== null && (!kindOfPlate(facts.vehicleNo) || ewayVehicle(facts.vehicleNo) === null))
    say('', `The portal takes no number plate ${facts.vehicleNo}: correct it on the LR`)
  const [fromPin, toPin] = [facts.from.pincode ?? '', facts.shipTo.pincode ?? '']
  if (km.given === null && fromPin === toPin)
    say('distanceKm', `Both places have the PIN code ${toPin}: say how many km, from 1 to 100`)
  const wrong = km.given === null ? null : distanceFault(km.given, { fromPin, toPin, portalKm: km.portalKm })
  if (wrong) faults.push({ field: 'distanceKm', code: 'RANGE', message: `Distance in km ${wrong}` })
  return faults
}

/** Part B as far as the LR knows it. */
const movementOf = (facts: LineFacts) => {
  const byRoad = modes[facts.transMode] === '1'
  return {
    vehicleNo: byRoad ? sentVehicle(facts.vehicleNo) : '',
    vehicleType: facts.isOverDimensional ? 'O' : 'R',
    transMode: modes[facts.transMode],
    transDocNo: sentLrNo(facts.lrNo),
    transDocDate: daySent(facts.lrDate),
  }
}

/** The request for an e-way bill of a document without an IRN. `km` 0 lets the portal find the distance. */
export function partARequest(facts: LineFacts, km: number, shipToGstinAlways: boolean): object {
  const { from, buyer, shipTo, invoice, transporter } = facts
  const { kind, docNo, docDate } = documentOf(facts)
  const isWithout = invoice === null
  const deed = isWithout && from.gstin?.slice(2, 12) === shipTo.gstin?.slice(2, 12) ? deedOf('TRANSFER') : deedOf(kind)
  const isOther = isWithout && deed.subSupplyType !== subSupplies.OWN_USE
  const type = transactionType({ seller: from.gstin!, dispatchFrom: null, buyer: buyer.gstin, shipTo: shipTo.gstin })
  const taxable = sum(facts.items.map(one => one.taxable))
  const isWhole = invoice !== null && kind === 'SALE'
  const between = buyer.isSez || from.stateCode !== shipTo.stateCode
  const tax = sum(facts.items.map(one => Math.round((one.taxable * one.gstRate) / 10_000)))
  const half = Math.round(tax / 2)
  const values = isWhole
    ? {
        total: invoice.netValue,
        cgst: invoice.cgst,
        sgst: invoice.sgst,
        igst: invoice.igst,
        cess: invoice.cess,
        all: invoice.grossValue,
        other: invoice.otherValue,
      }
    : {
        total: taxable,
        cgst: between ? 0 : half,
        sgst: between ? 0 : tax - half,
        igst: between ? tax : 0,
        cess: 0,
        all: taxable + tax,
        other: 0,
      }
  return {
    ...deed,
    subSupplyType: isOther ? subSupplies.OTHERS : deed.subSupplyType,
    subSupplyDesc: isOther ? 'Goods without invoice' : '',
    docNo,
    docDate: daySent(docDate),
    transactionType: type,
    fromGstin: from.gstin,
    fromTrdName: sentText(from.name, 100),
    fromAddr1: sentText(from.address, 120),
    fromAddr2: '',
    fromPlace: sentText(from.city || from.name, 50),
    fromPincode: Number(from.pincode),
    fromStateCode: Number(from.gstin!.slice(0, 2)),
    actFromStateCode: Number(from.stateCode),
    toGstin: buyer.gstin ?? 'URP',
    toTrdName: sentText(buyer.name, 100),
    toAddr1: sentText(shipTo.address, 120),
    toAddr2: '',
    toPlace: sentText(shipTo.city || shipTo.name, 50),
    toPincode: Number(shipTo.pincode),
    toStateCode: partyState(buyer.gstin, buyer.stateCode, buyer.isSez),
    actToStateCode: Number(shipTo.stateCode),
    ...((type === 2 || shipToGstinAlways) && {
      shipToGSTIN: shipTo.gstin ?? 'URP',
      shipToTradeName: sentText(shipTo.name, 100),
    }),
    totalValue: rupees(values.total),
    otherValue: rupees(values.other),
    cgstValue: rupees(values.cgst),
    sgstValue: rupees(values.sgst),
    igstValue: rupees(values.igst),
    cessValue: rupees(values.cess),
    cessNonAdvolValue: 0,
    totInvValue: rupees(values.all),
    transporterId: transporter.ewayId ?? '',
    transporterName: sentText(transporter.name, 100),
    transDistance: String(km),
    ...movementOf(facts),
    itemList: facts.items.map(one => ({
      productName: sentText(one.name, 100),
      productDesc: sentText(one.name, 100),
      hsnCode: Number(one.hsnCode),
      quantity: units(one.qty),
      qtyUnit: unitCodes[one.uom] ?? 'OTH',
      taxableAmount: rupees(one.taxable),
      cgstRate: between ? 0 : one.gstRate / 200,
      sgstRate: between ? 0 : one.gstRate / 200,
      igstRate: between ? one.gstRate / 100 : 0,
      cessRate: 0,
      cessNonAdvol: 0,
    })),
  }
}

/** The request for the e-way bill of an invoice that has an IRN. */
export function byIrnRequest(facts: LineFacts, km: number): object {
  const { from, shipTo, invoice, transporter } = facts
  const { vehicleNo, vehicleType, transMode, transDocNo, transDocDate } = movementOf(facts)
  const address = (place: LineFacts['from']) => ({
    Nm: sentText(place.name, 100),
    Addr1: sentText(place.address, 100),
    Loc: sentText(place.city || place.name, 50),
    Pin: Number(place.pincode),
    Stcd: place.stateCode,
  })
  return {
    Irn: invoice!.irn,
    Distance: km,
    TransMode: transMode,
    TransId: transporter.ewayId,
    TransName: sentText(transporter.name, 100),
    TransDocNo: transDocNo,
    TransDocDt: transDocDate,
    VehNo: vehicleNo || null,
    VehType: vehicleType,
    DispDtls: address(from),
    ExpShipDtls: address(shipTo),
  }
}
