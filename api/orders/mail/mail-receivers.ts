import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import type { OrderAudience, Receiver } from '../../../resources/orders/order-mails.ts'
import { grantsOn } from '../../derive/rights/grants.ts'
import { buyerAt } from '../../derive/rights/read-person.ts'
import { readableValues } from '../../derive/rights/readable-values.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { contactsOf } from '../../masters/contacts-of.ts'
import { today } from '../../platform/clock.ts'
import { companyApprovers } from '../approvals/company-approvers.ts'

/** A receiver of a mail about an order; `to` is null where no address is known. */
export interface MailReceiver {
  name: string
  to: string | null
  reader: OrderAudience
  /** The name shown in the log where the address is missing. */
  whom: string
}

/** Finds the receivers of a mail about an order, without duplicate addresses; the first occurrence counts. */
export async function receiversOf(db: Knex, order: Order, kinds: readonly Receiver[]): Promise<MailReceiver[]> {
  const receivers: MailReceiver[] = []
  for (const kind of kinds) {
    if (kind === 'creator') receivers.push(...(await creatorOf(db, order)))
    else if (kind === 'customer') receivers.push(...(await buyersOf(db, order)))
    else if (kind === 'company') receivers.push(...(await companyOf(db, order)))
    else receivers.push(...(await serviceCentreOf(db, order.sbuId)))
  }
  const addresses = new Set<string>()
  return receivers.filter(({ to }) => {
    const address = to?.toLowerCase()
    if (address === undefined) return true
    if (addresses.has(address)) return false
    addresses.add(address)
    return true
  })
}

/**
 * The kind of reader that a login, or the address of a customer, is for an order: amounts go where the rules of a buyer
 * there give them.
 */
export async function readerOf(db: Knex, customerId: number | null, order: Order): Promise<OrderAudience> {
  if (customerId === null) return 'staff'
  const [judged] = await readableValues(db, orders, buyerAt(customerId), [order])
  return judged!.reached && !judged!.closed.has('grossValue') ? 'payer' : 'buyer'
}

async function creatorOf(db: Knex, order: Order): Promise<MailReceiver[]> {
  const login = await db('user').where({ id: order.placedById, isActive: 1 }).first('name', 'email', 'customerId')
  if (!login) return []
  const reader = await readerOf(db, login.customerId, order)
  return [{ name: login.name, to: login.email, reader, whom: login.name }]
}

/** The purchase contacts of the customer and of the distributor who pays, or else the customer's own address. */
async function buyersOf(db: Knex, order: Order): Promise<MailReceiver[]> {
  const receivers: MailReceiver[] = []
  for (const customerId of new Set([order.customerId, order.soldToId])) {
    const reader = await readerOf(db, customerId, order)
    const contacts = await contactsOf(db, [customerId], ['PURCHASE'])
    receivers.push(...contacts.map(({ customerId: _, ...contact }) => ({ ...contact, reader })))
  }
  return receivers
}

/** Who may say yes to the order in the company of its buyer. */
async function companyOf(db: Knex, order: Order): Promise<MailReceiver[]> {
  const asker = await db('user').where({ id: order.companyAskedById }).first('id', 'customerId')
  if (!asker) return []
  const asked = { customerId: asker.customerId, buyerId: asker.id, amount: order.grossValue, shipToId: order.shipToId }
  const reader = await readerOf(db, asker.customerId, order)
  const approvers = await companyApprovers(db, asked)
  return approvers.map(({ name, email }) => ({ name, to: email, reader, whom: name }))
}

/** The mailbox of the SBU, or else all agents of the customer service centre who work for it. */
async function serviceCentreOf(db: Knex, sbuId: number): Promise<MailReceiver[]> {
  const sbu: { code: string; orderEmail: string | null } = await db('sbu')
    .where({ id: sbuId })
    .first('code', 'orderEmail')
  const name = 'colleagues'
  const whom = `Customer service of ${sbu.code}`
  if (sbu.orderEmail) return [{ name, to: sbu.orderEmail, reader: 'staff', whom }]
  const day = today()
  const employees = whereValidOn(db('sbu_employee_map').where({ sbuId }), day).select('employeeId')
  const agents: { name: string; email: string }[] = await grantsOn(db, day)
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': 'CSC_AGENT', 'user.isActive': 1 })
    .whereIn('user.employeeId', employees)
    .distinct('user.name', 'user.email')
  if (agents.length === 0) return [{ name, to: null, reader: 'staff', whom }]
  return agents.map(agent => ({ name: agent.name, to: agent.email, reader: 'staff', whom }))
}

/** The receivers of a comma-separated list of addresses, which belong to employees. */
export const listedReceivers = (addresses: string): MailReceiver[] =>
  addresses
    .split(',')
    .map(address => address.trim())
    .filter(Boolean)
    .map(to => ({ name: 'colleague', to, reader: 'staff', whom: to }))
