import type { Knex } from 'knex'
import { order as orders } from '../../../resources/orders/order.ts'
import type { Reader, Receiver } from '../../../resources/orders/order-mails.ts'
import { buyerAt } from '../../derive/rights/person.ts'
import { readableValues } from '../../derive/rights/readable-values.ts'
import { validOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import type { Order } from '../move-order.ts'

/** Somebody to whom a mail about an order goes; `to` is null where nobody has an address. */
export interface MailReceiver {
  name: string
  to: string | null
  reader: Reader
  /** Whose address is missing. */
  whom: string
}

/** The people and addresses behind some receivers of an order, each address once: who is asked first is kept. */
export async function receiversOf(db: Knex, order: Order, kinds: readonly Receiver[]): Promise<MailReceiver[]> {
  const found: MailReceiver[] = []
  for (const kind of kinds) {
    if (kind === 'creator') found.push(...(await creatorOf(db, order)))
    else if (kind === 'customer') found.push(...(await buyersOf(db, order)))
    else found.push(...(await serviceCentreOf(db, order.sbuId)))
  }
  const known = new Set<string>()
  return found.filter(({ to }) => {
    const address = to?.toLowerCase()
    if (address === undefined) return true
    if (known.has(address)) return false
    known.add(address)
    return true
  })
}

/** As whom a login, or the address of a customer, reads of an order: amounts where the rules of a buyer there give them. */
export async function readerOf(db: Knex, customerId: number | null, order: Order): Promise<Reader> {
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

/** Who buys of the customer and, where a distributor pays, of him: their purchase contacts (M46), else the customer's own address. */
async function buyersOf(db: Knex, order: Order): Promise<MailReceiver[]> {
  const receivers: MailReceiver[] = []
  for (const customerId of new Set([order.customerId, order.soldToId])) {
    const reader = await readerOf(db, customerId, order)
    const contacts = await contactsOf(db, [customerId], ['PURCHASE'])
    receivers.push(...contacts.map(({ customerId: _, ...contact }) => ({ ...contact, reader })))
  }
  return receivers
}

/**
 * The contacts of customers by what they have to do with us (M46), else the customer's own address; of a customer who has
 * neither, one without an address.
 */
export async function contactsOf(db: Knex, customerIds: readonly number[], types: readonly string[]) {
  const rows: { id: number; code: string; name: string; own: string | null; contact: string | null; email: string }[] =
    await db('customer')
      .leftJoin('customer_contact as contact', join =>
        join
          .on('contact.customerId', 'customer.id')
          .onVal('contact.isActive', 1)
          .onIn('contact.contactType', types as string[]),
      )
      .whereIn('customer.id', [...customerIds])
      .orderBy([{ column: 'contact.isPrimary', order: 'desc' }, 'contact.id'])
      .select('customer.id', 'customer.code', 'customer.name', 'customer.email as own')
      .select('contact.name as contact', 'contact.email')
  return rows.map(({ id, code, name, own, contact, email }) => ({
    customerId: id,
    name: contact ?? name,
    to: contact ? email : own,
    whom: `Customer ${code} ${name}`,
  }))
}

/** The mailbox of the SBU, else everybody of the customer service centre who works for it. */
async function serviceCentreOf(db: Knex, sbuId: number): Promise<MailReceiver[]> {
  const sbu: { code: string; orderEmail: string | null } = await db('sbu')
    .where({ id: sbuId })
    .first('code', 'orderEmail')
  const name = 'colleagues'
  const whom = `The customer service centre of ${sbu.code}`
  if (sbu.orderEmail) return [{ name, to: sbu.orderEmail, reader: 'staff', whom }]
  const day = today()
  const mapped = validOn(db('sbu_employee_map').where({ sbuId }), day).select('employeeId')
  const agents: { name: string; email: string }[] = await validOn(db('assign_roles'), day, 'assign_roles')
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': 'CSC_AGENT', 'user.isActive': 1 })
    .whereIn('user.employeeId', mapped)
    .distinct('user.name', 'user.email')
  if (agents.length === 0) return [{ name, to: null, reader: 'staff', whom }]
  return agents.map(agent => ({ name: agent.name, to: agent.email, reader: 'staff', whom }))
}

/** The addresses of a list, which are our own people's. */
export const listed = (addresses: string): MailReceiver[] =>
  addresses
    .split(',')
    .map(address => address.trim())
    .filter(Boolean)
    .map(to => ({ name: 'colleague', to, reader: 'staff', whom: to }))
