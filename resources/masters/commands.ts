import { customer } from '../access-control/customer.ts'
import { type AnswerOf, command, fileOf, holds, may, rowOf } from '../define/command.ts'
import { choice, date, flag, integer, money, percent, quantity, text } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { about, group, many, maybe, open, type Read } from '../define/shape.ts'
import { order } from '../orders/order.ts'
import { attachment } from '../platform/attachment.ts'
import { orderStates } from '../trade.ts'
import { custShiptoProdPrice } from './cust-shipto-prod-price.ts'
import { MOST_ROWS, tabs } from './customer-360.ts'
import { customerAnnexure } from './customer-annexure.ts'
import { customerAnnexureLine } from './customer-annexure-line.ts'
import { MOST_LINES } from './master-with-lines.ts'
import { owed } from './outstanding.ts'
import { products } from './products.ts'
import { rateContractErrors } from './rate-contract-errors.ts'

const room = 'Customers and agreements'
const library = 'Library of documents'
const workbook = fileOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
const id = integer({ min: 1 })
const count = integer({ min: 0 })

const customerId = about('A customer’s own people ask for their own without it', maybe(id))
const named = pick(customer.fields, ['code', 'name', 'gstin'])
const tabNames = tabs.map(({ key }) => key)
const ofTab = {
  customerId,
  tab: choice(tabNames),
  from: date({ optional: true, hint: 'The first day of its rows' }),
  to: date({ optional: true, hint: 'The last day of the period' }),
}

export const showCustomer = command('GET customer-360', {
  room,
  summary: 'A customer at a glance: credit, what is outstanding, open orders and licences',
  who: holds('seeCustomer360'),
  body: { customerId },
  answer: {
    customer: group({ id, ...named, isActive: flag() }),
    credit: group({ limit: money(), used: money(), available: money(), isBlocked: flag() }, { optional: true }),
    outstanding: group(owed),
    openOrders: many(
      { status: order.fields.status, orders: count, value: money() },
      { most: orderStates.length, optional: true },
    ),
    licences: many(
      { kind: text(), licenceNo: maybe(text()), at: maybe(text()), validTo: date() },
      { most: 1_000, hint: 'Contracts that ended or end within 60 days' },
    ),
    payment: group({ maxTxnAmount: money(), allowPartial: flag() }, { optional: true }),
    tabs: many(text(), { most: tabs.length, hint: 'The tabs that the caller sees' }),
  },
})
/** The figures of a customer on one page; null where the person may not see them. */
export type Customer360 = AnswerOf<typeof showCustomer>

export const listTab = command('GET customer-360-tab', {
  room,
  summary: 'The rows of one tab of Customer 360',
  who: holds('seeCustomer360'),
  body: ofTab,
  answer: many(open('A row of the list behind the tab'), { most: MOST_ROWS }),
})

export const printTab = command('GET sheets/customer-360', {
  room,
  summary: 'The rows of one tab of Customer 360 as a workbook',
  who: holds('seeCustomer360'),
  body: ofTab,
  answer: workbook,
})

const annexureLine = {
  ...pick(customerAnnexureLine.fields, ['lineNo', 'agreedPrice', 'annualQty', 'remarks']),
  ...pick(products.fields, ['code', 'name', 'packSize', 'hsnCode', 'uom']),
  orderedQty: quantity(),
  orderedPct: percent({ max: 1_000_000 }),
}
/** A line of an annexure as it is read and printed. */
export type AnnexureLineView = Read<typeof annexureLine>

export const showAnnexure = command('GET masters/customer-annexure-view', {
  room,
  summary: 'An annexure with its lines and what was ordered of each',
  who: may(customerAnnexure, 'read'),
  body: { annexureId: id },
  answer: { annexure: rowOf(customerAnnexure), lines: many(annexureLine, { most: MOST_LINES }) },
})

export const printAnnexure = command('GET sheets/customer-annexure-view', {
  room,
  summary: 'An annexure with its lines as a workbook',
  who: may(customerAnnexure, 'read'),
  body: { annexureId: id },
  answer: workbook,
})

export const makePrices = command('POST annexure-prices', {
  room,
  summary: 'Saves the lines of an accepted annexure as agreed prices of these delivery addresses, all or none',
  who: may(custShiptoProdPrice, 'create'),
  body: {
    annexureId: id,
    shipToIds: many(id, {
      most: 200,
      least: 1,
      label: 'Delivery addresses',
      hint: 'Delivery addresses of the annexure’s customer',
    }),
  },
  answer: { created: about('Prices of the same amount are left as they are', count) },
  refusals: {
    DATE_OVERLAP: [409, 'another price holds on one of these days'],
    NOT_ALLOWED_STATE: [422, 'the annexure is not accepted, or past'],
  },
})

export const correctRow = command('PATCH masters/rate-contract-errors/{id}', {
  room,
  summary: 'Puts the raw values of a row right that was not imported',
  who: may(rateContractErrors, 'approve'),
  reads: 'row',
  body: { raw: open('The values of the file by the key of their column'), rowVersion: integer() },
  answer: rowOf(rateContractErrors),
  refusals: {
    STALE_ROW: [409, 'the row has another rowVersion'],
    NOT_NOW: [409, 'the row is not open any more'],
  },
  example: { raw: { contractNo: 'RC/26/001', productId: 'LS-1001' }, rowVersion: 1 },
})

const { title, category, validTo, fileName, sizeBytes, versionNo } = attachment.fields

export const listDocuments = command('GET documents', {
  room: library,
  summary: 'The documents of the library for the roles of the caller',
  who: 'signed in',
  answer: many({ id, title, category, fileName, sizeBytes, validTo, versionNo }, { most: 100 }),
})

export const addDocuments = command('POST library', {
  room: library,
  summary: 'Adds files to the library, all under one category and audience',
  who: may(attachment, 'create'),
  reads: 'upload',
  body: { title: maybe(title), category, validTo, audience: text({ max: 500, hint: 'A list of roles as JSON' }) },
  answer: many({ id, title, fileName }, { most: 20 }),
})

export const replaceDocument = command('POST library/{id}/file', {
  room: library,
  summary: 'Replaces a document of the library and keeps the earlier version',
  who: may(attachment, 'update'),
  reads: 'upload',
  answer: { id, fileName, versionNo },
})
