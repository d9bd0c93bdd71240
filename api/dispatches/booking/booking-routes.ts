import {
  choice,
  date,
  type Field,
  flag,
  instant,
  integer,
  money,
  quantity,
  text,
  weight,
} from '../../../resources/define/fields.ts'
import type { EwayBill, EwayBoard } from '../../../resources/dispatches/eway-board.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import type {
  LrProposal,
  ProposedGoods,
  ProposedLine,
  WaitingGroup,
  WaitingInvoice,
  WaitingInvoices,
} from '../../../resources/dispatches/lr-proposal.ts'
import { deliveryStatuses, freightTerms } from '../../../resources/trade.ts'
import {
  answerOf,
  anything,
  bodyOf,
  columnsOf,
  listOf,
  orNull,
  type Part,
  type Routes,
  rowOf,
} from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { correctedFields, ewayFields } from './correction-input.ts'
import { inputFields, itemFields, lineFields } from './lr-input.ts'

const TAG = 'Dispatch'

const toBook = ({ ability }: Person) => ability.can('create', lr.path)
const pick = <F extends object, const Name extends keyof F>(fields: F, names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, fields[name]])) as Pick<F, Name>

const mayBeAbsent = (part: Part) =>
  Object.assign((reader: Parameters<Part>[0]) => part(reader), { mayBeAbsent: true as const })
const optional = (fields: Record<string, Field>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, optional: true }]))

/** The invoices of an LR in a request; goods are named where not all of an invoice goes. */
export const enteredLines = listOf(
  bodyOf({
    ...lineFields,
    items: mayBeAbsent(listOf(bodyOf(pick(lrLineItem.fields, itemFields)))),
  }),
)

/** What other programs may ask of booking, besides reading LRs. */
export const bookingRoutes: Routes = {
  'GET waiting-invoices': {
    tag: TAG,
    summary: 'The invoices of a plant that wait for an LR, by ship-to',
    query: { plantId: integer({ min: 1, optional: true }) },
    answer: answerOf<WaitingInvoices>({
      plantId: orNull(integer()),
      plants: listOf(answerOf({ id: integer(), code: text(), name: text(), waiting: integer() })),
      groups: listOf(
        answerOf<WaitingGroup>({
          shipToId: orNull(integer()),
          shipTo: text(),
          city: orNull(text()),
          deliveryWindow: orNull(text()),
          invoices: listOf(
            answerOf<WaitingInvoice>({
              id: integer(),
              invoiceNo: text(),
              invoiceDate: date(),
              soldTo: text(),
              orderNo: orNull(text()),
              freightTerms: orNull(choice(freightTerms)),
              weightKg: weight(),
              value: money(),
              packages: integer(),
              isPart: flag(),
            }),
          ),
        }),
      ),
      isCut: flag(),
    }),
    isFor: toBook,
  },
  'GET lr-proposal': {
    tag: TAG,
    summary: 'A proposal for an LR over what is left of these invoices',
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
        'distanceKm',
        'expectedDeliveryDate',
        'hasHazard',
        'unNumber',
        'tremCardId',
      ),
      lines: listOf(
        answerOf<ProposedLine>({
          invoiceId: integer(),
          invoiceNo: text(),
          weightKg: weight(),
          value: money(),
          packages: integer(),
          packagesInAll: orNull(integer()),
          isFurther: flag(),
          ewayBillNo: orNull(text()),
          ewayValidTo: orNull(instant()),
          ewayThreshold: money(),
          goods: listOf(
            answerOf<ProposedGoods>({
              invoiceLineId: integer(),
              lineNo: integer(),
              batchNo: orNull(text()),
              uom: text(),
              qty: quantity(),
              weightKg: weight(),
              value: money(),
              product: text(),
            }),
          ),
        }),
      ),
      ewayKmADay: integer(),
      ewayKmADayOverDimensional: integer(),
      isBackdated: flag(),
      hazardous: listOf(text()),
      cold: listOf(text()),
      deliveryWindow: orNull(text()),
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
    summary: 'Books an LR over invoices that wait for dispatch, or parts of them',
    body: bodyOf({ ...pick(lr.fields, inputFields), lines: enteredLines }),
    answer: rowOf(lr),
    isIdempotent: 'must',
    isFor: toBook,
  },
  'PATCH lrs/{id}': {
    tag: TAG,
    summary: 'Corrects an LR, with the reason: each field while it is open',
    body: bodyOf({
      rowVersion: integer({ min: 1 }),
      reason: text({ max: 255 }),
      ...optional(pick(lr.fields, correctedFields)),
      lines: mayBeAbsent(enteredLines),
      ewayBills: mayBeAbsent(listOf(bodyOf(pick(lrLine.fields, ewayFields)))),
    }),
    answer: rowOf(lr),
    refusals: { 422: 'NOT_ALLOWED_STATE: what is corrected is fixed by now' },
    isFor: ({ ability }) => ability.can('update', lr.path),
  },
  'GET e-way-bills': {
    tag: TAG,
    summary: 'The e-way bills of consignments on their way, those that end first before the others',
    query: { plantId: integer({ min: 1, optional: true }) },
    answer: answerOf<EwayBoard>({
      plants: listOf(answerOf({ id: integer(), code: text(), name: text() })),
      extensionHours: integer(),
      bills: listOf(
        answerOf<EwayBill>({
          lrId: integer(),
          lrNo: text(),
          invoiceNo: orNull(text()),
          ewayBillNo: text(),
          ewayValidTo: orNull(instant()),
          vehicleNo: orNull(text()),
          transporter: text(),
          plantId: integer(),
          toCity: text(),
          deliveryStatus: choice(deliveryStatuses),
          expectedDeliveryDate: date(),
        }),
      ),
      isCut: flag(),
    }),
    isFor: toBook,
  },
}
