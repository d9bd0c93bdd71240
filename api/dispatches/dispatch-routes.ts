import { can } from '../../resources/capabilities.ts'
import { choice, date, flag, instant, integer, text } from '../../resources/define/fields.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import type { LrProposal } from '../../resources/dispatches/lr-proposal.ts'
import type { Tracked } from '../../resources/dispatches/tracked.ts'
import { eventFields, trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { trackedBy } from '../../resources/dispatches/tracking-steps.ts'
import { answerOf, anything, bodyOf, columnsOf, listOf, orNull, type Routes, rowOf } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'
import { inputFields } from './lr-input.ts'

const TAG = 'Dispatch'

const toBook = ({ ability }: Person) => ability.can('create', lr.path)
const pick = <F extends object, const Name extends keyof F>(fields: F, names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, fields[name]])) as Pick<F, Name>

/** What other programs may ask of consignments, besides reading them. */
export const dispatchRoutes: Routes = {
  'GET lr-proposal': {
    tag: TAG,
    summary: 'A proposal for an LR over these invoices',
    query: {
      'invoiceIds[]': listOf(integer({ min: 1 })),
      transMode: { ...lr.fields.transMode, optional: true as const },
      lrDate: date({ optional: true }),
    },
    answer: answerOf<LrProposal>({
      ...columnsOf(
        lr,
        'plantId',
        'toCityId',
        'lrDate',
        'transMode',
        'freightTerms',
        'packages',
        'actualWeightKg',
        'declaredValue',
        'ewayBillNo',
        'expectedDeliveryDate',
        'hasHazard',
      ),
      instructions: listOf(text()),
      transporterId: orNull(integer()),
      transporters: listOf(
        answerOf({
          id: integer(),
          code: text(),
          name: text(),
          lane: orNull(anything('Its rate a kilogram and its least freight, in paise')),
        }),
      ),
      warnings: listOf(text()),
    }),
    refusals: { 422: 'RULE: the invoices cannot share an LR' },
    isFor: toBook,
  },
  'POST lrs': {
    tag: TAG,
    summary: 'Books an LR over invoices that wait for dispatch',
    body: bodyOf({ ...pick(lr.fields, inputFields), invoiceIds: listOf(integer({ min: 1 })) }),
    answer: rowOf(lr),
    isIdempotent: 'must',
    isFor: toBook,
  },
  'POST tracking-events': {
    tag: TAG,
    summary: 'Reports what happened to a consignment',
    body: bodyOf(pick(trackingEvent.fields, eventFields)),
    answer: rowOf(trackingEvent),
    isFor: person => can(person, 'reportTrackingEvents'),
  },
  'POST track': {
    tag: TAG,
    summary: 'Where a consignment is, for whoever knows its PIN code or the last digits of the mobile',
    body: bodyOf({
      type: choice(Object.keys(trackedBy)),
      number: text({ max: 40 }),
      pincode: text({ max: 6, optional: true }),
      last4: text({ max: 4, optional: true }),
    }),
    answer: answerOf<Tracked>({
      shipmentNo: text(),
      lrNo: text(),
      carrier: text(),
      carrierLink: orNull(text()),
      status: text(),
      statusLabel: text(),
      steps: listOf(answerOf({ code: text(), label: text(), at: instant(), location: orNull(text()) })),
      dispatchedOn: date(),
      expectedOn: date(),
      deliveredOn: orNull(date()),
      packages: integer(),
      fromCity: text(),
      toCity: text(),
      podAvailable: flag(),
      others: listOf(answerOf({ shipmentNo: text(), lrNo: text(), statusLabel: text(), dispatchedOn: date() })),
    }),
    refusals: {
      404: 'NOT_FOUND: no shipment has this number together with this PIN code or mobile',
      429: 'TOO_MANY: five wrong tries in ten minutes',
    },
    isPublic: true,
    examples: { body: { type: Object.keys(trackedBy)[0], number: 'LR/26/1042', pincode: '411001' } },
  },
}
