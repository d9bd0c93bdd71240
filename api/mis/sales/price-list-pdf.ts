import type { Knex } from 'knex'
import type { Field } from '../../../resources/define/fields.ts'
import { dayText, percentText, pricePer, rupees } from '../../../resources/define/show.ts'
import { printPriceList } from '../../../resources/mis/commands/report-files.ts'
import { priceListReport } from '../../../resources/mis/sales/price-list-report.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { readFiltered } from '../../derive/command/read-body.ts'
import { recordEvent } from '../../derive/history/record-event.ts'
import { findPage } from '../../derive/list/find.ts'
import { readerOfQuery } from '../../derive/list/matching.ts'
import { readQuery } from '../../derive/list/query.ts'
import { columnsReadBy, requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { type Content, head, right } from '../../files/pdf-content.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { offerFile, refuseWhileViewing } from '../../platform/http/offer-file.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import type { PriceListOf } from './price-list-customer.ts'

/** The most prices of one document, some sixty pages. */
const MOST_PRICES = 2_500
const PAGE = 500

/**
 * `GET /api/price-list-pdf?asOn=…` with the filters of the price list: the prices of a day, of today without one, as the
 * person reads them. Throws 400 for more than 2,500 prices.
 */
export function servePriceListPdf(router: ApiRouter, { db, reading }: { db: Knex; reading: Knex }, files: RateLimit) {
  router.get('/api/price-list-pdf', async ctx => {
    const { person, author } = signedIn(ctx)
    refuseWhileViewing(ctx)
    requireRight(person, priceListReport, 'read')
    requireRight(person, priceListReport, 'export')
    const { asked: printOptions, filters } = readFiltered(printPriceList, ctx.query, person)
    const reportQuery = { ...filters, asOn: printOptions.asOn ?? today() }
    const rows = await pricesOf(reading, person, reportQuery)
    if (printOptions.check) {
      ctx.body = { rows: rows.length }
      return
    }
    await files.take(String(person.id))
    const what = {
      format: 'pdf',
      rows: rows.length,
      filters: { ...filters, ...(printOptions.asOn && { asOn: printOptions.asOn }) },
    }
    await recordEvent(db, author, { action: 'EXPORT', entity: priceListReport.name, entityId: 0, what })
    const readable = columnsReadBy(person, priceListReport)
    const reader = await readerOfQuery(
      reading,
      priceListReport,
      readQuery(priceListReport, reportQuery, readable),
      person,
    )
    const of = (reader.prepared as PriceListOf | undefined)?.customer
    const pdf = await printPdf(layoutOf(rows, { asOn: reportQuery.asOn, readable, of }))
    offerFile(ctx, `price-list-${reportQuery.asOn}.pdf`, 'application/pdf')
    ctx.body = pdf
  })
}

async function pricesOf(db: Knex, person: Person, reportQuery: Record<string, unknown>): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for (;;) {
    const paging = { $limit: PAGE, $skip: rows.length, $sort: { productCode: 1, id: -1 } }
    const query = readQuery(priceListReport, { ...reportQuery, ...paging }, columnsReadBy(person, priceListReport))
    const { data, total } = await findPage(db, priceListReport, query, person)
    if (total > MOST_PRICES)
      throw invalidField('sbuId', 'RANGE', 'A PDF holds up to 2,500 prices: choose an SBU or a channel')
    rows.push(...data)
    if (data.length < PAGE) return rows
  }
}

/** What a price list is of: a day, the columns its reader reads, and the customer whose prices it shows, if of one. */
interface PriceListPaper {
  asOn: string
  readable: readonly string[]
  of: string | undefined
}

function layoutOf(rows: readonly StoredRow[], { asOn, readable, of }: PriceListPaper) {
  const title = of === undefined ? `Price List of ${dayText(asOn)}` : `Price List of ${dayText(asOn)} for ${of}`
  const showsLimit = readable.includes('limitPrice')
  const heads = ['List price', 'Discount', 'Net price', ...(showsLimit ? ['Limit price'] : [])]
  const source = priceListReport.fields.priceSource!
  const body = rows.map(row => {
    const texts = row.texts as Record<string, string>
    const price = (paise: unknown) => (paise === null ? '' : pricePer(Number(paise), Number(row.priceUnit)))
    const discount = row.discountPct === null ? '' : percentText(Number(row.discountPct))
    const remark = row.remark === 'NOT_AVAILABLE' ? 'Not available' : row.remark === 'NEW' ? 'New' : ''
    return [
      { stack: [`${row.productCode} ${row.productName}`, { text: texts.channelId ?? '', style: 'quiet' }] },
      String(row.packSize ?? ''),
      String(row.hsnCode),
      right(row.gstRate === null ? '' : percentText(Number(row.gstRate))),
      String(row.uom),
      ...[price(row.listPrice), discount, price(row.netPrice), ...(showsLimit ? [price(row.limitPrice)] : [])].map(
        right,
      ),
      ...(of === undefined ? [] : ofCustomer(row, source)),
      remark,
    ]
  })
  const columns = ['Product', 'Pack', 'HSN', 'GST', 'Unit']
  const further = of === undefined ? [] : ['Price from', 'Customer price', 'Discount', 'Customer net']
  const content: Content[] = [
    { text: title, fontSize: 14, bold: true },
    { text: 'Net prices are before GST and freight.', style: 'quiet', margin: [0, 2, 0, 8] },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: ['*', ...[...columns.slice(1), ...heads, ...further, 'Remark'].map(() => 'auto')],
        body: [
          [
            ...columns.map(text => head(text)),
            ...heads.map(text => head(text, true)),
            ...further.map(text => head(text)),
            head('Remark'),
          ],
          ...body,
        ],
      },
      layout: 'lightHorizontalLines',
      fontSize: 8,
    },
  ]
  return { title, content, wide: of !== undefined }
}

/** What orders of the customer are priced at, with the unit; empty where there is no price. */
function ofCustomer(
  { priceSource, customerPrice, customerDiscountPct, customerNetPrice, customerPriceFor }: StoredRow,
  source: Field,
) {
  if (priceSource === null) return ['', '', '', '']
  const per = (paise: unknown) => `${rupees(Number(paise))} for ${customerPriceFor}`
  return [
    optionLabel(source, String(priceSource), 'staff'),
    right(per(customerPrice)),
    right(percentText(Number(customerDiscountPct))),
    right(per(customerNetPrice)),
  ]
}
