import { shipTo } from '../../access-control/ship-to.ts'
import { type AnswerOf, command, may } from '../../define/command.ts'
import { choice, flag, instant, integer, money, reference, text, weight } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, many, maybe } from '../../define/shape.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { freightTerms } from '../../trade.ts'
import { ewayBill } from '../eway/eway-bill.ts'
import { ewayCall } from '../eway/eway-call.ts'
import { invoice } from '../invoice.ts'
import { lr } from '../lr.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const toBook = may(lr, 'create')
const ofPlant = { plantId: reference(plant, { optional: true }) }
const namedPlant = { id, ...pick(plant.fields, ['code', 'name']) }

/**
 * An invoice that waits for an LR, or a delivery that is never billed; weight and value with tax are of what remains.
 */
const waitingInvoice = {
  id: about('Null for a delivery', maybe(id)),
  deliveryId: about('Null for an invoice; else the delivery that is never billed', maybe(id)),
  invoiceNo: about('A delivery shows its own number', invoice.fields.invoiceNo),
  ...pick(invoice.fields, ['invoiceDate']),
  soldTo: text(),
  orderNo: maybe(text()),
  freightTerms: choice(freightTerms, { optional: true }),
  weightKg: weight(),
  value: money(),
  packages: integer({ min: 0 }),
  isPart: flag({ hint: 'A part of the invoice has left already' }),
}

/** The invoices that wait for one ship-to. */
const waitingGroup = {
  shipToId: maybe(id),
  shipTo: text(),
  city: maybe(text()),
  deliveryWindow: maybe(shipTo.fields.deliveryWindow),
  invoices: many(waitingInvoice, { most: 1_000 }),
}

export const showWaitingInvoices = command('GET waiting-invoices', {
  room,
  summary: 'The invoices of a plant that wait for an LR, and deliveries that are never billed, by ship-to',
  who: toBook,
  body: {
    ...ofPlant,
    q: text({
      max: 100,
      optional: true,
      label: 'Find',
      hint: 'Words of the number, order, customer, ship-to or city, or the day',
    }),
    onlyRests: flag({ hint: 'Those of which a part has left already' }),
  },
  answer: {
    plantId: about('That with most of them where none is asked for', maybe(id)),
    plants: many({ ...namedPlant, waiting: integer({ min: 0 }) }, { most: 1_000 }),
    groups: many(waitingGroup, { most: 1_000 }),
    isCut: flag({ hint: 'More wait than are shown' }),
  },
})
export type WaitingInvoices = AnswerOf<typeof showWaitingInvoices>
export type WaitingGroup = WaitingInvoices['groups'][number]
export type WaitingInvoice = WaitingGroup['invoices'][number]

export const showNotWaiting = command('GET not-waiting', {
  room,
  summary: 'Says why an invoice, delivery or order does not wait for an LR at a plant',
  who: toBook,
  body: { ...ofPlant, number: text({ max: 100, label: 'Number' }) },
  answer: {
    reason: text({ max: 500 }),
    plantId: about('The plant at which it waits, if that is another one', maybe(id)),
  },
})
export type NotWaiting = AnswerOf<typeof showNotWaiting>

/** An e-way bill of a consignment on its way. */
const shownEwayBill = {
  lrId: id,
  ...pick(lr.fields, ['lrNo', 'vehicleNo', 'partBVehicleNo', 'partBDue', 'deliveryStatus', 'expectedDeliveryDate']),
  invoiceNo: about('The invoices of the goods that are valid now', maybe(text())),
  ewayBillNo: text({ max: 12 }),
  ewayDocNo: about('The document that it names', maybe(text({ max: 16 }))),
  isStale: flag({ hint: 'That document is an invoice that is cancelled' }),
  ewayValidTo: about('Null while neither the distance nor the end is entered', instant({ optional: true })),
  transporter: transporter.fields.name,
  plantId: id,
  toCity: text(),
  billId: about('Its page in the register', maybe(id)),
  ...pick(ewayBill.fields, ['status', 'holder', 'task', 'taskDue', 'taskText']),
}

/** A call of the e-way portal that has no good answer yet. */
const shownCall = {
  id,
  ...pick(ewayCall.fields, ['action', 'status', 'errorText', 'errorField', 'nextAttemptAt', 'attempts']),
  ewayBillNo: maybe(text({ max: 12 })),
  lrId: maybe(id),
  lrNo: maybe(text()),
  docNo: about('The document that the e-way bill is made of', maybe(text())),
}

/** Goods on an LR whose e-way bill the portal is to make. */
const awaited = {
  lineId: id,
  lrId: id,
  lrNo: text(),
  docNo: text(),
  value: money(),
  waitsForIrn: flag(),
}

export const showEwayBills = command('GET e-way-bills', {
  room,
  summary: 'The e-way bills of LRs in transit, those that end first before the others',
  who: toBook,
  body: ofPlant,
  answer: {
    plants: many(namedPlant, { most: 1_000, hint: 'Only those that have any' }),
    extensionHours: integer({ hint: 'Before and after its end, while the validity of one can be extended' }),
    bills: many(shownEwayBill, { most: 500 }),
    isCut: flag({ hint: 'More are on their way than are shown' }),
    calls: many(shownCall, { most: 500, hint: 'Calls of the portal that wait or failed' }),
    awaited: many(awaited, {
      most: 500,
      hint: 'Goods above the threshold whose e-way bill the portal makes when asked',
    }),
  },
})
export type EwayBoard = AnswerOf<typeof showEwayBills>
export type EwayBill = EwayBoard['bills'][number]
export type EwayCallShown = EwayBoard['calls'][number]
export type EwayAwaited = EwayBoard['awaited'][number]
