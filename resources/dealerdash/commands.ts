import { customer } from '../access-control/customer.ts'
import { type AnswerOf, type BodyOf, command, may } from '../define/command.ts'
import { date, flag, integer, money, percent, quantity, text } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { about, group, many, maybe, type Read } from '../define/shape.ts'
import { leftOut } from '../masters/outstanding.ts'
import { customerTarget } from './customer-target.ts'
import { MOST_DISTRIBUTORS, MOST_PRODUCTS } from './dashboard.ts'
import { fyMonths } from './financial-year.ts'

const id = integer({ min: 1 })
const count = integer({ min: 0 })
const month = text({ hint: 'Such as 2026-04' })
const achievement = { target: money(), achieved: money(), pct: about('Null without a target', maybe(percent())) }
const counted = {
  count,
  value: about('Null where some of their amounts are closed to the reader', maybe(money())),
}
export type CountedOrders = Read<typeof counted>
const named = pick(customer.fields, ['code', 'name'])
const orders = group(counted, { optional: true })

/** So many SBUs, and years with figures, are told at most. */
const MOST_SBUS = 500
const MOST_YEARS = 100

export const showDistributors = command('GET dealerdash', {
  room: 'Distributors',
  summary: 'Targets, sales, incentive and open business of a distributor, or of all in reach, in a financial year',
  who: may(customerTarget, 'read'),
  body: {
    customerId: about(
      'Else all distributors in reach; a distributor gets their own',
      maybe(customerTarget.fields.customerId),
    ),
    fy: text({ max: 4, optional: true, label: 'Financial year', hint: '2627 for 2026-27; the current one without it' }),
    sbuId: maybe(customerTarget.fields.sbuId),
  },
  answer: {
    distributor: group({ id, ...named }, { optional: true }),
    fy: text(),
    fys: many(text(), { most: MOST_YEARS, hint: 'The years that have targets or sales, the latest first' }),
    sbus: many({ id, name: text() }, { most: MOST_SBUS, hint: 'Those with targets or sales' }),
    month: about('That the tiles are about: the current one, or the last or first of another year', month),
    months: many({ month, isClosed: flag(), incentive: money(), ...achievement }, { most: fyMonths.length }),
    ytd: group(achievement),
    ofMonth: group(achievement),
    wholeYear: money(),
    runRate: group(
      { perMonth: money(), monthsLeft: count },
      { optional: true, hint: 'What each remaining month must bring; null once the year is over' },
    ),
    incentives: many(
      {
        customerId: id,
        sbuId: id,
        month,
        target: money(),
        achieved: money(),
        incentivePct: percent(),
        amount: money(),
      },
      { most: fyMonths.length * MOST_SBUS * MOST_DISTRIBUTORS },
    ),
    incentive: money(),
    products: many(
      {
        id,
        name: text(),
        value: money(),
        qty: about('Null where units differ', maybe(quantity())),
        uom: maybe(text()),
      },
      { most: MOST_PRODUCTS, hint: 'The products that were bought most in the year' },
    ),
    distributors: many(
      { id, name: text(), ...achievement },
      { most: MOST_DISTRIBUTORS, hint: 'By what they achieved in the year, where no single one is asked about' },
    ),
    openOrders: orders,
    pendingApproval: orders,
    openComplaints: maybe(count),
    outstanding: group({ total: money(), overdue: money(), asOn: maybe(date()), leftOut }, { optional: true }),
  },
})
/** The figures of a distributor, or of all that a person follows. What their roles do not read is null. */
export type DistributorDashboard = AnswerOf<typeof showDistributors>
/** What the dashboard is asked about; without a distributor, all that the person follows. */
export type DistributorFilter = BodyOf<typeof showDistributors> & { fy: string }
