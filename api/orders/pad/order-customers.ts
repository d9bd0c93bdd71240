import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { can } from '../../../resources/capabilities.ts'
import type { FoundCustomer } from '../../../resources/orders/order-customers.ts'
import { mayTakeStep } from '../../../resources/orders/order-flow.ts'
import { scopeOf } from '../../derive/define-scopes.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { needPerson } from '../../derive/rights/need-person.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, validOn } from '../../derive/rows-of.ts'
import type { Call } from '../../derive/service.ts'
import { today } from '../../platform/clock.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
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

const creates = (person: Person) => mayTakeStep(person, 'create')

/** Throws 403 unless one of the person's roles creates orders. */
export function demandOrderingRole(person: Person) {
  if (!creates(person)) throw forbidden('Only customers, sales and the customer service centre place orders')
}

/** The customer where the person may order for him, else undefined. */
export async function findBuyer(db: Knex, person: Person, customerId: number): Promise<Customer | undefined> {
  if (!creates(person)) return undefined
  const [found] = await rowsOf(db, customer, rows => {
    const reach = restrict(rows.where('customer.id', customerId), db, customer, person, 'read')
    return person.userType === 'EMPLOYEE' ? reach.whereExists(sbusOrderedFrom(db, person)) : reach
  })
  return found
}

/** The customer, as far as the person may order for him. Throws 403 when he places no orders at all, 404 out of his scope. */
export async function mayOrderFor(db: Knex, person: Person, customerId: number): Promise<Customer> {
  const found = await findBuyer(db, person, customerId)
  if (found) return found
  // Asked apart only now that it matters: every keystroke of the order pad comes through here.
  await demandOrdering(db, person)
  throw notFound('This customer is not among those you may order for')
}

/** How a person gets at a customer: to order for him, or only to see what an order would come to. */
export type MayAsk = (db: Knex, person: Person, customerId: number) => Promise<Customer>

function demandSimulating(person: Person) {
  if (!can(person, 'simulateOrders'))
    throw forbidden('Only those who order, approve, or keep the masters simulate orders')
}

/** The customer, as far as the person may see him. Throws 403 when he simulates nothing at all, 404 out of his scope. */
export const maySimulateFor: MayAsk = async (db, person, customerId) => {
  demandSimulating(person)
  const [found] = await rowsOf(db, customer, rows => seenBy(rows.where('customer.id', customerId), db, person))
  if (!found) throw notFound('This customer is not among those you may see')
  return found
}

/** The customers a person reads; who decides about orders and reads none meets those of his SBUs there. */
function seenBy(rows: Knex.QueryBuilder, db: Knex, person: Person) {
  if (person.ability.can('read', customer.path)) return restrict(rows, db, customer, person, 'read')
  const ofMySbus = db('customer_department_map as account')
    .join('department', 'department.id', 'account.departmentId')
    .where('account.isActive', 1)
    .where(any => {
      for (const role of person.roles) any.orWhereIn('department.sbuId', scopeOf(`mySbus/${role}`, db, person))
    })
    .select('account.customerId')
  return rows.whereIn('customer.id', ofMySbus)
}

/** A block of the customer beside it that leaves no SBU open today (M33). */
const blocked = (db: Knex) =>
  validOn(db('block_customer_order_creation as block'), today(), 'block')
    .where({ blockMode: 'BLOCK', sbuId: null })
    .where('block.customerId', db.ref('customer.id'))
    .limit(1)
    .select('block.id')

/** `GET /api/order-customers?q=`: customers the person may order for, by code, name or GSTIN. */
export const orderCustomers = (db: Knex) => customersFound(db, person => demandOrdering(db, person))

/** `GET /api/simulation-customers?q=`: customers for whom the person may try out an order. */
export const simulationCustomers = (db: Knex) => customersFound(db, demandSimulating)

const customersFound = (db: Knex, demand: (person: Person) => Promise<void> | void) => ({
  async find(call: Call): Promise<FoundCustomer[]> {
    const person = needPerson(call)
    await demand(person)
    const q = readTyped(call.query?.q)
    const rows = seenBy(db('customer').where('customer.isActive', 1), db, person)
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
    const found: (FoundCustomer & { isBlocked: number | null })[] = await rows
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
