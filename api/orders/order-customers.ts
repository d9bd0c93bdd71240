import type { Knex } from 'knex'
import { type Customer, customer } from '../../resources/access-control/customer.ts'
import { orderFlow } from '../../resources/orders/order-flow.ts'
import { restrict } from '../derive/conditions.ts'
import { rowsOf, validOn } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'
import { beginning, readTyped } from './pad-query.ts'

/** The SBU map of an employee as far as he may place orders today (A06). */
export const sbusOrderedFrom = (db: Knex, { employeeId }: Person) =>
  validOn(db('sbu_employee_map').where({ employeeId: employeeId ?? 0, canPlaceOrders: 1 }), today())

/** Throws 403 unless the person's role creates orders, and, for an employee, his SBU map lets him place them (A06). */
async function demandOrdering(db: Knex, person: Person) {
  demandOrderingRole(person)
  if (person.userType !== 'EMPLOYEE') return
  const mapped = await sbusOrderedFrom(db, person).first('id')
  if (!mapped) throw forbidden('You are not mapped to an SBU for which you may place orders: ask the master data desk')
}

function demandOrderingRole({ roles }: Person) {
  const creates = roles.some(role => (orderFlow.steps.create.by as readonly string[]).includes(role))
  if (!creates) throw forbidden('Only customers, sales and the customer service centre place orders')
}

/** The customer, as far as the person may order for him. Throws 403 when he places no orders at all, 404 out of his scope. */
export async function mayOrderFor(db: Knex, person: Person, customerId: number): Promise<Customer> {
  demandOrderingRole(person)
  const [found] = await rowsOf(db, customer, rows => {
    const reach = restrict(rows.where('customer.id', customerId), db, customer, person, 'read')
    return person.userType === 'EMPLOYEE' ? reach.whereExists(sbusOrderedFrom(db, person)) : reach
  })
  if (found) return found
  // Asked apart only now that it matters: every keystroke of the order pad comes through here.
  await demandOrdering(db, person)
  throw notFound('This customer is not among those you may order for')
}

/** A block of the customer beside it that leaves no SBU open today (M33). */
const blocked = (db: Knex) =>
  validOn(db('block_customer_order_creation as block'), today(), 'block')
    .where({ blockMode: 'BLOCK', sbuId: null })
    .where('block.customerId', db.ref('customer.id'))
    .limit(1)
    .select('block.id')

/** `GET /api/order-customers?q=`: customers the person may order for, by code, name or GSTIN. */
export const orderCustomers = (db: Knex) => ({
  async find(call: Call) {
    const person = needPerson(call)
    await demandOrdering(db, person)
    const q = readTyped(call.query?.q)
    const rows = restrict(db('customer').where('customer.isActive', 1), db, customer, person, 'read')
      .leftJoin('state_city', 'state_city.id', 'customer.cityId')
      .leftJoin('channel', 'channel.id', 'customer.channelId')
    if (q) {
      rows.where(any =>
        any
          .where('customer.code', q)
          .orWhereRaw("?? like ? escape '!'", ['customer.code', beginning(q)])
          .orWhereRaw("?? like ? escape '!'", ['customer.name', `%${beginning(q)}`])
          .orWhere('customer.gstin', q.toUpperCase()),
      )
    }
    const found: Record<string, unknown>[] = await rows
      .orderByRaw('case when ?? = ? then 0 else 1 end', ['customer.code', q])
      .orderBy('customer.name')
      .limit(20)
      .select(
        'customer.id',
        'customer.code',
        'customer.name',
        'state_city.name as city',
        'channel.name as channel',
        'customer.sapOrderBlock as blocked',
        blocked(db).as('isBlocked'),
      )
    return found.map(({ isBlocked, ...row }) => ({ ...row, blocked: row.blocked ?? (isBlocked ? 'portal' : null) }))
  },
})
