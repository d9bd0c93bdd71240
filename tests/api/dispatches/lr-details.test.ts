/** @module-tag sql */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'
import { statementsDuring } from '../../support/statements.ts'

const world = await billDesk()
const { portal, company, desk, transporter, otherDesk, finance, clockAt, billed, lrOver, key, lrRow } = world
afterAll(world.close)
beforeEach(() => clockAt())

const REPORT = '/api/mis/lrdetails'
type Told = Record<string, string | number | null>

async function told(who: ApiClient, query = ''): Promise<Told[]> {
  const { status, body } = await who.get(`${REPORT}?$sort[id]=1${query}`)
  expect(status, body.message).toBe(200)
  return body.data
}
const numbers = async (who: ApiClient, query = '') => (await told(who, query)).map(({ lrNo }) => lrNo)
const book = async (ids: number[], more: Record<string, unknown> = {}) =>
  (await desk.post('/api/lrs', lrOver(ids, more), key())).body as { id: number; lrNo: string }
const move = (id: number, more: Record<string, unknown>) => portal.db('lr').where({ id }).update(more)

/** An employee with this role who works for an SBU, and keeps the account of the customer there. */
async function employeeOf(role: 'SALES_REP' | 'CSC_AGENT', sbuId: number, keeps = false): Promise<ApiClient> {
  const make = (name: 'employee' | 'sbu-employee-map' | 'department' | 'customer-department-map', row = {}) =>
    exampleRow(portal.db, resourceNamed(name), row)
  const { id: employeeId } = await make('employee', { managerId: null })
  await make('sbu-employee-map', { employeeId, sbuId, validFrom: '2020-01-01' })
  const { id: departmentId } = await make('department', { sbuId })
  const { customerId } = company
  if (keeps) await make('customer-department-map', { customerId, departmentId, salesEmployeeId: employeeId })
  return personWith(portal, [role], { employeeId })
}

let shared: { id: number; lrNo: string }
let invoices: { invoiceNo: string }[]
let ofOtherSbu: { id: number; invoiceNo: string }
let otherSbuId: number
beforeAll(async () => {
  await clockAt()
  otherSbuId = (await exampleRow(portal.db, resourceNamed('sbu'), { code: 'PH' })).id
  const made = await billed([8_000, 0], [12_000, 5_000])
  invoices = made.invoices
  ofOtherSbu = await createInvoice(portal.db, company, null, { sbuId: otherSbuId })
  shared = await book([...made.ids, ofOtherSbu.id], { vehicleNo: 'MH04KX1234', otherCharges: 5_000 })
  const row = await portal.db('lr_line').where({ lrId: shared.id }).orderBy('id').first('id')
  await portal.db('lr_line').where({ id: row.id }).update({ ewayBillNo: '271098765432' })
})

