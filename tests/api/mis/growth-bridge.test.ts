import { beforeAll, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { bridgeSteps } from '../../../resources/mis/growth-bridge.ts'
import { yearBefore } from '../../../resources/mis/sales/sales-figures.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const SALES = 'mis/sales'

const portal = portalOfFile(demoPortal)
let auditor: ApiClient
beforeAll(async () => {
  await rowOfEachReport(portal)
  auditor = await portal.as('auditor')
  const sample = await portal.db('sale_fact').first()
  const from = addDays(today(), -10)
  const customers: number[] = await portal.db('customer').orderBy('id').limit(3).pluck('id')
  const [first, second, third] = customers
  const fact = (soldToId: number | undefined, day: string, value: number, qty: number, kind = 'INVOICE') => {
    const own = { soldToId, endCustomerId: null, day, value, qty, kind, uom: 'EA' }
    return { ...sample, id: undefined, ...own }
  }
  await portal.db('sale_fact').delete()
  const line = await portal.db('invoice_line').where('id', sample.invoiceLineId).first()
  const facts = [
    fact(first, yearBefore(from), 100_000, 10_000),
    fact(first, from, 132_000, 12_000),
    fact(first, from, -5_000, -1_000, 'RETURN'),
    fact(second, yearBefore(from), 40_000, 1_000),
    fact(third, from, 70_000, 1_000),
    // Neither in the period nor in the year before.
    fact(first, addDays(from, -30), 999_000, 1_000),
  ]
  // A line counts once for each kind.
  for (const [at, one] of facts.entries()) {
    await portal.db('invoice_line').insert({ ...line, id: 9_000 + at, lineNo: 900 + at })
    await portal.db('sale_fact').insert({ ...one, id: 36_001 + 4 * at, invoiceLineId: 9_000 + at })
  }
})

const bridge = (who: ApiClient, more = '') => {
  const [from, to] = [addDays(today(), -20), today()]
  return who.get(`/api/growth-bridge?report=${SALES}&day[$gte]=${from}&day[$lte]=${to}${more}`)
}

it('tells why sales are not those of the year before, of the rows that somebody reads', async () => {
  const { status, body } = await bridge(auditor)
  expect(status, body.message).toBe(200)
  expect(body).toMatchObject({
    before: 140_000,
    after: 197_000,
    steps: { LOST: -40_000, NEW: 70_000, VOLUME: 20_000, MIX: 0, PRICE: 12_000, RETURNS: -5_000 },
    lostCustomers: 1,
    newCustomers: 1,
    periodBefore: body.period.map(yearBefore),
  })
  for (const role of ['sales_rep', 'csc_agent']) {
    const own = (await bridge(await portal.as(role))).body
    const total = bridgeSteps.reduce((all, step) => all + own.steps[step], own.before)
    expect([role, total]).toEqual([role, own.after])
  }
  expect((await bridge(await portal.as('transporter'))).status).toBe(403)
})

it('follows the filters of its report', async () => {
  const [first] = await portal.db('customer').orderBy('id').limit(1).pluck('id')
  const { body } = await bridge(auditor, `&soldToId=${first}`)
  expect([body.before, body.after, body.newCustomers, body.lostCustomers]).toEqual([100_000, 127_000, 0, 0])
  expect((await bridge(auditor, '&colour=red')).status).toBe(400)
})

it('is there for sales alone', async () => {
  expect((await auditor.get('/api/growth-bridge?report=mis/orders')).status).toBe(404)
  expect((await auditor.get('/api/growth-bridge')).body.errors[0].field).toBe('report')
})
