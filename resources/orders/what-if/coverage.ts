/** Which rules apply where: the shape of the map, and its types. */
import { choice, date, flag, integer, percent, quantity, text } from '../../define/fields.ts'
import { group, many, maybe, open, type Told } from '../../define/shape.ts'
import { approvalSteps } from '../../trade.ts'
import type { RowUsed } from '../trace.ts'

const id = integer({ min: 1 })
const count = integer({ min: 0 })
const named = { id, code: text(), name: text() }
/** The most product classes and customer groups that are shown. */
export const MOST_SHOWN = 30
const shown = { most: MOST_SHOWN } as const

/** A row of a master, enough to find it. */
export type RowNamed = Pick<RowUsed, 'resource' | 'id'>
const row = open<RowNamed>('A row of a master, by resource and id')

const cell = {
  productId: id,
  priceSource: maybe(text()),
  priceRow: maybe(row),
  plant: text({ optional: true, hint: 'Code and name' }),
  sourceRule: maybe(text()),
  sourceRow: maybe(row),
  approvals: many(
    { step: choice(approvalSteps), title: text(), people: many(text({ max: 500 }), { most: 100 }), missing: flag() },
    { most: 100 },
  ),
  overlaps: many(row, { most: 1000, hint: 'Rows that rank equal to the one that decided, which is arbitrary then' }),
}
/** What decides about goods of a class for a group of customers, by trying one of each. */
export type Coverage = Told<typeof cell>

const sampleProduct = { ...named, qty: quantity(), uom: text({ max: 3 }) }
const ofProducts = { name: text({ max: 255 }), products: count, sample: group(sampleProduct) }
/** Products of one pricing group of an SBU, by one of them. */
export type CoverageClass = Told<typeof ofProducts>

const sampleCustomer = { ...named, channelId: id, stateId: id }
const ofCustomers = {
  segment: text(),
  channel: text(),
  customers: count,
  sample: group(sampleCustomer),
  cells: many(cell, { ...shown, hint: 'One for each class' }),
}
/** Customers of one segment and channel, by one of them. */
export type CoverageGroup = Told<typeof ofCustomers>

export const coverageMap = {
  day: date(),
  sbuId: id,
  discountPct: percent({ hint: 'The discount that a person entered' }),
  classes: many(ofProducts, shown),
  groups: many(ofCustomers, shown),
  more: flag({ hint: 'There are more classes or groups than are shown' }),
}
/** Which rules apply where, on a day, for a discount given by hand. */
export type CoverageMap = Told<typeof coverageMap>
