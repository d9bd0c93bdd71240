/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { salesFigures, salesUnder } from '../../../api/mis/sales/sales-figures.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { daysOfFy } from '../../../resources/dealerdash/financial-year.ts'
import { importFile } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { billed } from '../../support/sales.ts'

const portal = portalOfFile(demoPortal)
let desk: ApiClient
let distributor: ApiClient
let asha: ApiClient
let arjun: ApiClient
let ls: number
let ps: number
let vindhya: number
let coromandel: number
let media: number
let buffer: number

const HEAD = 'customer_code,sbu_code,fy,month,target_value,target_qty,incentive_pct'
const upload = (who: ApiClient, rows: readonly string[], reason = '', head = HEAD) =>
  importFile(portal, who, 'dealerdash/upload-target', [head, ...rows].join('\n'), {
    commit: true,
    ...(reason && { 'given.reason': reason }),
  })
const check = (who: ApiClient, rows: readonly string[]) =>
  importFile(portal, who, 'dealerdash/upload-target', [HEAD, ...rows].join('\n'))
const asked = async (who: ApiClient, query = '') => {
  const { status, body } = await who.get(`/api/dealerdash${query}`)
  expect(status, body.message).toBe(200)
  return body
}
const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
const at = (instant: string) => setClock(() => instant)
/** 31 March 2027, 23:30 and 24:00 in India. */
const LAST_HALF_HOUR = '2027-03-31T18:00:00.000Z'
const NEXT_YEAR = '2027-03-31T18:30:00.000Z'
const NOW = '2026-11-24T06:30:00.000Z'

beforeAll(async () => {
  at(NOW)
  const { db } = portal
  const idOf = async (table: string, code: string) => (await db(table).where({ code }).first('id')).id as number
  ;[ls, ps] = [await idOf('sbu', 'LS'), await idOf('sbu', 'PS')]
  ;[vindhya, coromandel] = [await idOf('customer', '100201'), await idOf('customer', '100202')]
  ;[media, buffer] = [await idOf('products', 'LS-1001'), await idOf('products', 'LS-1002')]
  desk = await portal.as('master_admin')
  distributor = await portal.as('distributor')
  asha = await portal.as('asha')
  arjun = await portal.as('sales_rep')
  const done = await upload(
    desk,
    [
      '100201,LS,2627,10,100000.00,,1.5',
      '100201,LS,2627,11,120000.00,,1.5',
      '100201,PS,2627,10,0,,2',
      '100201,LS,2627,3,50000.00,,1',
      '100202,LS,2627,11,60000.00,,2',
    ],
    'Targets of the year',
  )
  expect(done).toMatchObject({ status: 'DONE', rowsNew: 5 })
  const sale = (invoiceDate: string, netValue: number, more: Record<string, unknown> = {}) =>
    billed(db, { soldToId: vindhya, sbuId: ls, productId: media, invoiceDate, netValue, ...more })
  await sale('2026-03-31', 7_000_00)
  await sale('2026-10-05', 80_000_33, { qty: 40_000 })
  await sale('2026-10-20', 30_000_00, { productId: buffer })
  await sale('2026-10-25', 5_000_00, { invoiceType: 'CREDIT_NOTE' })
  await sale('2026-10-28', 2_500_00, { isCancelled: true, cancelledOn: '2026-11-02' })
  await sale('2026-11-10', 40_000_00)
  await sale('2026-11-12', 1_000_00, { invoiceType: 'RETURN', productId: buffer })
  await sale('2026-10-07', 9_000_00, { sbuId: ps })
  await sale('2026-11-07', 61_000_00, { soldToId: coromandel })
})
afterAll(() => setClock(null))

