import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { invoice as invoices } from '../../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableColumnsOfRow } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { companyOf } from '../../platform/company.ts'
import { notFound } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'

/** Everything that the PDF of an invoice shows. */
export type InvoiceSheet = Awaited<ReturnType<typeof readInvoiceSheet>>

/** Reads an invoice for its PDF. Throws 404 unless the person may read it, with its amounts. */
export async function readInvoiceSheet(db: Knex, id: number, person: Person) {
  const [invoice] = await rowsOf(db, invoices, rows =>
    restrict(rows.where('invoice.id', id), db, invoices, person, 'read'),
  )
  if (!invoice) throw notFound()
  const columns = await readableColumnsOfRow(db, invoices, person, id)
  if (!columns.includes('grossValue')) throw notFound()
  const [lines, [soldTo], [consignee], [site], settings, order] = await Promise.all([
    rowsOf(db, invoiceLine, rows => rows.where({ invoiceId: id }).orderBy('lineNo')),
    rowsOf(db, customer, rows => rows.where({ id: invoice.soldToId })),
    rowsOf(db, shipTo, rows => rows.where({ id: invoice.shipToId ?? 0 })),
    rowsOf(db, plant, rows => rows.where({ id: invoice.plantId })),
    readSettings(db),
    db('order')
      .where({ id: invoice.orderId ?? 0 })
      .first('orderNo', 'customerPoNo'),
  ])
  const products: { id: number; code: string; name: string; hsnCode: string | null }[] = await db('products')
    .whereIn(
      'id',
      lines.map(({ productId }) => productId),
    )
    .select('id', 'code', 'name', 'hsnCode')
  // Sites read what an invoice comes to, and no prices.
  const lineColumns = lines[0] ? await readableColumnsOfRow(db, invoiceLine, person, lines[0].id) : []
  const readsPrices = lineColumns.includes('unitPrice')
  const states: { id: number; name: string }[] = await db('state')
    .whereIn(
      'id',
      [soldTo, consignee].flatMap(place => place?.stateId ?? []),
    )
    .select('id', 'name')
  return {
    invoice,
    company: companyOf(settings),
    bank: settings['company.bank'],
    site: site!,
    soldTo: soldTo!,
    consignee,
    supplyState: states.find(place => place.id === (consignee ?? soldTo!).stateId)?.name,
    order: order as { orderNo: string; customerPoNo: string | null } | undefined,
    lines: lines.map(line => ({
      ...line,
      unitPrice: readsPrices ? line.unitPrice : null,
      product: products.find(({ id: of }) => of === line.productId)!,
    })),
  }
}
