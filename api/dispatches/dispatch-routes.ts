import { can } from '../../resources/capabilities.ts'
import { choice, date, flag, instant, integer, text } from '../../resources/define/fields.ts'
import { type NotYetSent, stageLabels, type Tracked } from '../../resources/dispatches/tracked.ts'
import { besidesEvent, eventFields, trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { trackedBy } from '../../resources/dispatches/tracking-steps.ts'
import { answerOf, bodyOf, listOf, oneOf, orNull, type Routes, rowOf } from '../derive/docs/route.ts'

const TAG = 'Dispatch'

const pick = <F extends object, const Name extends keyof F>(fields: F, names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, fields[name]])) as Pick<F, Name>

/** A consignment as the public may see it. */
export const trackedAnswer = answerOf<Tracked>({
  shipmentNo: text(),
  lrNo: text(),
  transporter: text(),
  transporterLink: orNull(text()),
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
})

/** What other programs may ask of consignments, besides reading them. */
export const dispatchRoutes: Routes = {
  'POST tracking-events': {
    tag: TAG,
    summary: 'Reports what happened to a consignment',
    body: bodyOf({ ...pick(trackingEvent.fields, eventFields), ...besidesEvent }),
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
    answer: oneOf(
      trackedAnswer,
      answerOf<NotYetSent>({
        stage: choice(Object.keys(stageLabels)),
        stageLabel: text(),
        number: text(),
        since: date(),
      }),
    ),
    refusals: {
      404: 'NOT_FOUND: no shipment has this number together with this PIN code or mobile',
      429: 'TOO_MANY: five wrong tries in ten minutes from one address, or fifty in a day',
    },
    isPublic: true,
    examples: { body: { type: Object.keys(trackedBy)[0], number: 'LR/26/1042', pincode: '411001' } },
  },
}