describe('the dashboard of a distributor', () => {
  it('shows targets, sales, achievement, run rate and incentive, worked out by hand', async () => {
    const figures = await asked(distributor)
    // October LS: 80,000.33 + 30,000 − 5,000 + 2,500 = 1,07,500.33; PS 9,000. November: 40,000 − 1,000 − 2,500 = 36,500.
    const october = 1_07_500_33 + 9_000_00
    expect(figures).toMatchObject({
      distributor: { id: vindhya, code: '100201' },
      fy: '2627',
      month: '2026-11',
      ytd: { target: 2_20_000_00, achieved: october + 36_500_00, pct: 6955 },
      ofMonth: { target: 1_20_000_00, achieved: 36_500_00, pct: 3042 },
      wholeYear: 2_70_000_00,
      // (2,70,000 − 1,53,000.33) ÷ 5 months, November to March.
      runRate: { perMonth: 23_399_93, monthsLeft: 5 },
      // 1.5 % of 1,07,500.33 is 1,612.50495; PS has a target of 0.
      incentive: 1_612_50,
    })
    expect(figures.incentives).toMatchObject([{ sbuId: ls, month: '2026-10', amount: 1_612_50 }])
    expect(figures.months.map(({ month }: { month: string }) => month).at(-1)).toBe('2027-03')
    expect(figures.distributors).toEqual([])
  })

  it('narrows to an SBU, whose target of 0 gives no achievement', async () => {
    const { months, ytd } = await asked(distributor, `?sbuId=${ps}`)
    expect(ytd).toEqual({ target: 0, achieved: 9_000_00, pct: null })
    expect(months[6]).toMatchObject({ month: '2026-10', achieved: 9_000_00, pct: null, incentive: 0 })
  })

  it('names the most bought products, returns and credits taken off', async () => {
    const { products } = await asked(distributor)
    expect(products.map(({ id, value, qty }: Record<string, unknown>) => [id, value, qty])).toEqual([
      [media, 80_000_33 - 5_000_00 + 40_000_00 + 9_000_00, 42_000],
      [buffer, 29_000_00, 0],
    ])
  })

  it('shows the year before without what follows it', async () => {
    const { ytd, runRate, month, fys } = await asked(distributor, '?fy=2526')
    expect(ytd).toEqual({ target: 0, achieved: 7_000_00, pct: null })
    expect([runRate, month]).toEqual([null, '2026-03'])
    expect(fys).toEqual(['2627', '2526'])
  })

  it('equals the sales query to the paisa, for each month and in all', async () => {
    const figures = await asked(distributor)
    const own = () => salesUnder(portal.db, 'sold').where('sold.soldToId', vindhya)
    const ask = { from: daysOfFy('2627').from, to: daysOfFy('2627').to }
    const byMonth = await salesFigures(portal.db, own, { by: ['month'], ...ask, previous: true })
    const months = figures.months.filter(({ achieved }: { achieved: number }) => achieved !== 0)
    const plain = (rows: [string, number][]) => rows.sort(([a], [b]) => a.localeCompare(b))
    expect(plain(months.map(({ month, achieved }: { month: string; achieved: number }) => [month, achieved]))).toEqual(
      plain(byMonth.filter(({ value }) => value !== 0).map(({ key, value }) => [String(key.month), value])),
    )
    const [all] = await salesFigures(portal.db, own, { by: [], ...ask, previous: true })
    expect(all).toMatchObject({ value: figures.ytd.achieved, previous: 7_000_00 })
    expect(byMonth.find(({ key }) => key.month === '2027-03')).toMatchObject({ value: 0, previous: 7_000_00 })
  })

  it('equals the sales report to the paisa, in the year and in each month', async () => {
    const { ytd, months } = await asked(asha, `?customerId=${vindhya}`)
    const sold = async (from: string, to: string) => {
      const { status, body } = await asha.get(
        `/api/mis/sales?soldToId=${vindhya}&day[$gte]=${from}&day[$lte]=${to}&$totals=true&$limit=0`,
      )
      expect([status, body.message]).toEqual([200, undefined])
      return body.totals.netSales as number
    }
    const { from, to } = daysOfFy('2627')
    expect(await sold(from, to)).toBe(ytd.achieved)
    for (const month of ['2026-09', '2026-10', '2026-11'])
      expect([month, await sold(`${month}-01`, lastDayOf(month))]).toEqual([
        month,
        months.find((one: { month: string }) => one.month === month).achieved,
      ])
  })
})

