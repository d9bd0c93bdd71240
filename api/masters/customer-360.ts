import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import { sum } from '../../resources/define/amounts.ts'
import { addDays } from '../../resources/define/dates.ts'
import type { Customer360 } from '../../resources/masters/commands.ts'
import { ageing } from '../../resources/masters/outstanding.ts'
import { uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { uploadPaymentCustomers } from '../../resources/masters/upload-payment-customers.ts'
import { creditLimitOn } from '../../resources/orders/approvals/credit.ts'
import { order } from '../../resources/orders/order.ts'
import { openStates } from '../../resources/orders/order-states.ts'
import { leftOutTogether } from '../access-control/left-out-of-balance.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { readableColumnsOfRow, valueWhereReadable } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf, whereValidOn } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { question } from '../platform/news.ts'

/** The customer as the person sees them in Customer 360. Throws 404 out of scope. */
export async function readableCustomer(db: Knex, person: Person, customerId: number | null) {
  const id = customerId ?? person.customerId ?? 0
  const [customerRow] = await rowsOf(db, customer, rows =>
    restrict(rows.where('customer.id', id), db, customer, person, 'read'),
  )
  if (!customerRow) throw notFound()
  return customerRow
}

/** How much of its credit limit a customer uses, in paise, by open items, orders and payments. */
export const creditUsedBy = question<[db: Knex, customerId: number], Promise<number>>(
  'How much credit does the customer use?',
)

const LICENCE_DAYS = 60

/** The figures of a customer on one page; amounts in paise. What the person's roles do not see is absent. */
export async function customer360(
  db: Knex,
  person: Person,
  customerId: number | null,
): Promise<Omit<Customer360, 'tabs'>> {
  const customerRow = await readableCustomer(db, person, customerId)
  const day = today()
  const items = await rowsOf(db, uploadOutstanding, rows => rows.where({ customerId: customerRow.id, isActive: 1 }))
  const owed = sum(items.map(({ balanceAmount }) => balanceAmount))
  const open = await openOrders(db, person, customerRow.id)
  const names = await readableColumnsOfRow(db, customer, person, customerRow.id)
  const used = names.includes('creditLimit') ? await creditUsedBy.ask(db, customerRow.id) : null
  const limit = creditLimitOn(customerRow, day)
  const pays = await rowsOf(db, uploadPaymentCustomers, rows =>
    whereValidOn(rows.where('customerId', customerRow.id), day),
  )
  return {
    customer: {
      id: customerRow.id,
      code: customerRow.code,
      name: customerRow.name,
      gstin: customerRow.gstin,
      isActive: customerRow.isActive,
    },
    credit: used === null ? null : { limit, used, available: limit - used, isBlocked: customerRow.creditBlocked },
    outstanding: {
      total: owed,
      asOn: items.reduce<string | null>(
        (latest, { asOnDate }) => (latest && latest > asOnDate ? latest : asOnDate),
        null,
      ),
      buckets: ageing(items, day),
      leftOut: await leftOutTogether(db, [customerRow.id]),
    },
    openOrders: open,
    licences: await licencesOf(db, customerRow, day),
    payment: pays[0] ? { maxTxnAmount: pays[0].maxTxnAmount, allowPartial: pays[0].allowPartial } : null,
  }
}

async function openOrders(db: Knex, person: Person, customerId: number): Promise<Customer360['openOrders']> {
  if (!person.ability.can('read', order.path)) return null
  const readable = restrict(
    db('order')
      .where('order.customerId', customerId)
      .whereIn('order.status', [...openStates]),
    db,
    order,
    person,
    'read',
  )
  const grossValue = valueWhereReadable(
    db,
    order,
    { person, day: today() },
    'grossValue',
    db.raw('??', ['order.grossValue']),
  )
  const rows: NonNullable<Customer360['openOrders']> = await readable
    .groupBy('order.status')
    .select('order.status')
    .count({ orders: '*' })
    .select(db.raw('sum(?) as value', [grossValue]))
  return rows.map(({ status, orders, value }) => ({ status, orders: Number(orders), value: Number(value) }))
}

type Licensed = { id: number; drugLicenceNo: string | null; drugLicenceValidTo: string | null }

/** Drug and PESO licences that have expired or end within 60 days. */
async function licencesOf(db: Knex, { id, drugLicenceNo, drugLicenceValidTo }: Licensed, day: string) {
  const until = addDays(day, LICENCE_DAYS)
  const drug =
    drugLicenceValidTo !== null && drugLicenceValidTo <= until
      ? [{ kind: 'Drug licence', licenceNo: drugLicenceNo, at: null, validTo: drugLicenceValidTo }]
      : []
  const addresses = await rowsOf(db, shipTo, rows =>
    rows.where({ customerId: id, isActive: 1 }).where('pesoValidTo', '<=', until),
  )
  const peso = addresses.map(({ pesoLicenceNo, code, name, pesoValidTo }) => ({
    kind: 'PESO licence',
    licenceNo: pesoLicenceNo,
    at: `${code} · ${name}`,
    validTo: pesoValidTo!,
  }))
  return [...drug, ...peso]
}
