import { choice, date, integer, text } from '../../define/fields.ts'
import { group, many, type Told } from '../../define/shape.ts'
import { approvalAhead, quoted } from '../quote/quote.ts'
import { MOST_LINES } from '../sent-order.ts'
import { mastersOf } from './simulators.ts'

const id = integer({ min: 1 })

const ahead = {
  ...approvalAhead,
  usual: group(
    { hours: integer(), tasks: integer() },
    { optional: true, hint: 'How long its decisions usually took, in hours, and from how many tasks that is known' },
  ),
}

export const simulation = {
  ...quoted,
  orderDate: date(),
  masters: choice([...mastersOf, 'UNKNOWN'], {
    hint: 'UNKNOWN: the customer was not known on that day, and the masters of today answer',
  }),
  changedSince: many(
    { resource: text(), id, rowVersion: integer(), now: integer() },
    {
      most: 10_000,
      optional: true,
      hint: 'The rows behind a past answer that have changed since: their version then and now',
    },
  ),
  approvals: many(ahead, { most: MOST_LINES }),
}
/** What an order of any day would come to. */
export type Simulation = Told<typeof simulation>
