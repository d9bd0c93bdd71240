import type { Knex } from 'knex'
import type { DisputableInvoice, disputableInvoices } from '../../resources/complaints/dispute-commands.ts'
import { openAmountOf } from '../../resources/complaints/disputed-amounts.ts'
import { sum } from '../../resources/define/amounts.ts'
import type { BodyOf } from '../../resources/define/command.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { balancesOf } from '../masters/disputed-items.ts'
import { invalidField } from '../platform/errors.ts'
import { disputable } from './check-dispute.ts'

const MOST_INVOICES = 20

/**
 * The invoices in reach that have an open balance, the latest first, with what is disputed of them. Whoever is no
 * customer's own names the customer or the invoice: throws 400 else.
 */
export async function findDisputable(
  db: Knex,
  person: Person,
  { customerId, invoiceId, q }: BodyOf<typeof disputableInvoices>,
): Promise<DisputableInvoice[]> {
  const conditions = { soldToId: customerId, id: invoiceId }
  if (person.customerId === null && customerId === null && invoiceId === null)
    throw invalidField('customerId', 'REQUIRED', 'customerId is required: say whose invoices')
  const invoices = await rowsOf(db, invoice, rows => {
    disputable(rows)
    for (const [name, value] of Object.entries(conditions)) if (value !== null) rows.where(`invoice.${name}`, value)
    if (q !== null) rows.where('invoice.invoiceNo', 'like', `%${q.replace(/[\\%_]/g, '')}%`)
    rows.whereExists(
      db('upload_outstanding as item')
        .where('item.invoiceId', db.ref('invoice.id'))
        .where('item.isActive', 1)
        .whereNull('item.closedOn')
        .where('item.balanceAmount', '>', 0)
        .select(db.raw('1')),
    )
    return restrict(rows, db, invoice, person, 'read')
      .orderBy([
        { column: 'invoice.invoiceDate', order: 'desc' },
        { column: 'invoice.id', order: 'desc' },
      ])
      .limit(MOST_INVOICES)
  })
  const balances = await balancesOf(
    db,
    invoices.map(({ id }) => id),
  )
  return invoices.map(({ id, invoiceNo, invoiceDate }) => {
    const { balance, disputes } = balances.get(id)!
    return { id, invoiceNo, invoiceDate, balance, disputed: sum(disputes.map(openAmountOf)) }
  })
}
