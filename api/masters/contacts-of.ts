import type { Knex } from 'knex'

/** The contacts of these types of customers, or else the customer's own address, which is null where there is none. */
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
