import { type AnswerOf, type BodyOf, command, fileOf, holds, may, rowOf } from '../../define/command.ts'
import { choice, code, date, flag, instant, integer, text, weight } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, either, many, maybe, type Read } from '../../define/shape.ts'
import { deliveryStatuses } from '../../trade.ts'
import { invoice } from '../invoice.ts'
import { lr } from '../lr.ts'
import { passportLink } from '../passport-link.ts'
import { type PassportKind, passportKinds } from '../passport-part.ts'
import { type StageOfGoods, stageLabels } from '../stage-of-goods.ts'
import { besidesEvent, eventFields, trackingEvent } from '../tracking-event.ts'
import { type TrackedBy, trackedBy } from '../tracking-steps.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const readsLrs = may(lr, 'read')

export const reportEvent = command('POST tracking-events', {
  room,
  summary: 'Reports what happened to an LR',
  who: holds('reportTrackingEvents'),
  body: { ...pick(trackingEvent.fields, eventFields), ...besidesEvent },
  answer: rowOf(trackingEvent),
})
export type EventInput = BodyOf<typeof reportEvent>

/** A consignment as the public may see it with its PIN code or mobile number: no prices, no address beyond the city. */
const tracked = {
  shipmentNo: text(),
  lrNo: text(),
  transporter: text(),
  transporterLink: maybe(text({ max: 500 })),
  status: choice(deliveryStatuses),
  statusLabel: text(),
  steps: many(
    { code: choice(deliveryStatuses), label: text(), on: date(), at: maybe(instant()), location: maybe(text()) },
    { most: 1_000 },
  ),
  dispatchedOn: date(),
  expectedOn: date(),
  deliveredOn: maybe(date()),
  packages: integer(),
  fromCity: text(),
  toCity: text(),
  podAvailable: flag(),
  others: many(
    { shipmentNo: text(), lrNo: text(), statusLabel: text(), dispatchedOn: date() },
    { most: 50, hint: 'The other LRs of the same order or invoice, newest first' },
  ),
}
export type Tracked = AnswerOf<typeof showSharedPassport>

/** Goods of an order or invoice that no transporter has: they wait, or the buyer fetches them. */
const notYetSent = {
  stage: choice(Object.keys(stageLabels) as StageOfGoods[]),
  stageLabel: text(),
  number: text(),
  since: date({ hint: 'The business day of the order or invoice' }),
}
export type NotYetSent = Read<typeof notYetSent>

export const track = command('POST track', {
  room,
  summary: 'Where a shipment is, for anyone who knows its PIN code or the last digits of the mobile',
  who: 'public',
  does: 'each',
  // Wrong tries are counted by themselves, and much sooner.
  limit: { tries: 600, seconds: 600 },
  body: {
    type: choice(Object.keys(trackedBy) as TrackedBy[]),
    number: code({ max: 20 }),
    pincode: text({ max: 6, format: 'pincode', optional: true, label: 'PIN code' }),
    last4: text({ max: 4, optional: true, label: 'Last 4 digits of the mobile' }),
  },
  answer: either(tracked, notYetSent),
  refusals: {
    NOT_FOUND: [404, 'no shipment has this number together with this PIN code or mobile'],
    RATE_LIMITED: [429, 'five wrong tries in ten minutes from one address, or fifty in a day'],
  },
  example: { type: 'LR', number: 'LR/26/1042', pincode: '411001' },
})
export type TrackInput = BodyOf<typeof track>

export const printLr = command('GET lrs/{id}/pdf', {
  room,
  summary: 'A copy of the LR as a PDF, with what the person may read of it',
  who: readsLrs,
  answer: fileOf('application/pdf'),
})

export const printTremCards = command('GET lrs/{id}/trem-cards', {
  room,
  summary: 'The TREM cards of the hazardous goods of an LR in English and Hindi, as a PDF',
  who: readsLrs,
  answer: fileOf('application/pdf'),
  refusals: { NOT_ALLOWED_STATE: [422, 'it has no hazardous goods, or their UN number is not entered'] },
})

/** Hazardous goods of an LR as its page lists them. */
const hazardOfLr = {
  code: text(),
  text: text({ hint: 'UN number, proper shipping name, class and packing group' }),
  packages: integer(),
  netKg: weight(),
}

export const showHazards = command('GET lr-hazards', {
  room,
  summary: 'The hazardous goods of an LR; who reports its events is told why they may not leave yet',
  who: readsLrs,
  body: { lrId: id },
  answer: {
    goods: many(hazardOfLr, { most: 1_000 }),
    refusals: many(text(), { most: 1_000 }),
    warnings: many(text(), { most: 1_000 }),
  },
})
export type HazardsOfLr = AnswerOf<typeof showHazards>

export const printInvoice = command('GET invoices/{id}/pdf', {
  room,
  summary: 'A copy of the invoice as a PDF, for those who read its amounts',
  who: may(invoice, 'read'),
  answer: fileOf('application/pdf'),
})

const ids = text({ hint: 'The ids of the LRs with commas between them' })

export const printLoadingList = command('GET lr-papers/loading-list', {
  room,
  summary: 'What is loaded for these LRs, as a PDF',
  who: readsLrs,
  body: { ids },
  answer: fileOf('application/pdf'),
})

export const printLabels = command('GET lr-papers/labels', {
  room,
  summary: 'A label with barcode for each package of these LRs, as a PDF',
  who: readsLrs,
  body: { ids },
  answer: fileOf('application/pdf'),
})

/** One paper of a dispatch: its number, how far it is, since which day, and in words what is missing. */
const part = {
  kind: choice(Object.keys(passportKinds) as PassportKind[]),
  no: text(),
  state: text(),
  on: maybe(date()),
  gap: about('What is missing', maybe(text())),
  link: about('The page of the paper, where it has one', maybe(text())),
}

export const showPassport = command('GET passports/{id}', {
  room,
  summary: 'The papers of a dispatch from order to payment that the person may read, and what is missing',
  who: readsLrs,
  body: { id },
  answer: { lrId: id, lrNo: text(), parts: many(part, { most: 1_000 }) },
})
export type Passport = AnswerOf<typeof showPassport>

export const sharePassport = command('POST passport-links', {
  room,
  summary: 'Makes a link that shows a shipment to strangers, as on the public tracking page, for 30 days',
  who: may(passportLink, 'create'),
  body: { lrId: { ...id, label: 'LR' } },
  answer: { path: text({ hint: 'Shown once' }), expiresAt: instant() },
})

export const showSharedPassport = command('POST passport-pages', {
  room,
  summary: 'The shipment that a link shows',
  who: 'public',
  does: 'reads',
  // Wrong links are counted where they are opened.
  limit: { tries: 600, seconds: 600 },
  body: { token: text({ max: 22, optional: true, hint: 'The secret part of the link' }) },
  answer: tracked,
  refusals: {
    NOT_FOUND: [404, 'the link is wrong, was revoked, or has expired'],
    RATE_LIMITED: [429, 'thirty wrong links in ten minutes'],
  },
})
