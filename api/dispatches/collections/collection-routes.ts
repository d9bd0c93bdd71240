import { can } from '../../../resources/capabilities.ts'
import { choice, flag, integer, text } from '../../../resources/define/fields.ts'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { type PwcStep, pwcSteps } from '../../../resources/dispatches/collections/pwc-flow.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { carriedModes, transModes } from '../../../resources/trade.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes, rowOf } from '../../derive/docs/route.ts'
import { authorisedFields } from './authorise.ts'
import { askedFields } from './take-pwc-step.ts'

const TAG = 'Dispatch'

/** How goods are collected by the buyer instead of sent. */
export const collectionRoutes: Routes = {
  'GET pwc-choices': {
    tag: TAG,
    summary: 'The modes by which the goods of an invoice may be sent instead of collected',
    query: { invoiceId: integer({ min: 1 }) },
    answer: answerOf({ modes: listOf(choice(carriedModes)) }),
    isFor: person => can(person, 'choosePartyWillCollect'),
  },
  'POST pwc-choices': {
    tag: TAG,
    summary: 'Chooses whether the goods of a waiting invoice are collected (PWC) or sent, and mails the buyer',
    body: bodyOf({ invoiceId: integer({ min: 1 }), rowVersion: integer({ min: 1 }), transMode: choice(transModes) }),
    answer: answerOf({
      id: integer(),
      rowVersion: integer(),
      transMode: orNull(invoice.fields.transMode),
    }),
    refusals: {
      409: 'NOT_WAITING, NOT_NOW, COLLECTOR_NAMED, STALE_ROW: the goods went on, or another person was faster',
    },
    isFor: person => can(person, 'choosePartyWillCollect'),
  },
  'POST pwc-collections': {
    tag: TAG,
    summary: 'Names who collects the goods of an invoice, and gives it a gate pass',
    body: bodyOf(Object.fromEntries(authorisedFields.map(name => [name, pwcCollection.fields[name]]))),
    answer: rowOf(pwcCollection),
    refusals: { 409: 'NOT_WAITING, NOT_PWC, COLLECTOR_NAMED: the goods went on, are to be sent, or have a collector' },
    isIdempotent: 'must',
    isFor: ({ ability }) => ability.can('create', pwcCollection.path),
  },
  'POST pwc-steps': {
    tag: TAG,
    summary: 'Makes goods ready for collection, hands them over for the code, sends a new one, corrects or cancels',
    body: bodyOf({
      collectionId: integer({ min: 1 }),
      step: choice(Object.keys(pwcSteps) as PwcStep[]),
      rowVersion: maybe(integer({ min: 1 })),
      code: maybe(text({ max: 20, hint: 'The six digits that the collector was sent' })),
      ...Object.fromEntries(Object.entries(askedFields).map(([name, field]) => [name, maybe(orNull(field))])),
    }),
    answer: answerOf({ done: flag() }),
    refusals: {
      409: 'NOT_NOW, STALE_ROW: the collection went on',
      422: 'WRONG_CODE, CODE_USED_UP, or the licence, e-way bill or vehicle that is missing',
    },
    isFor: ({ ability }) => ability.can('create', pwcCollection.path),
    examples: { body: { collectionId: 7, step: 'collect', code: '493028' } },
  },
  'GET pwc-collections/{id}/gate-pass': {
    tag: TAG,
    summary: 'The gate pass with its barcode, as PDF; the code is not on it',
    media: ['application/pdf'],
    isFor: ({ ability }) => ability.can('read', pwcCollection.path),
  },
}
