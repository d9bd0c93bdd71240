import type { Knex } from 'knex'
import * as booking from '../../../resources/dispatches/commands/booking.ts'
import * as desk from '../../../resources/dispatches/commands/booking-desk.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { bookLr } from './book-lr.ts'
import { correctLr } from './correct-lr.ts'
import { ewayBoard } from './eway-board.ts'
import { proposeLr } from './propose-lr.ts'
import { refuseFixed } from './refuse-fixed.ts'
import { waitingInvoices } from './waiting-invoices.ts'

/** How LRs are booked over waiting invoices, and corrected. */
export const bookingCommands: readonly Bound[] = [
  bind(desk.showWaitingInvoices, ({ plantId }, { trx, person }) => waitingInvoices(trx, plantId, person)),
  bind(booking.proposeLr, (idea, { trx, call }) => proposeLr(trx, idea, call)),
  bind(booking.bookLr, (input, { trx, call, author }) => {
    if (input.chargedWeightKg < input.actualWeightKg)
      throw invalidField('chargedWeightKg', 'RANGE', 'Charged weight must not be less than the actual weight')
    return bookLr(trx, input, call, author)
  }),
  bind(booking.correctLr, async ({ id, rowVersion, reason, lines, ewayBills, ...fields }, context) => {
    const { trx, person, author, call } = context
    const before = await correctableLr(trx, id, person)
    const correction = { rowVersion, reason, fields, lines, ewayBills }
    refuseFixed(correction, before)
    await correctLr(trx, before, correction, call, author)
    return { id }
  }),
  bind(desk.showEwayBills, ({ plantId }, { trx, person }) => ewayBoard(trx, plantId, person)),
]

async function correctableLr(trx: Knex, id: number, person: Person): Promise<Lr> {
  const [found] = await rowsOf(trx, lr, rows => restrict(rows.where('lr.id', id), trx, lr, person, 'update'))
  if (!found) throw notFound()
  return found
}