describe('who sees whose figures', () => {
  it('a distributor their own alone', async () => {
    expect((await distributor.get(`/api/dealerdash?customerId=${coromandel}`)).status).toBe(404)
    expect((await asked(distributor, `?customerId=${vindhya}`)).distributor.id).toBe(vindhya)
    const rows = (await distributor.get('/api/dealerdash/upload-target?$limit=500')).body.data
    expect(new Set(rows.map(({ customerId }: { customerId: number }) => customerId))).toEqual(new Set([vindhya]))
  })

  it('sales people those of the accounts that they keep, by distributor and SBU', async () => {
    const mine = await asked(asha)
    expect(mine.distributors.map(({ id }: { id: number }) => id)).toEqual([vindhya])
    expect(mine.ytd.achieved).toBe(1_53_000_33)
    const his = await asked(arjun)
    expect(his.distributors.map(({ id, achieved }: Record<string, unknown>) => [id, achieved])).toEqual([
      [coromandel, 61_000_00],
    ])
    // Arjun keeps Vindhya in pharma only, which it has not bought.
    expect((await asked(arjun, `?customerId=${vindhya}`)).ytd).toEqual({ target: 0, achieved: 0, pct: null })
  })

  it('the master data desk all distributors, ends with what each achieved, and no customer who is none', async () => {
    const { ytd, distributors, incentive } = await asked(desk)
    expect(distributors.map(({ id }: { id: number }) => id)).toEqual([vindhya, coromandel])
    expect(ytd.achieved).toBe(1_53_000_33 + 61_000_00)
    expect(incentive).toBe(1_612_50 + 1_220_00)
    const { id } = await portal.db('customer').where({ code: '100101' }).first('id')
    expect((await desk.get(`/api/dealerdash?customerId=${id}`)).status).toBe(404)
  })

  it('nobody else', async () => {
    for (const role of ['CUSTOMER', 'FINANCE', 'DISPATCH'] as const) {
      const who = await personWith(portal, [role], role === 'CUSTOMER' ? { customerId: vindhya } : {})
      expect((await who.get('/api/dealerdash')).status, role).toBe(403)
    }
  })
})

describe('what is open', () => {
  it('counts orders, complaints and open items as their own lists do', async () => {
    const { openOrders, pendingApproval, openComplaints, outstanding } = await asked(distributor)
    const listed = async (path: string) => (await distributor.get(path)).body.total
    const states = ['PENDING', 'APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED']
    const open = states.map((state, index) => `status[$in][${index}]=${state}`).join('&')
    expect(openOrders.count).toBe(await listed(`/api/orders?soldToId=${vindhya}&${open}`))
    expect(pendingApproval.count).toBe(await listed(`/api/orders?soldToId=${vindhya}&status=PENDING`))
    expect(openComplaints).toBe(0)
    const items: { balanceAmount: number; dueDate: string }[] = await portal
      .db('upload_outstanding')
      .where({ customerId: vindhya, isActive: 1 })
    const total = items.reduce((so, { balanceAmount }) => so + balanceAmount, 0)
    const overdue = items.filter(({ balanceAmount, dueDate }) => balanceAmount > 0 && dueDate < '2026-11-24')
    expect(outstanding).toMatchObject({
      total,
      overdue: overdue.reduce((so, { balanceAmount }) => so + balanceAmount, 0),
    })
  })
})

describe('what is asked wrongly', () => {
  it.each([
    ['fy=2628', 'Financial year must be two years in a row, such as 2627'],
    ['fy=x', 'Financial year must be two years in a row, such as 2627'],
    ['sbuId=all', 'SBU must be selected from the list'],
    ['customerId=x', 'Distributor must be selected from the list'],
    ['zone=1', 'zone is not read here'],
  ])('%s is refused with a sentence', async (query, message) => {
    const { status, body } = await distributor.get(`/api/dealerdash?${query}`)
    expect(status).toBe(400)
    expect(body.message).toContain(message)
  })
})

