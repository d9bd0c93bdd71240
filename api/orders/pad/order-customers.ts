import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { can } from '../../../resources/capabilities.ts'
import { plainText, searchedTexts } from '../../../resources/define/sheet/signs.ts'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import type { FoundCustomer } from '../../../resources/orders/pad/offers.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { scopeOf } from '../../derive/rights/define-scopes.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { forbidden, notFound } from '../../platform/errors.ts'

/** The rows of the employee's SBU map that permit placing orders today. */
export const orderableSbus = (db: Knex, { employeeId }: Person) =>
  whereValidOn(db('sbu_employee_map').where({ employeeId: employeeId ?? 0, canPlaceOrders: 1 }), today())

/** Throws 403 unless the person's role creates orders and, for employees, their SBU map permits it. */
async function demandOrdering(db: Knex, person: Person) {
  demandOrderingRole(person)
  if (person.userType !== 'EMPLOYEE') return
  const mapped = await orderableSbus(db, person).first('id')
  if (!mapped) throw forbidden('You are not mapped to an SBU for which you may place orders: ask the master data desk')
}

const mayCreateOrders = (person: Person) => mayTakeStep(person, 'create')

/** Throws 403 unless one of the person's roles creates orders. */
function demandOrderingRole(person: Person) {
  if (!mayCreateOrders(person)) throw forbidden('Only customers, sales and CSC agents place orders')
}

/** Finds the customer if the person may order for them. */
export async function findBuyer(db: Knex, person: Person, customerId: number): Promise<Customer | undefined> {
  if (!mayCreateOrders(person)) return undefined
  const [buyer] = await rowsOf(db, customer, rows => {
    const readable = restrict(rows.where('customer.id', customerId), db, customer, person, 'read')
    return person.userType === 'EMPLOYEE' ? readable.whereExists(orderableSbus(db, person)) : readable
  })
  return buyer
}

/** The customer. Throws 403 when the person may place no orders at all, 404 when they may not order for this one. */
export async function customerToOrderFor(db: Knex, person: Person, customerId: number): Promise<Customer> {
  const buyer = await findBuyer(db, person, customerId)
  if (buyer) return buyer
  // Checked only in this case, because every keystroke of the order pad comes through here.
  await demandOrdering(db, person)
  throw notFound('This customer is not among those you may order for')
}

/** A check of the person's right to a customer: to order for them, or to simulate orders. */
export type CustomerLookup = (db: Knex, person: Person, customerId: number) => Promise<Customer>

/** The customer of a simulation. Throws 403 when the person may not simulate, 404 for one out of their scope. */
export const customerToSimulateFor: CustomerLookup = async (db, person, customerId) => {
  if (!can(person, 'simulateOrders'))
    throw forbidden('Only people who order, approve or maintain masters simulate orders')
  const [buyer] = await rowsOf(db, customer, rows =>
    readableCustomers(rows.where('customer.id', customerId), db, person),
  )
  if (!buyer) throw notFound('This customer is not among those you may see')
  return buyer
}

/** Filters customers to those the person reads. People who read no customers see those of their SBUs here. */
function readableCustomers(rows: Knex.QueryBuilder, db: Knex, person: Person) {
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

/** A block of the customer that covers all SBUs today. */
const blocked = (db: Knex) =>
  whereValidOn(db('block_customer_order_creation as block'), today(), 'block')
    .where({ blockMode: 'BLOCK', sbuId: null })
    .where('block.customerId', db.ref('customer.id'))
    .limit(1)
    .select('block.id')

/** The customers for whom a person may order, by code, name or GSTIN. */
export async function customersToOrderFor(db: Knex, person: Person, q: string | null): Promise<FoundCustomer[]> {
  await demandOrdering(db, person)
  return customersLike(db, person, q ?? '')
}

/** The customers that a person reads, by code, name or GSTIN. */
export async function customersLike(db: Knex, person: Person, typed: string): Promise<FoundCustomer[]> {
  const q = plainText(typed)
  const rows = readableCustomers(db('customer').where('customer.isActive', 1), db, person)
    .leftJoin('state_city', 'state_city.id', 'customer.cityId')
    .leftJoin('channel', 'channel.id', 'customer.channelId')
  if (q) {
    rows.where(any =>
      any
        .where('customer.code', q)
        .orWhereRaw("?? like ? escape '!'", ['customer.code', prefixPattern(q)])
        .orWhere('customer.gstin', q.toUpperCase())
        .modify(named => {
          for (const text of searchedTexts(typed))
            named.orWhereRaw("?? like ? escape '!'", ['customer.name', `%${prefixPattern(text)}`])
        }),
    )
  }
  const customers: (FoundCustomer & { isBlocked: number | null })[] = await rows
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
  return customers.map(({ isBlocked, ...row }) => ({ ...row, blocked: row.blocked ?? (isBlocked ? 'portal' : null) }))
}

/** Makes a prefix pattern for `like … escape '!'` from a text, with its wildcards escaped. */
export const prefixPattern = (typed: string) => `${typed.replace(/[!%_]/g, sign => `!${sign}`)}%`
