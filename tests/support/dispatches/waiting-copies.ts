import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { filePortal } from '../journeys/file-portal.ts'

type Row = Record<string, SQLInputValue>

/**
 * Makes copies of an invoice, which wait for their LR, with goods of their own, in the portal of a journey, for the ship-to
 * that is named; returns their numbers, which begin with `prefix`.
 */
export function copyWaiting(invoiceNo: string, prefix: string, count: number, shipToCode: string): string[] {
  const db = new DatabaseSync(join(filePortal().home, 'bilty.sqlite'), { timeout: 20_000 })
  const rows = (table: string, where: string, ...values: SQLInputValue[]) =>
    db.prepare(`select * from "${table}" where ${where}`).all(...values) as Row[]
  const put = (table: string, { id: _, ...row }: Row): number => {
    const names = Object.keys(row)
    const sql = `insert into "${table}" (${names.map(name => `"${name}"`)}) values (${names.map(() => '?')})`
    return Number(db.prepare(sql).run(...Object.values(row)).lastInsertRowid)
  }
  const [invoice] = rows('invoice', 'invoiceNo = ?', invoiceNo) as [Row]
  const [address] = rows('ship_to', 'code = ?', shipToCode) as [Row]
  const shipToId = address.id!
  const lines = rows('invoice_line', 'invoiceId = ?', invoice.id!)
  const links = rows('invoice_line_goods', 'invoiceId = ?', invoice.id!)
  const goods = links.flatMap(({ deliveryLineId }) => rows('sap_delivery_line', 'id = ?', deliveryLineId!))
  const deliveries = [...new Set(goods.map(({ deliveryId }) => deliveryId!))].flatMap(id =>
    rows('sap_delivery', 'id = ?', id),
  )
  db.exec('begin immediate')
  const numbers = Array.from({ length: count }, (_, at) => {
    const no = `${prefix}${String(at + 1).padStart(4, '0')}`
    const made = new Map<string, number>()
    const copy = (table: string, row: Row, changes: Row) =>
      made.set(`${table} ${row.id}`, put(table, { ...row, ...changes }))
    const copied = (table: string, id: SQLInputValue | undefined) => made.get(`${table} ${id}`)!
    for (const row of deliveries) copy('sap_delivery', row, { deliveryNo: `8${no}`, shipToId })
    for (const row of goods)
      copy('sap_delivery_line', row, { deliveryId: copied('sap_delivery', row.deliveryId), leftQty: 0 })
    copy('invoice', invoice, { invoiceNo: no, sapBillingDoc: `9${no}`, shipToId, dispatchStatus: 'PENDING' })
    const invoiceId = copied('invoice', invoice.id)
    for (const row of lines) copy('invoice_line', row, { invoiceId })
    for (const row of links)
      put('invoice_line_goods', {
        ...row,
        invoiceId,
        invoiceLineId: copied('invoice_line', row.invoiceLineId),
        deliveryLineId: copied('sap_delivery_line', row.deliveryLineId),
      })
    return no
  })
  db.exec('commit')
  db.close()
  return numbers
}