describe('the report of LRs', () => {
  it('shows each LR once, with its invoices, goods, freight and papers', async () => {
    const [row, ...more] = await told(desk)
    expect(more).toEqual([])
    const { expectedDeliveryDate } = await lrRow(shared.id)
    expect(row).toMatchObject({
      id: shared.id,
      lrNo: shared.lrNo,
      lrDate: '2026-11-20',
      transMode: 'SURFACE',
      vehicleNo: 'MH04KX1234',
      packages: 10,
      chargedWeightKg: 60_000,
      declaredValue: 295_000,
      freightAmount: 100_000,
      otherCharges: 5_000,
      expectedDeliveryDate,
      deliveredOn: null,
      delayDays: 0,
      deliveryStatus: 'BOOKED',
      podStatus: 'NONE',
      billStatus: 'UNBILLED',
      ewayBillNos: '271098765432',
      texts: { customerId: expect.stringContaining('100123'), toCityId: 'Pune' },
    })
    const named = [...invoices, ofOtherSbu].map(({ invoiceNo }) => invoiceNo)
    expect(String(row!.invoiceNos).split(',').sort()).toEqual(named.sort())
    expect(String(row!.sbuCodes).split(',').sort()).toEqual(['LS', 'PH'])
  })

  it('counts the days after the date promised first, until the goods are there, and none for goods that never came', async () => {
    const promise = { originalExpectedDate: '2026-11-25', expectedDeliveryDate: '2026-12-01' }
    await move(shared.id, promise)
    const delay = async () => (await told(desk))[0]!.delayDays
    expect(await delay()).toBe(0)
    await clockAt('2026-11-28T06:30:00.000Z')
    expect(await delay()).toBe(3)
    await move(shared.id, { deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-27' })
    expect(await delay()).toBe(2)
    await move(shared.id, { deliveredOn: '2026-11-24' })
    expect(await delay()).toBe(0)
    await move(shared.id, { deliveryStatus: 'LOST', deliveredOn: null })
    expect(await delay()).toBeNull()
    await move(shared.id, { deliveryStatus: 'BOOKED' })
  })

  it('adds up what its filters leave, over all pages', async () => {
    const { ids } = await billed()
    const air = await book(ids, { freightAmount: 70_000, packages: 3 })
    await move(air.id, { transMode: 'AIR', deliveryStatus: 'IN_TRANSIT' })
    const sums = async (query: string) => {
      const { body } = await desk.get(`${REPORT}?$totals=true&$limit=1${query}`)
      return [body.total, body.totals.packages, body.totals.freightAmount]
    }
    expect(await sums('')).toEqual([2, 13, 170_000])
    expect(await sums('&transMode=AIR')).toEqual([1, 3, 70_000])
    expect(await numbers(desk, '&deliveryStatus=BOOKED')).toEqual([shared.lrNo])
    expect(await numbers(desk, `&plantId=${company.otherPlantId}`)).toEqual([])
    expect(await numbers(desk, `&transporterId=${company.transporterId}&lrDate[$gte]=2026-11-21`)).toEqual([])
    expect(await numbers(desk, `&invoiceNos[$contains]=${ofOtherSbu.invoiceNo}`)).toEqual([shared.lrNo])
    const channel = await portal.db('customer').where({ id: company.customerId }).first('channelId')
    expect(await numbers(desk, `&customerId.channelId=${channel.channelId}&deliveryStatus=BOOKED`)).toEqual([
      shared.lrNo,
    ])
    await portal.db('lr').where({ id: air.id }).update({ lrDate: '2026-01-02' })
    expect(await numbers(desk)).toEqual([shared.lrNo])
  })

  it('asks the database the same few times, however many LRs stand on the page', async () => {
    const asked = (limit: number) =>
      statementsDuring(portal.db, headers =>
        desk.get(`${REPORT}?$totals=true&lrDate[$gte]=2026-01-01&$limit=${limit}`, headers),
      )
    const few = await asked(1)
    // The ids of the page, its rows, the sums, and the texts of references.
    expect(few.filter(sql => /lrdetails|as source/.test(sql)).length).toBeLessThanOrEqual(4)
    // Once more where the newest days do not fill the page.
    expect((await asked(50)).length).toBeLessThanOrEqual(few.length + 1)
  })
})

describe('of the LRs', () => {
  it('a desk reads those of its plants, and a transporter its own', async () => {
    expect(await numbers(desk)).toEqual([shared.lrNo])
    expect(await numbers(transporter)).toEqual([shared.lrNo])
    expect(await numbers(otherDesk)).toEqual([])
    const other = await exampleRow(portal.db, transporterMaster, {})
    const rival = await personWith(portal, ['TRANSPORTER'], { transporterId: other.id })
    expect(await numbers(rival)).toEqual([])
    expect((await rival.get(`${REPORT}/${shared.id}`)).status).toBe(404)
    const file = await rival.get('/api/export/mis/lrdetails?format=csv&check=true')
    expect(file.body).toEqual({ rows: 0 })
    expect((await transporter.get('/api/export/mis/lrdetails?format=csv&check=true')).body).toEqual({ rows: 1 })
  })

  it('sales and the service centre read those with an invoice of theirs, and the numbers of these invoices alone', async () => {
    const ofSbu = [ofOtherSbu.invoiceNo, 'PH']
    const keeper = await employeeOf('SALES_REP', otherSbuId, true)
    const agent = await employeeOf('CSC_AGENT', otherSbuId)
    for (const who of [keeper, agent])
      expect((await told(who)).map(({ invoiceNos, sbuCodes }) => [invoiceNos, sbuCodes])).toEqual([ofSbu])
    expect(await numbers(keeper, `&invoiceNos[$contains]=${invoices[0]!.invoiceNo}`)).toEqual([])
    const { id: thirdSbuId } = await exampleRow(portal.db, resourceNamed('sbu'), {})
    for (const role of ['SALES_REP', 'CSC_AGENT'] as const)
      expect(await numbers(await employeeOf(role, thirdSbuId, true)), role).toEqual([])
  })

  it('Finance, buyers and the master data desk read none, and get no file', async () => {
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
    const keeper = await personWith(portal, ['MASTER_ADMIN'])
    for (const who of [finance, buyer, keeper])
      for (const path of [REPORT, `${REPORT}/${shared.id}`, '/api/export/mis/lrdetails?format=csv'])
        expect((await who.get(path)).status, path).toBe(403)
  })
})
