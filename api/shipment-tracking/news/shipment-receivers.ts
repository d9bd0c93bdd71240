import type { Knex } from 'knex'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { Shipment } from '../../../resources/dispatches/shipment.ts'
import { contactsOf } from '../../masters/contacts-of.ts'

/** Somebody who gets news of a shipment, and in whose words. */
export interface NewsReceiver {
  name: string
  to: string | null
  whom: string
  reader: 'buyer' | 'staff'
}

/**
 * Finds who gets mails about a shipment, each address once: the ship-to, and the stores and purchase contacts of its
 * customer. Of a Sigma shipment it is the Sigma customer who wants tracking mails, and the employees who follow it.
 */
export async function mailReceivers(db: Knex, consignment: Lr, shipment: Shipment): Promise<NewsReceiver[]> {
  const all =
    consignment.businessLine === 'SIGMA' ? await sigmaReceivers(db, consignment) : await customerReceivers(db, shipment)
  const addresses = new Set<string>()
  return all.filter(({ to }) => {
    const address = to?.toLowerCase() ?? ''
    if (addresses.has(address)) return false
    addresses.add(address)
    return true
  })
}

/** Whether the customer of a shipment gets SMS: not a Sigma customer who wants no tracking messages. */
export async function wantsSms(db: Knex, { id, businessLine }: Lr): Promise<boolean> {
  if (businessLine !== 'SIGMA') return true
  return (await sigmaCustomersOn(db, id)).some(({ sendTrackingMail }) => sendTrackingMail)
}

async function customerReceivers(db: Knex, { customerId, lrId, notifyEmail }: Shipment): Promise<NewsReceiver[]> {
  const contacts = customerId === null ? [] : await contactsOf(db, [customerId], ['STORES', 'PURCHASE'])
  const buyers = contacts.map(({ name, to, whom }) => ({ name, to, whom, reader: 'buyer' as const }))
  if (notifyEmail === null) return buyers
  const place = await db('lr_line')
    .join('invoice', 'invoice.id', 'lr_line.invoiceId')
    .join('ship_to', 'ship_to.id', 'invoice.shipToId')
    .where('lr_line.lrId', lrId)
    .first('ship_to.name')
  return [{ name: place?.name ?? 'colleagues', to: notifyEmail, whom: 'The ship-to', reader: 'buyer' }, ...buyers]
}

interface SigmaCustomer {
  id: number
  code: string
  name: string
  email: string
  sendTrackingMail: number
}

const sigmaCustomersOn = (db: Knex, lrId: number): Promise<SigmaCustomer[]> =>
  db('sigma_customers')
    .whereIn('id', db('lr_line').where({ lrId }).whereNotNull('sigmaCustomerId').select('sigmaCustomerId'))
    .orderBy('id')
    .select('id', 'code', 'name', 'email', 'sendTrackingMail')

async function sigmaReceivers(db: Knex, { id, sigmaPlantCode }: Lr): Promise<NewsReceiver[]> {
  const customers = await sigmaCustomersOn(db, id)
  const buyers = customers
    .filter(({ sendTrackingMail }) => sendTrackingMail)
    .map(({ code, name, email }) => ({ name, to: email, whom: `Sigma customer ${code}`, reader: 'buyer' as const }))
  const followers: { name: string; email: string | null; employeeCode: string }[] = await db('employee')
    .whereIn(
      'id',
      db('employee_sigma_map')
        .where({ isActive: 1 })
        .where(any =>
          any
            .whereIn(
              'sigmaCustomerId',
              customers.map(one => one.id),
            )
            .orWhere(ofPlant => ofPlant.whereNotNull('plantCode').where('plantCode', sigmaPlantCode ?? '')),
        )
        .select('employeeId'),
    )
    .where({ isActive: 1 })
    .orderBy('id')
    .select('name', 'email', 'employeeCode')
  const staff = followers.map(({ name, email, employeeCode }) => ({
    name,
    to: email,
    whom: `Employee ${employeeCode} ${name}`,
    reader: 'staff' as const,
  }))
  return [...buyers, ...staff]
}
