import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { customer } from '../../../resources/access-control/customer.ts'
import { employee } from '../../../resources/access-control/employee.ts'
import { employeeSigmaMap } from '../../../resources/shipment-tracking/employee-sigma-map.ts'
import { sigmaCustomers } from '../../../resources/shipment-tracking/sigma-customers.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { lrWith } from '../../support/dispatches/shipments.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, otherDesk, clockAt, billed, key, lrOver, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const SEARCH = '/api/shipment-tracking/search-shipments'
const found = async (who: ApiClient, query = '') => {
  const { status, body } = await who.get(`${SEARCH}?$sort[shipmentNo]=1${query}`)
  expect(status, body.message).toBe(200)
  return body.data as Record<string, unknown>[]
}
const numbers = async (who: ApiClient, query = '') => (await found(who, query)).map(({ lrNo }) => lrNo)

let booked: { orderNo: string; invoices: { invoiceNo: string }[]; lrNo: string }
let late: { lrNo: string; shipmentNo: string }
let sigma: { lrNo: string }
let sigmaPlant: { lrNo: string }
let sigmaCustomerId: number
let follower: ApiClient
let plantFollower: ApiClient
let buyer: ApiClient
let stranger: ApiClient

beforeAll(async () => {
  await clockAt()
  const made = await billed()
  booked = { ...made, lrNo: (await desk.post('/api/lrs', lrOver(made.ids), key())).body.lrNo }
  late = await lrWith(portal.db, company, { deliveryStatus: 'IN_TRANSIT' })
  sigmaCustomerId = (await exampleRow(portal.db, sigmaCustomers, { code: 'SG1', linkedCustomerId: company.customerId }))
    .id
  const ofSigma = { businessLine: 'SIGMA', plantId: null, originalExpectedDate: '2026-11-28' }
  const shipment = { customerId: null }
  sigma = await lrWith(portal.db, company, { ...ofSigma, sigmaPlantCode: 'SG01' }, null, {
    ...shipment,
    sigmaCustomerId,
  })
  sigmaPlant = await lrWith(portal.db, company, { ...ofSigma, sigmaPlantCode: 'SG02' }, null, shipment)
  follower = await employeeFollowing({ mapType: 'CUSTOMER', sigmaCustomerId, plantCode: null })
  plantFollower = await employeeFollowing({ mapType: 'PLANT', sigmaCustomerId: null, plantCode: 'SG02' })
  buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
  const other = await exampleRow(portal.db, customer, {})
  stranger = await personWith(portal, ['CUSTOMER'], { customerId: other.id })
})

/** A customer service agent without an SBU, who follows shipments of the sister business. */
async function employeeFollowing(map: Record<string, unknown>): Promise<ApiClient> {
  const { id } = await exampleRow(portal.db, employee, {})
  await exampleRow(portal.db, employeeSigmaMap, { employeeId: id, ...map })
  return personWith(portal, ['CSC_AGENT'], { employeeId: id })
}

it('finds a shipment by each of its numbers', async () => {
  const [row] = await found(desk, `&lrNo=${booked.lrNo}`)
  expect(row).toMatchObject({
    orderNos: booked.orderNo,
    invoiceNos: booked.invoices[0]!.invoiceNo,
    deliveryStatus: 'BOOKED',
    businessLine: 'CORE',
    isLate: null,
  })
  for (const text of [row!.shipmentNo, booked.lrNo, booked.orderNo, booked.invoices[0]!.invoiceNo])
    expect(await numbers(desk, `&q=${text}`), String(text)).toEqual([booked.lrNo])
  expect(await numbers(desk, `&orderNos[$contains]=${booked.orderNo}`)).toEqual([booked.lrNo])
})

it('names orders and invoices to those who read all of them, and neither to whoever reads none', async () => {
  const auditor = await personWith(portal, ['AUDITOR'])
  const numbered = { orderNos: booked.orderNo, invoiceNos: booked.invoices[0]!.invoiceNo }
  expect(await found(auditor, `&lrNo=${booked.lrNo}`)).toMatchObject([numbered])
  const admin = await personWith(portal, ['SYS_ADMIN'])
  expect(await found(admin, `&lrNo=${booked.lrNo}`)).toMatchObject([{ orderNos: null, invoiceNos: null }])
})

it('shows only what is late when that is asked', async () => {
  expect(await numbers(desk, '&isLate=true')).toEqual([late.lrNo])
})

it('shows a desk the shipments of its plants, a transporter their own, a buyer theirs', async () => {
  expect(await numbers(desk)).toEqual(expect.arrayContaining([booked.lrNo, late.lrNo]))
  expect(await numbers(otherDesk)).toEqual([])
  expect(await numbers(transporter)).toHaveLength(4)
  expect(await numbers(buyer)).toEqual(expect.arrayContaining([booked.lrNo, late.lrNo, sigma.lrNo]))
  expect(await numbers(stranger)).toEqual([])
})

it('shows shipments of the sister business to those who follow its customer or plant, and to the buyer with an account there', async () => {
  expect(await numbers(follower)).toEqual([sigma.lrNo])
  expect(await numbers(plantFollower)).toEqual([sigmaPlant.lrNo])
  expect(await numbers(desk)).not.toContain(sigma.lrNo)
  expect(await numbers(buyer)).not.toContain(sigmaPlant.lrNo)
  const lrs = await follower.get('/api/lrs')
  expect(lrs.body.data.map(({ lrNo }: { lrNo: string }) => lrNo)).toEqual([sigma.lrNo])
})

it('ends with the map of the employee', async () => {
  await portal.db('employee_sigma_map').where({ sigmaCustomerId }).update({ isActive: 0 })
  expect(await numbers(follower)).toEqual([])
})

it('tells the receiver of goods that another buys what happened to them, without the LR', async () => {
  const other = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
  const { shipmentId, lrId } = await lrWith(portal.db, company, {}, { eventCode: 'IN_TRANSIT', reason: null })
  expect((await other.get(`/api/tracking-events?shipmentId=${shipmentId}`)).body.data).toHaveLength(1)
  expect((await other.get(`/api/lrs/${lrId}`)).status).toBe(404)
  expect((await stranger.get(`/api/tracking-events?shipmentId=${shipmentId}`)).body.data).toEqual([])
})
