import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { transporter } from '../../../resources/masters/transporter.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, carrier, otherDesk, finance, clockAt, bookedLr, voucher, close } = await billDesk()
afterAll(close)
beforeEach(() => clockAt())

const chart = async (who: ApiClient, report: string, query = '') => {
  const { status, body } = await who.get(`/api/report-charts?report=mis/${report}${query}`)
  expect(status, body.message).toBe(200)
  return body.groups as { id: number | null; name: string | null; value: number | null }[]
}

beforeAll(async () => {
  await clockAt()
  // ₹ 1,000 and ₹ 60 of carting on 60 kg.
  const lr = await bookedLr()
  expect((await voucher([{ lrId: lr.id, amount: 6_000 }])).status).toBe(201)
  // ₹ 500 on 10 kg by another carrier.
  const other = await exampleRow(portal.db, transporter, { name: 'Second Carriers' })
  const second = await bookedLr({ freightAmount: 50_000, chargedWeightKg: 60_000 })
  await portal.db('lr').where({ id: second.id }).update({ transporterId: other.id, chargedWeightKg: 10_000 })
})

it('a kilogram of each carrier costs its freight and carting, the dearest first', async () => {
  const groups = await chart(finance, 'view-freight-report')
  expect(groups.map(({ name, value }) => [name, value])).toEqual([
    ['Second Carriers', 5_000],
    ['VRL Logistics', 1_767],
  ])
  const only = `&transporterId=${company.transporterId}`
  expect((await chart(finance, 'view-freight-report', only)).map(({ name }) => name)).toEqual(['VRL Logistics'])
  expect(await chart(finance, 'view-freight-report', '&month[$gte]=2026-01-01&month[$lte]=2026-06-30')).toEqual([])
})

it('a carrier sees what it costs itself, without the carting of others', async () => {
  const groups = await chart(carrier, 'view-freight-report')
  expect(groups).toEqual([{ id: company.transporterId, name: 'VRL Logistics', value: 1_667, against: null }])
})

it('freight and carting are shared out over the SBUs of the goods', async () => {
  expect(await chart(desk, 'proportionate-freight')).toEqual([
    { id: company.sbuId, name: expect.any(String), value: 156_000, against: null },
  ])
  expect(await chart(otherDesk, 'proportionate-freight')).toEqual([])
})

it('is refused to who does not read the report, and for reports without a chart and unknown filters', async () => {
  const status = async (who: ApiClient, query: string) => (await who.get(`/api/report-charts?${query}`)).status
  const rep = await personWith(portal, ['SALES_REP'])
  expect(await status(rep, 'report=mis/view-freight-report')).toBe(403)
  expect(await status(carrier, 'report=mis/proportionate-freight')).toBe(403)
  expect(await status(finance, 'report=mis/no-report')).toBe(404)
  expect(await status(desk, 'report=mis/lrdetails')).toBe(404)
  expect(await status(finance, 'report=mis/view-freight-report&colour=red')).toBe(400)
  expect(await status(carrier, 'report=mis/view-freight-report&carting[$gt]=0')).toBe(400)
})
