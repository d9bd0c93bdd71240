import type { Knex } from 'knex'
import type { Context } from 'koa'
import { labelOf } from '../../resources/define/label.ts'
import { spreadsheetCell } from '../../resources/define/sheet/sheet-cell.ts'
import * as masters from '../../resources/masters/commands.ts'
import { tabs } from '../../resources/masters/customer-360.ts'
import { readAsked } from '../derive/command/read-body.ts'
import { type Bound, bind, requireFor } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { XLSX_TYPE } from '../derive/export/export.ts'
import { lookOf } from '../derive/sheets/xlsx-styles.ts'
import { type SheetHead, type WritableCell, workbook } from '../derive/sheets/xlsx-write.ts'
import { signedIn } from '../derive/signed-in.ts'
import { offerFile } from '../platform/http/offer-file.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { pricesOfAnnexure } from './annexure-prices.ts'
import { documentsFor, serveLibrary } from './attachment.ts'
import { customer360 } from './customer-360.ts'
import { maySeeTab, tabNamed, tabRows } from './customer-360-tab.ts'
import { annexureView } from './customer-annexure-view.ts'

/** What people ask of masters, besides reading and changing their rows. */
const masterCommands: readonly Bound[] = [
  bind(masters.showCustomer, async ({ customerId }, { trx, person }) => ({
    ...(await customer360(trx, person, customerId)),
    tabs: tabs.filter(tab => maySeeTab(person, tab)).map(({ key }) => key),
  })),
  bind(masters.listTab, (asked, { trx, person }) => tabRows(trx, person, asked)),
  bind(masters.showAnnexure, ({ annexureId }, { trx, person }) => annexureView(trx, person, annexureId)),
  bind(masters.makePrices, (asked, { trx, person, author }) => pricesOfAnnexure(trx, asked, person, author)),
  bind(masters.listDocuments, (_, { trx, person }) => documentsFor(trx, person)),
]

/** Workbooks of the same pages: `GET /api/sheets/customer-annexure-view?annexureId=` and `…/customer-360?customerId=&tab=`. */
function serveSheets(router: ApiRouter, db: Knex) {
  router.get('/api/sheets/customer-360', async ctx => {
    const { person } = signedIn(ctx)
    requireFor(masters.printTab, person)
    const asked = readAsked(masters.printTab, ctx.query)
    const tab = tabNamed(asked.tab)
    const rows = await tabRows(db, person, asked)
    const { fields } = tab.resource
    const columns = tab.columns.filter(name => rows.length === 0 || name in rows[0]!)
    const heads = columns.map(name => ({ heading: labelOf(name, fields[name]!), look: lookOf(fields[name]!) }))
    const cellOf = (row: (typeof rows)[number], name: string) =>
      fields[name]!.to
        ? ((row.texts as Record<string, string>)[name] ?? null)
        : spreadsheetCell(fields[name]!, row[name])
    return answerSheet(
      ctx,
      tab.title,
      heads,
      rows.map(row => columns.map(name => cellOf(row, name))),
    )
  })
  router.get('/api/sheets/customer-annexure-view', async ctx => {
    const { person } = signedIn(ctx)
    const { annexureId } = readAsked(masters.printAnnexure, ctx.query)
    const { annexure, lines } = await annexureView(db, person, annexureId)
    const cells = lines.map(one => [
      one.lineNo,
      one.code,
      one.name,
      one.packSize,
      one.hsnCode,
      one.uom,
      one.agreedPrice / 100,
      one.annualQty / 1000,
      one.orderedQty / 1000,
      one.orderedPct / 100,
      one.remarks,
    ])
    return answerSheet(ctx, String(annexure.annexureNo).replaceAll('/', '-'), annexureHeads, cells)
  })
}

const texts = (...headings: string[]) => headings.map(heading => ({ heading, look: 'text' as const }))
const annexureHeads: readonly SheetHead[] = [
  { heading: 'Line', look: 'whole' },
  ...texts('Product', 'Name', 'Pack', 'HSN', 'Unit'),
  { heading: 'Agreed price', look: 'money' },
  { heading: 'Annual quantity', look: 'quantity' },
  { heading: 'Ordered so far', look: 'quantity' },
  { heading: 'Ordered %', look: 'percent' },
  ...texts('Remarks'),
]

/** Answers with a workbook of one sheet under this name. */
function answerSheet(
  ctx: Context,
  name: string,
  heads: readonly SheetHead[],
  rows: readonly (readonly WritableCell[])[],
) {
  async function* cells() {
    yield* rows
  }
  offerFile(ctx, `${name}.xlsx`, XLSX_TYPE)
  ctx.body = workbook({ title: name, heads, rows: cells() })
}

/** The masters that steer prices, sources and approvals. */
export function serve({ router, config, db }: Means): Served {
  serveSheets(router, db)
  serveLibrary(router, config, db)
  return { commands: masterCommands }
}
