import { shipTo } from '../../access-control/ship-to.ts'
import { type AnswerOf, type BodyOf, command, may, rowOf } from '../../define/command.ts'
import { code, date, flag, instant, integer, money, quantity, reference, text, weight } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, columns, group, type IfSent, ifSent, many, maybe, type Read } from '../../define/shape.ts'
import { transporter } from '../../masters/transporter.ts'
import { lrPackage } from '../freight/lr-package.ts'
import { invoice } from '../invoice.ts'
import { invoiceLine } from '../invoice-line.ts'
import { lr } from '../lr.ts'
import { type CorrectedField, correctedFields } from '../lr-corrections.ts'
import { MOST_ON_LR } from '../lr-faults.ts'
import { lrLine } from '../lr-line.ts'
import { lrLineItem } from '../lr-line-item.ts'
import { sapDelivery } from '../sap-delivery.ts'
import { sapDeliveryLine } from '../sap-delivery-line.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const toBook = may(lr, 'create')

/** What is left of goods, in the unit of their delivery. */
const proposedGoods = {
  deliveryLineId: id,
  ...pick(invoiceLine.fields, ['lineNo', 'batchNo', 'uom']),
  qty: quantity(),
  weightKg: weight(),
  value: money(),
  ewayValue: about('What an e-way bill counts of it', money()),
  product: text({ hint: 'Its code and name' }),
}

/** What is left of an invoice, or of a delivery that is never billed, for an LR; values are with tax. */
const proposedLine = {
  invoiceId: maybe(id),
  deliveryId: maybe(id),
  invoiceNo: about('Of a delivery that is never billed, its own number', invoice.fields.invoiceNo),
  weightKg: weight(),
  value: money(),
  ewayValue: about('Without exempt goods of a mixed invoice', money()),
  packages: integer({ min: 0 }),
  packagesInAll: about('The packages of the whole invoice; null while no part of it has gone', maybe(integer())),
  isFurther: flag({ hint: 'Other LRs hold parts of it, so that this one needs a delivery challan' }),
  ...pick(lrLine.fields, ['ewayBillNo', 'ewayValidTo']),
  ewayAbove: about('Above this value it travels with an e-way bill; null where it never does', maybe(money())),
  ewayNote: about('Says that the threshold is not confirmed', maybe(text({ max: 120 }))),
  ewayByPortal: flag({ hint: 'The e-way portal makes it once the LR is booked' }),
  goods: many(proposedGoods, { most: 10_000 }),
}

const lane = { ratePerKg: maybe(money()), minFreight: money() }

export const proposeLr = command('GET lr-proposal', {
  room,
  summary: 'A proposal for an LR over what is left of these invoices, and of deliveries that are never billed',
  who: toBook,
  body: {
    invoiceIds: many(id, { most: MOST_ON_LR, optional: true, label: 'Invoices' }),
    deliveryIds: many(id, { most: MOST_ON_LR, optional: true, label: 'Deliveries' }),
    transMode: maybe(lr.fields.transMode),
    lrDate: date({ optional: true, label: 'LR date' }),
  },
  answer: {
    ...columns(
      lr,
      ...(['plantId', 'toCityId', 'lrDate', 'transMode', 'freightTerms', 'packages', 'actualWeightKg'] as const),
      ...(['declaredValue', 'distanceKm', 'expectedDeliveryDate', 'hasHazard', 'unNumber', 'tremCardId'] as const),
    ),
    orderedTerms: about('The freight terms of the order; null without one', maybe(lr.fields.freightTerms)),
    lines: many(proposedLine, { most: MOST_ON_LR }),
    ewayKmADay: integer({ hint: 'The kilometres for which an e-way bill is valid a day' }),
    ewayKmADayOverDimensional: integer(),
    isBackdated: flag({ hint: 'The day of the LR lies so far back that a reason is required' }),
    hazardous: many(text(), { most: 10_000, hint: 'The codes of the products' }),
    cold: many(text(), { most: 10_000, hint: 'The codes of the products that travel cold' }),
    deliveryWindow: about('When the ship-to takes goods in, such as 10:00-17:00', maybe(shipTo.fields.deliveryWindow)),
    instructions: many(text({ max: 500 }), { most: 1_000, hint: 'The shipping instructions of the customer' }),
    transporterId: maybe(id),
    transporters: many(
      { id, ...pick(transporter.fields, ['code', 'name']), lane: group(lane, { optional: true }) },
      { most: 10_000 },
    ),
    warnings: many(text({ max: 500 }), { most: 1_000 }),
  },
  refusals: { RULE: [422, 'the invoices cannot share an LR'] },
})
export type LrProposal = AnswerOf<typeof proposeLr>
export type ProposedLine = LrProposal['lines'][number]

