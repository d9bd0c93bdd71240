import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import type { CountedOrders, DistributorDashboard } from '../../resources/dealerdash/dashboard.ts'
import type { Achievement, Incentive, MonthFigures } from '../../resources/dealerdash/distributor-figures.ts'
import { date, flag, integer, money, percent, quantity, text } from '../../resources/define/fields.ts'
import { answerOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'

const achievement = { target: money(), achieved: money(), pct: orNull(percent()) }
const orders = orNull(answerOf<CountedOrders>({ count: integer(), value: orNull(money()) }))
const month = text({ hint: 'Such as 2026-04' })

/** What other programs may ask of distributors, besides their targets. */
export const distributorRoutes: Routes = {
  'GET dealerdash': {
    tag: 'Distributors',
    summary: 'Targets, sales, incentive and open business of a distributor, or of all in reach, in a financial year',
    query: {
      customerId: integer({ optional: true, hint: 'Else all distributors in reach; a distributor gets their own' }),
      fy: text({ min: 4, max: 4, optional: true, hint: '2627 for 2026-27; the current one' }),
      sbuId: integer({ optional: true }),
    },
    answer: answerOf<DistributorDashboard>({
      distributor: orNull(answerOf({ id: integer(), code: text(), name: text() })),
      fy: text(),
      fys: listOf(text()),
      sbus: listOf(answerOf({ id: integer(), name: text() })),
      month,
      months: listOf(answerOf<MonthFigures>({ month, isClosed: flag(), incentive: money(), ...achievement })),
      ytd: answerOf<Achievement>(achievement),
      ofMonth: answerOf<Achievement>(achievement),
      wholeYear: money(),
      runRate: orNull(answerOf({ perMonth: money(), monthsLeft: integer() })),
      incentives: listOf(
        answerOf<Incentive>({
          customerId: integer(),
          sbuId: integer(),
          month,
          target: money(),
          achieved: money(),
          incentivePct: percent(),
          amount: money(),
        }),
      ),
      incentive: money(),
      products: listOf(
        answerOf({ id: integer(), name: text(), value: money(), qty: orNull(quantity()), uom: orNull(text()) }),
      ),
      distributors: listOf(answerOf({ id: integer(), name: text(), ...achievement })),
      openOrders: orders,
      pendingApproval: orders,
      openComplaints: orNull(integer()),
      outstanding: orNull(answerOf({ total: money(), overdue: money(), asOn: orNull(date()) })),
    }),
    isFor: ({ ability }) => ability.can('read', customerTarget.path),
  },
}
