import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Resource } from '../../../resources/define/resource.ts'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { proportionateFreight } from '../../../resources/mis/dispatch/proportionate-freight.ts'
import { viewFreightReport } from '../../../resources/mis/dispatch/view-freight-report.ts'
import { chartBars, chartedColumn } from '../../../resources/mis/report-chart.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, otherDesk, finance, clockAt, bookedLr, voucher, close } = await billDesk()
afterAll(close)
beforeEach(() => clockAt())

/** What the chart of a report shows to somebody: names and paise. */
const chart = async (who: ApiClient, report: Resource, query = '') => {
  const by = chartedColumn(report, undefined)
  const { status, body } = await who.get(`/api/report-groups?report=${report.path}&by=${by}${query}`)
  expect(status, body.message).toBe(200)
  return chartBars(report, by, [by], body).map(({ text, value }) => [text, value])
}

beforeAll(async () => {
  await clockAt()
  // ₹ 1,000 and ₹ 60 of carting on 60 kg.
  const lr = await bookedLr()
  expect((await voucher([{ lrId: lr.id, amount: 6_000 }])).status).toBe(201)
  // ₹ 500 on 10 kg by another transporter.
  const other = await exampleRow(portal.db, transporterMaster, { name: 'Second Transporters' })
  const second = await bookedLr({ freightAmount: 50_000, chargedWeightKg: 60_000 })
  await portal.db('lr').where({ id: second.id }).update({ transporterId: other.id, chargedWeightKg: 10_000 })
})

it('a kilogram of each transporter costs its freight and carting, the dearest first', async () => {
  const { code, name } = await portal.db('transporter').where('id', company.transporterId).first()
  const vrl = `${code} · ${name}`
  const bars = await chart(finance, viewFreightReport)
  expect(bars).toEqual([
    [expect.stringContaining('Second Transporters'), 5_000],
    [vrl, 1_767],
  ])
  const only = `&transporterId=${company.transporterId}`
  expect(await chart(finance, viewFreightReport, only)).toEqual([[vrl, 1_767]])
  expect(await chart(finance, viewFreightReport, '&month[$gte]=2026-01-01&month[$lte]=2026-06-30')).toEqual([])
  // What it costs itself, without the carting of others.
  expect(await chart(transporter, viewFreightReport)).toEqual([[vrl, 1_667]])
})

it('groups of transporters show what a kilogram costs as the row by row report does', async () => {
  const { body } = await finance.get('/api/report-groups?report=mis/view-freight-report&by=month')
  expect(body.figures).toMatchObject({ paidWeightKg: 70_000, cost: 156_000, costPerKg: 2_229 })
  const told = await transporter.get('/api/report-groups?report=mis/view-freight-report&by=month')
  for (const hidden of ['carting', 'cost', 'costPerKg', 'goodsValue', 'pctOfValue'])
    expect(told.body.figures).not.toHaveProperty(hidden)
})

it('freight and carting are shared out over the SBUs of the goods', async () => {
  expect(await chart(desk, proportionateFreight)).toEqual([[expect.any(String), 156_000]])
  expect(await chart(otherDesk, proportionateFreight)).toEqual([])
})