describe('a file of targets', () => {
  const stored = (sbuId: number, month: number) =>
    portal.db('customer_target').where({ customerId: vindhya, sbuId, fy: '2728', month }).first()

  it('replaces the targets that it names, and keeps what it leaves empty', async () => {
    await upload(desk, ['100201,LS,2728,4,1000.00,12.5,1.5', '100201,LS,2728,5,2000.00,,2'])
    const done = await upload(desk, ['100201,LS,2728,4,1500.00,,'])
    expect(done).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    expect(await stored(ls, 4)).toMatchObject({ targetValue: 1_500_00, targetQty: 12_500, incentivePct: 150 })
    expect(await stored(ls, 5)).toMatchObject({ targetValue: 2_000_00, incentivePct: 200 })
    const again = await upload(desk, ['100201,LS,2728,4,1500.00,,'])
    expect(again).toMatchObject({ rowsSame: 1, rowsChanged: 0 })
    const short = await upload(desk, ['100201,LS,2728,4,1600.00'], '', 'customer_code,sbu_code,fy,month,target_value')
    expect(short).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    expect(await stored(ls, 4)).toMatchObject({ targetValue: 1_600_00, targetQty: 12_500, incentivePct: 150 })
  })

  it('come out as they go in, months that are over too', async () => {
    const { status, body } = await desk.get('/api/export/dealerdash/upload-target?format=csv')
    expect(status).toBe(200)
    const checked = await importFile(portal, desk, 'dealerdash/upload-target', body)
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsNew: 0, rowsChanged: 0, rowsFailed: 0 })
    expect(checked.rowsSame).toBeGreaterThan(2)
  })

  it('writes nothing in a dry run', async () => {
    const rows = [HEAD, '100201,PS,2728,4,1000.00,,1'].join('\n')
    const checked = await importFile(portal, desk, 'dealerdash/upload-target', rows)
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsNew: 1 })
    expect(await stored(ps, 4)).toBeUndefined()
  })

  it('changes a month that is over only with a reason, which its history keeps', async () => {
    const row = '100201,LS,2627,10,90000.00,,1.5'
    const refused = await check(desk, [row])
    expect(refused).toMatchObject({ rowsFailed: 1, rowsChanged: 0 })
    const { id, targetValue } = await portal
      .db('customer_target')
      .where({ customerId: vindhya, sbuId: ls, fy: '2627', month: 10 })
      .first()
    expect(targetValue).toBe(1_00_000_00)
    const back = await upload(desk, [row], 'Lowered after the flood in Indore')
    expect(back).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    const history = (await desk.get(`/api/history?resource=dealerdash/upload-target&rowId=${id}`)).body
    expect(JSON.stringify(history)).toContain('Lowered after the flood in Indore')
    await upload(desk, ['100201,LS,2627,10,100000.00,,1.5'], 'Set back by the test')
  })

  it('refuses distributors, SBUs and months that it may not or cannot name, each with a sentence', async () => {
    const problems = async (who: ApiClient, row: string) => {
      const job = await check(who, [row])
      const { body } = await who.get(`/api/import-errors?importJobId=${job.id}`)
      return JSON.stringify(body.data ?? body)
    }
    expect(await problems(desk, '100101,LS,2728,4,1.00,,')).toContain('UNKNOWN_REF')
    expect(await problems(desk, '100201,LS,2729,4,1.00,,')).toContain('two years in a row')
    expect(await problems(desk, '100201,LS,2728,13,1.00,,')).toContain('RANGE')
    expect(await problems(desk, '100201,LS,2728,4,-1.00,,')).toContain('RANGE')
    const meena = await portal.as('meena')
    expect(await problems(meena, '100202,LS,2728,4,1.00,,')).toContain(
      'You may not set targets for this distributor and SBU',
    )
    const own = await upload(meena, ['100201,LS,2728,6,1.00,,'])
    expect(own).toMatchObject({ status: 'DONE', rowsNew: 1 })
    const sent = await upload(asha, ['100201,LS,2728,6,1.00,,']).catch((error: Error) => error.message)
    expect(String(sent)).toContain('403')
  })
})

// The last one, since its clock ends every session.
describe('the end of March', () => {
  it('belongs to the financial year until midnight in India', async () => {
    at(LAST_HALF_HOUR)
    const before = await asked(await portal.as('distributor'))
    at(NEXT_YEAR)
    const after = await asked(await portal.as('distributor'))
    expect([before.fy, before.month, before.runRate.monthsLeft]).toEqual(['2627', '2027-03', 1])
    expect(before.ofMonth).toEqual({ target: 50_000_00, achieved: 0, pct: 0 })
    expect([after.fy, after.month, after.ytd.achieved]).toEqual(['2728', '2027-04', 0])
  })
})