/** Goods by their line on the delivery, or by the line of the invoice that bills them. */
const goods = {
  deliveryLineId: reference(sapDeliveryLine, { optional: true, label: 'Goods' }),
  invoiceLineId: reference(invoiceLine, { optional: true }),
  qty: lrLineItem.fields.qty,
}
/**
 * An invoice on an LR as it is entered, or a delivery that is never billed; packages may be left to the portal where it
 * goes whole.
 */
const enteredLine = {
  invoiceId: reference(invoice, { optional: true }),
  deliveryId: reference(sapDelivery, { optional: true, label: 'Delivery' }),
  packages: integer({ min: 0, optional: true }),
  packagesInAll: integer({ min: 1, optional: true, label: 'Total packages' }),
  challanNo: code({ max: 16, optional: true, label: 'Delivery challan' }),
  ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'E-way bill' }),
  ewayValidTo: lrLine.fields.ewayValidTo,
  items: many(goods, {
    least: 1,
    most: 1_000,
    optional: true,
    label: 'Goods',
    hint: 'Entered where only a part of the invoice or delivery goes',
  }),
}
export type LineInput = Read<typeof enteredLine>
const invoices = { least: 1, most: MOST_ON_LR, distinct: 'invoiceId', label: 'Invoices' } as const

const entered = pick(lr.fields, [
  ...(['lrNo', 'lrDate', 'transporterId', 'transMode', 'freightTerms', 'vehicleNo', 'driverName'] as const),
  ...(['driverMobile', 'packages', 'actualWeightKg', 'chargedWeightKg', 'declaredValue', 'freightAmount'] as const),
  ...(['otherCharges', 'consolidatedEwayNo', 'distanceKm', 'isOverDimensional', 'partBAt'] as const),
  ...([
    'backdateReason',
    'termsReason',
    'valueReason',
    'hasHazard',
    'unNumber',
    'tremCardId',
    'driverIsTrained',
    'loggerNo',
    'remarks',
  ] as const),
  ...(['isOda', 'isPickup', 'isDoorDelivery'] as const),
])
/** Packages of one size. */
const size = pick(lrPackage.fields, ['count', 'lengthCm', 'breadthCm', 'heightCm'])
/** The most sizes of packages on one LR. */
const MOST_SIZES = 100

export const bookLr = command('POST lrs', {
  room,
  summary: 'Books an LR over invoices that wait for dispatch, or parts of them',
  who: toBook,
  idempotent: 'must',
  body: {
    ...entered,
    bookedAt: instant({ optional: true, label: 'Booked at', hint: 'Leave empty if it is booked now' }),
    lines: many(enteredLine, invoices),
    sizes: many(size, { most: MOST_SIZES, optional: true, label: 'Sizes of packages' }),
  },
  answer: rowOf(lr),
})
/** What a person enters for an LR: money in paise, weights and quantities in thousandths. */
export type LrInput = BodyOf<typeof bookLr>

const corrected = Object.fromEntries(correctedFields.map(name => [name, ifSent(lr.fields[name])])) as {
  [N in CorrectedField]: (typeof lr.fields)[N] & IfSent
}
const ewayBill = {
  ...pick(lrLine.fields, ['ewayBillNo', 'ewayValidTo']),
  invoiceId: reference(invoice, { optional: true }),
  deliveryId: reference(sapDelivery, { optional: true, label: 'Delivery' }),
}
export type EwayInput = Read<typeof ewayBill>

export const correctLr = command('PATCH lrs/{id}', {
  room,
  summary: 'Corrects an LR, with the reason: each field while it is open',
  who: may(lr, 'update'),
  body: {
    id,
    rowVersion: id,
    reason: text({ max: 255 }),
    ...corrected,
    lines: many(enteredLine, { ...invoices, optional: true }),
    ewayBills: many(ewayBill, { most: MOST_ON_LR, optional: true, label: 'E-way bills' }),
  },
  answer: rowOf(lr),
  refusals: { NOT_ALLOWED_STATE: [422, 'what is corrected is fixed by now'] },
})

export const measureLr = command('POST lr-sizes', {
  room,
  summary: 'Says the sizes of the packages of an LR, in place of those that it has, and prices it again',
  who: may(lr, 'update'),
  body: { lrId: id, sizes: many(size, { most: MOST_SIZES, label: 'Sizes of packages' }) },
  answer: rowOf(lr),
  refusals: { NOT_ALLOWED_STATE: [422, 'the bill of its transporter is approved by now'] },
})
