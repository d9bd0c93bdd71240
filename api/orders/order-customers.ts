import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { orderFlow } from '../../resources/orders/order-flow.ts'
import { restrict } from '../derive/conditions.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { forbidden, invalidField, notFound } from '../platform/errors.ts'
import { needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'

/** Throws 403 unless the person's role creates orders, and, for an employee, his SBU map lets him place them (A06). */
export async function demandOrdering(db: Knex, person: Person) {
  const creates = person.roles.some(role => (orderFlow.steps.create.by as readonly string[]).includes(role))
  if (!creates) throw forbidden('Only customers, sales and the customer service centre place orders')
  if (person.userType !== 'EMPLOYEE') return
  const day = today()
  const mapped = await db('sbu_employee_map')
    .where({ employeeId: person.employeeId ?? 0, isActive: 1, canPlaceOrders: 1 })
    .where('validFrom', '<=', day)
    .where('validTo', '>=', day)
    .first('id')
  if (!mapped) throw forbidden('You are not mapped to an SBU for which you may place orders: ask the master data desk')
}

/** Throws 403 when the person places no orders at all, 404 for a customer outside his scope. */
export async function mayOrderFor(db: Knex, person: Person, customerId: number) {
  await demandOrdering(db, person)
  const found = await restrict(db('customer').where('customer.id', customerId), db, customer, person, 'read').first(
    'customer.id',
  )
  if (!found) throw notFound('This customer is not among those you may order for')
}

/** `GET /api/order-customers?q=`: customers the person may order for, by code, name or GSTIN. */
export const orderCustomers = (db: Knex) => ({
  async find(call: Call) {
    const person = needPerson(call)
    await demandOrdering(db, person)
    const q = call.query?.q ?? ''
    if (typeof q !== 'string' || q.length > 100)
      throw invalidField('q', 'TYPE', 'q must be a text of at most 100 characters')
    const rows = restrict(db('customer').where('customer.isActive', 1), db, customer, person, 'read')
      .leftJoin('state_city', 'state_city.id', 'customer.cityId')
      .leftJoin('channel', 'channel.id', 'customer.channelId')
    if (q) {
      rows.where(any =>
        any
          .where('customer.code', q)
          .orWhereRaw("?? like ? escape '!'", ['customer.code', starts(q)])
          .orWhereRaw("?? like ? escape '!'", ['customer.name', `%${starts(q)}`])
          .orWhere('customer.gstin', q.toUpperCase()),
      )
    }
    return rows
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
      )
  },
})

const starts = (q: string) => `${q.replace(/[!%_]/g, sign => `!${sign}`)}%`
