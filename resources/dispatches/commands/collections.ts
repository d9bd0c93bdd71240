import { type BodyOf, command, fileOf, holds, may, rowOf } from '../../define/command.ts'
import { choice, type Field, flag, integer, money, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { either, many, maybe, tag } from '../../define/shape.ts'
import { carriedModes, transModes } from '../../trade.ts'
import { pwcCollection } from '../collections/pwc-collection.ts'
import { invoice } from '../invoice.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const chooser = holds('choosePartyWillCollect')

export const showSendingModes = command('GET pwc-choices', {
  room,
  summary: 'The modes by which the goods of an invoice may be sent instead of collected',
  who: chooser,
  body: { invoiceId: id },
  answer: { modes: many(choice(carriedModes), { most: carriedModes.length }) },
})

export const chooseMode = command('POST pwc-choices', {
  room,
  summary: 'Chooses whether the goods of a waiting invoice are collected (PWC) or sent, and mails the buyer',
  who: chooser,
  body: { invoiceId: id, rowVersion: id, transMode: choice(transModes, { label: 'Mode of transport' }) },
  answer: { id, rowVersion: id, transMode: maybe(invoice.fields.transMode) },
  refusals: {
    NOT_WAITING: [409, 'the goods went on'],
    NOT_NOW: [409, 'they are collected, or sent, already'],
    COLLECTOR_NAMED: [409, 'a collector is named: cancel that first'],
    STALE_ROW: [409, 'another person was faster'],
  },
})
export type ModeChoice = BodyOf<typeof chooseMode>

const named = [
  ...(['invoiceId', 'collectorName', 'collectorMobile', 'collectorIdType', 'collectorIdNo'] as const),
  ...(['authorityAttachmentId', 'vehicleNo', 'packages', 'freightPaidByCustomer'] as const),
] as const

export const nameCollector = command('POST pwc-collections', {
  room,
  summary: 'Names who collects the goods of an invoice, and gives it a gate pass',
  who: may(pwcCollection, 'create'),
  idempotent: 'must',
  body: { ...pick(pwcCollection.fields, named) },
  answer: rowOf(pwcCollection),
  refusals: {
    NOT_WAITING: [409, 'the goods went on'],
    NOT_PWC: [409, 'they are to be sent'],
    COLLECTOR_NAMED: [409, 'they have a collector'],
  },
})
export type NamedCollector = BodyOf<typeof nameCollector>

const { vehicleNo, reason } = pwcCollection.fields
const { ewayBillNo, ewayValidTo } = invoice.fields
/** It is 0 until somebody says so; a correction says how much. */
const freightPaidByCustomer = money({ min: 0, label: 'Freight paid by the customer' })
const why = { ...reason, optional: false } as Field<string, false>
const of = { collectionId: id, rowVersion: maybe(id) }

export const takePwcStep = command('POST pwc-steps', {
  room,
  summary: 'Makes goods ready for collection, hands them over for the code, sends a new one, corrects or cancels',
  who: may(pwcCollection, 'create', 'update'),
  // A wrong code is counted before it is refused.
  does: 'each',
  body: either(
    { ...of, step: tag('ready'), vehicleNo, ewayBillNo, ewayValidTo },
    {
      ...of,
      step: tag('collect'),
      code: text({ max: 7, hint: 'The six digits that the collector was sent' }),
      vehicleNo,
    },
    { ...of, step: tag('sendCode') },
    { ...of, step: tag('correctFreight'), freightPaidByCustomer, reason: why },
    { ...of, step: tag('cancel'), reason: why },
  ),
  answer: { done: flag() },
  refusals: {
    NOT_NOW: [409, 'the collection went on'],
    STALE_ROW: [409, 'another person was faster'],
    WRONG_CODE: [422, 'the code is wrong; the sentence says how many tries are left'],
    CODE_USED_UP: [422, 'the code was wrong too often: send a new one'],
  },
  example: { collectionId: 7, step: 'collect', code: '493028' },
})
export type PwcStepInput = BodyOf<typeof takePwcStep>

export const printGatePass = command('GET pwc-collections/{id}/gate-pass', {
  room,
  summary: 'The gate pass with its barcode, as PDF; the code is not on it',
  who: may(pwcCollection, 'read'),
  answer: fileOf('application/pdf'),
})
