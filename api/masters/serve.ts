import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { labelOf } from '../../resources/define/label.ts'
import { spreadsheetCell } from '../../resources/define/sheet-cell.ts'
import { type Customer360, tabs } from '../../resources/masters/customer-360.ts'
import { XLSX_TYPE } from '../derive/export/export.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { type WritableCell, workbook } from '../derive/sheets/xlsx-write.ts'
import { signedIn } from '../derive/signed-in.ts'
import { offerFile } from '../platform/offer-file.ts'
import type { ApiRouter } from '../platform/router.ts'
import { annexurePrices } from './annexure-prices.ts'
import { customer360 } from './customer-360.ts'
import { maySeeTab, tabNamed, tabRows } from './customer-360-tab.ts'
import { annexureView } from './customer-annexure-view.ts'

/** Registers the services of masters that are not plain lists. */
export function serveMasters(app: Application, db: Knex) {
  app.use('api/annexure-prices', annexurePrices(db) as never, { methods: ['create'] } as never)
  const view = { find: (call: Call) => annexureView(db, requirePerson(call), call.query?.annexureId) }
  app.use('api/masters/customer-annexure-view', view as never, { methods: ['find'] } as never)
  const whole = {
    async find(call: Call): Promise<Customer360> {
      const person = requirePerson(call)
      const visibleTabs = tabs.filter(tab => maySeeTab(person, tab)).map(({ key }) => key)
      return { ...(await customer360(db, person, call.query?.customerId)), tabs: visibleTabs }
    },
  }
  app.use('api/customer-360', whole as never, { methods: ['find'] } as never)
  const tab = { find: (call: Call) => tabRows(db, requirePerson(call), tabNamed(call.query?.tab), call.query ?? {}) }
  app.use('api/customer-360-tab', tab as never, { methods: ['find'] } as never)
}

/** Workbooks of the same pages: `GET /api/sheets/customer-annexure-view?annexureId=` and `…/customer-360?customerId=&tab=`. */
export function serveSheets(router: ApiRouter, db: Knex) {
  router.get('/api/sheets/customer-360', async ctx => {
    const { person } = signedIn(ctx)
    const tab = tabNamed(ctx.query.tab)
    const rows = await tabRows(db, person, tab, ctx.query)
    const { fields } = tab.resource
    const columns = tab.columns.filter(name => rows.length === 0 || name in rows[0]!)
    const headings = columns.map(name => labelOf(name, fields[name]!))
    const cellOf = (row: (typeof rows)[number], name: string) =>
      fields[name]!.to
        ? ((row.texts as Record<string, string>)[name] ?? null)
        : spreadsheetCell(fields[name]!, row[name])
    return answerSheet(
      ctx,
      tab.title,
      headings,
      rows.map(row => columns.map(name => cellOf(row, name))),
    )
  })
  router.get('/api/sheets/customer-annexure-view', async ctx => {
    const { person } = signedIn(ctx)
    const { annexure, lines } = await annexureView(db, person, ctx.query.annexureId)
    const headings = [
      'Line',
      'Product',
      'Name',
      'Pack',
      'HSN',
      'Unit',
      'Agreed price',
      'Annual quantity',
      'Ordered so far',
      'Ordered %',
      'Remarks',
    ]
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
    return answerSheet(ctx, String(annexure.annexureNo).replaceAll('/', '-'), headings, cells)
  })
}

/** Answers with a workbook of one sheet under this name. */
function answerSheet(
  ctx: Context,
  name: string,
  headings: readonly string[],
  rows: readonly (readonly WritableCell[])[],
) {
  async function* cells() {
    yield* rows
  }
  offerFile(ctx, `${name}.xlsx`, XLSX_TYPE)
  ctx.body = workbook(headings, cells())
}
