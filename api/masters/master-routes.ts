import { customer } from '../../resources/access-control/customer.ts'
import { can } from '../../resources/capabilities.ts'
import { date, flag, integer, money, text } from '../../resources/define/fields.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import type { Customer360 } from '../../resources/masters/customer-360.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { rateContractErrors } from '../../resources/masters/rate-contract-errors.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { answerOf, anything, bodyOf, listOf, orNull, type Routes, rowOf, told } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'

const TAG = 'Customers and agreements'
const LIBRARY = 'Library of documents'
const XLSX = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

const toSee360 = (person: Person) => can(person, 'seeCustomer360') && person.ability.can('read', customer.path)
const toReadAnnexures = ({ ability }: Person) => ability.can('read', customerAnnexure.path)
const ofCustomer = { customerId: integer({ min: 1 }) }
const ofAnnexure = { annexureId: integer({ min: 1 }) }
const ofTab = { ...ofCustomer, tab: text({ max: 40 }) }

const audience = told('A list of roles as JSON', text({ max: 500 }))
const { title, category, validTo } = attachment.fields

/** What other programs may ask of masters, besides reading and changing their rows. */
export const masterRoutes: Routes = {
  'GET customer-360': {
    tag: TAG,
    summary: 'A customer at a glance: credit, what is outstanding, open orders and licences',
    query: ofCustomer,
    answer: answerOf<Customer360>({
      customer: answerOf({ id: integer(), code: text(), name: text(), gstin: orNull(text()), isActive: flag() }),
      credit: orNull(answerOf({ limit: money(), used: money(), available: money(), isBlocked: flag() })),
      outstanding: answerOf({
        total: money(),
        asOn: orNull(date()),
        buckets: anything('Paise by age'),
      }),
      openOrders: orNull(listOf(answerOf({ status: text(), orders: integer(), value: money() }))),
      licences: listOf(answerOf({ kind: text(), licenceNo: orNull(text()), at: orNull(text()), validTo: date() })),
      payment: orNull(answerOf({ maxTxnAmount: money(), allowPartial: flag() })),
      tabs: listOf(text()),
    }),
    isFor: toSee360,
  },
  'GET customer-360-tab': {
    tag: TAG,
    summary: 'The rows of one tab of Customer 360',
    query: ofTab,
    answer: listOf(anything('A row of the list behind the tab')),
    isFor: toSee360,
  },
  'GET sheets/customer-360': {
    tag: TAG,
    summary: 'The rows of one tab of Customer 360 as a workbook',
    query: ofTab,
    media: XLSX,
    isFor: toSee360,
  },
  'GET masters/customer-annexure-view': {
    tag: TAG,
    summary: 'An annexure with its lines and what was ordered of each',
    query: ofAnnexure,
    answer: answerOf({ annexure: rowOf(customerAnnexure), lines: listOf(anything('A line of the annexure')) }),
    isFor: toReadAnnexures,
  },
  'GET sheets/customer-annexure-view': {
    tag: TAG,
    summary: 'An annexure with its lines as a workbook',
    query: ofAnnexure,
    media: XLSX,
    isFor: toReadAnnexures,
  },
  'POST annexure-prices': {
    tag: TAG,
    summary: 'Saves the lines of an accepted annexure as agreed prices of these delivery addresses, all or none',
    body: bodyOf({ ...ofAnnexure, shipToIds: listOf(integer({ min: 1 })) }),
    answer: anything('How many prices were saved'),
    refusals: {
      409: 'DATE_OVERLAP: another price holds on one of these days',
      422: 'NOT_ALLOWED_STATE: the annexure is not accepted, or past',
    },
    isFor: ({ ability }) => ability.can('create', custShiptoProdPrice.path),
  },
  'PATCH masters/rate-contract-errors/{id}': {
    tag: TAG,
    summary: 'Puts the raw values of a row right that was not imported',
    body: bodyOf({ raw: anything('The values of the file by the key of their column'), rowVersion: integer() }),
    answer: rowOf(rateContractErrors),
    refusals: { 409: 'STALE_ROW: the row has another rowVersion; NOT_NOW: the row is not open any more' },
    isFor: ({ ability }) => ability.can('approve', rateContractErrors.path),
    examples: { body: { raw: { contractNo: 'RC/26/001', productId: 'LS-1001' }, rowVersion: 1 } },
  },
  'GET documents': {
    tag: LIBRARY,
    summary: 'The documents of the library for the roles of the caller',
    answer: listOf(
      answerOf({
        id: integer(),
        title: text(),
        category: orNull(text()),
        fileName: text(),
        sizeBytes: integer(),
        validTo: orNull(date()),
        versionNo: integer(),
      }),
    ),
  },
  'POST library': {
    tag: LIBRARY,
    summary: 'Adds files to the library, all under one category and audience',
    isUpload: true,
    body: bodyOf({ title: { ...title, optional: true as const }, category, validTo, audience }),
    answer: listOf(answerOf({ id: integer(), title: text(), fileName: text() })),
    isFor: ({ ability }) => ability.can('create', attachment.path),
  },
  'POST library/{id}/file': {
    tag: LIBRARY,
    summary: 'Replaces a document of the library and keeps the earlier version',
    isUpload: true,
    body: bodyOf({}),
    answer: answerOf({ id: integer(), fileName: text(), versionNo: integer() }),
    isFor: ({ ability }) => ability.can('update', attachment.path),
  },
}
