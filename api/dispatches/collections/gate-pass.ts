import type { Knex } from 'knex'
import type { Context } from 'koa'
import { wordOf } from '../../../resources/define/process/states.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { collectorIdLabels } from '../../../resources/dispatches/collections/collector.ts'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { pwcStates } from '../../../resources/dispatches/collections/pwc-states.ts'
import { readId } from '../../derive/list/query.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { code128 } from '../../files/barcode.ts'
import { letterhead } from '../../files/letterhead.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { readCompany } from '../../platform/company.ts'
import { notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'

/**
 * `GET /api/pwc-collections/7/gate-pass`: the gate pass as PDF with its barcode, without the code that opens the gate.
 * Throws 404 unless the person may read the collection.
 */
export async function downloadGatePass(ctx: Context, db: Knex, idText: string) {
  const { person } = signedIn(ctx)
  const id = readId(idText)
  const [row] =
    id === undefined
      ? []
      : await rowsOf(db, pwcCollection, rows =>
          restrict(rows.where('pwc_collection.id', id), db, pwcCollection, person, 'read'),
        )
  if (!row) throw notFound()
  offerFile(ctx, `${row.gatepassNo}.pdf`, 'application/pdf')
  ctx.body = await printPdf({ title: `Gate pass ${row.gatepassNo}`, content: await contentOf(db, row) })
}

async function contentOf(db: Knex, row: PwcCollection): Promise<object[]> {
  const invoice = await db('invoice').where({ id: row.invoiceId }).first('invoiceNo', 'invoiceDate', 'ewayBillNo')
  const plant = await db('plant').where({ id: row.plantId }).first('code', 'name')
  const buyer = await db('customer').where({ id: row.soldToId }).first('code', 'name')
  const lines: { code: string; name: string; batchNo: string | null; qty: number; uom: string }[] = await db(
    'invoice_line',
  )
    .join('products', 'products.id', 'invoice_line.productId')
    .where({ invoiceId: row.invoiceId })
    .orderBy('lineNo')
    .select('products.code', 'products.name', 'invoice_line.batchNo', 'invoice_line.qty', 'invoice_line.uom')
  const facts: [string, string | null][] = [
    ['Collected for', `${buyer.name} (${buyer.code})`],
    ['Collector', row.collectorName],
    [
      'Identity document',
      `${collectorIdLabels[row.collectorIdType]}, ends in ${row.collectorIdMark.replace('****', '')}`,
    ],
    ['Vehicle', row.vehicleNo],
    ['Invoice', `${invoice.invoiceNo} of ${dayText(invoice.invoiceDate)}`],
    ['E-way bill', invoice.ewayBillNo],
    ['Packages', String(row.packages)],
    ['Kept until', row.expiresOn && dayText(row.expiresOn)],
  ]
  return [
    letterhead(await readCompany(db), `${plant.name} (${plant.code})`, [
      { text: 'Gate pass', style: 'title' },
      { text: row.gatepassNo, style: 'number' },
      { text: wordOf(pwcStates, row.status), style: 'quiet' },
    ]),
    { svg: await code128(row.gatepassNo), width: 200, margin: [0, 0, 0, 16] },
    {
      table: {
        widths: [110, '*'],
        body: facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [{ text: name, style: 'head' }, value]),
      },
      layout: 'noBorders',
      margin: [0, 0, 0, 12],
    },
    {
      table: {
        headerRows: 1,
        widths: [80, '*', 80, 80],
        body: [
          ['Product', 'Name', 'Batch', 'Quantity'].map(text => ({ text, style: 'head' })),
          ...lines.map(({ code, name, batchNo, qty, uom }) => [
            code,
            name,
            batchNo ?? '',
            `${quantityText(qty)} ${uom}`,
          ]),
        ],
      },
      layout: 'lightHorizontalLines',
      margin: [0, 0, 0, 40],
    },
    {
      columns: ['Handed over (name, signature, time)', 'Received (name, signature)'].map(text => ({
        text,
        style: 'quiet',
        margin: [0, 0, 24, 0],
      })),
    },
  ]
}
