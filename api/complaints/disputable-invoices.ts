import type { Knex } from 'knex'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import type { DisputableInvoices } from '../../resources/complaints/dispute-answers.ts'
import { openAmountOf } from '../../resources/complaints/disputed-amounts.ts'
import { sum } from '../../resources/define/amounts.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { invalidField } from '../platform/errors.ts'
import { disputable } from './dispute-input.ts'
import { balancesOf } from './disputed-items.ts'

const MOST_INVOICES = 20

/**
 * `GET /api/disputable-invoices?customerId=&q=` or `?invoiceId=`: the invoices in reach that have an open balance, the
 * latest first, with what is disputed of them. Whoever is no customer's own names the customer or the invoice.
 */
export async function disputableInvoices(db: Knex, call: Call): Promise<DisputableInvoices> {
  const person = requirePerson(call)
  requireRight(person, arDispute, 'create')
  const { customerId, invoiceId, q = '' } = (call.query ?? {}) as Record<string, unknown>
  if (typeof q !== 'string' || q.length > 16) throw invalidField('q', 'LENGTH', 'q must be a text of at most 16')
  const wanted = { soldToId: numberIn('customerId', customerId), id: numberIn('invoiceId', invoiceId) }
  if (person.customerId === null && wanted.soldToId === undefined && wanted.id === undefined)
    throw invalidField('customerId', 'REQUIRED', 'customerId is required: say whose invoices')
  const found = await rowsOf(db, invoice, rows => {
    disputable(rows)
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) rows.where(`invoice.${name}`, value)
    if (q !== '') rows.where('invoice.invoiceNo', 'like', `%${q.replace(/[\\%_]/g, '')}%`)
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
    found.map(({ id }) => id),
  )
  return {
    invoices: found.map(({ id, invoiceNo, invoiceDate }) => {
      const { balance, disputes } = balances.get(id)!
      return { id, invoiceNo, invoiceDate, balance, disputed: sum(disputes.map(openAmountOf)) }
    }),
  }
}

function numberIn(field: string, given: unknown): number | undefined {
  if (given === undefined || given === '') return undefined
  const id = readId(given)
  if (id === undefined) throw invalidField(field, 'TYPE', `${field} must be a number`)
  return id
}
