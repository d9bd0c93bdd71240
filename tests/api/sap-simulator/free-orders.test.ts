import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldFaults } from '../../../api/sap/sending/sales-order-fields.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import { salesOrderFaults } from '../../../api/simulators/sap/checks.ts'
import { orderOfSamples } from '../../support/sap/free-sample.ts'
import { fetchOracles, oracleOf } from '../../support/sap/oracles.ts'
import { type SimulatedSap, salesOrderOf, simulatedSap } from '../../support/sap/simulated-sap.ts'

const MINUTE = 60_000
const FREE = 'API_SALES_ORDER_WITHOUT_CHARGE_SRV'
const missing = fetchOracles()
let sap: SimulatedSap

beforeEach(async () => {
  sap = await simulatedSap({ billAfterMs: 3 * MINUTE })
})
afterEach(() => sap.close())

type Body = Record<string, unknown>
const message = orderOfSamples('OR2627000901')
const body = () => salesOrderBody(message) as Body
const posted = async () => (await sap.change('POST', `${FREE}/A_SalesOrderWithoutCharge`, body())).body.d
const sentences = (faults: { message: string }[]) => faults.map(one => one.message)

/** What of a body SAP does not publish, sets that hang on it included. */
function unpublished(set: string, row: Body): string[] {
  const entity = oracleOf(FREE)![set]!
  return Object.entries(row).flatMap(([name, value]) => {
    const to = entity.links[name]
    if (to) return (value as { results: Body[] }).results.flatMap(one => unpublished(to, one))
    const property = entity.properties[name]
    if (!property) return [`${set} has no ${name}`]
    return typeof value === 'string' && value.length > (property.maxLength ?? 1e9) ? [`${set}.${name} is too long`] : []
  })
}

it.skipIf(missing)('an order free of charge has only fields that SAP publishes, each within its length', () => {
  expect(unpublished('A_SalesOrderWithoutCharge', body())).toEqual([])
})

it('is taken as the portal writes it, by the simulator and by the list of SAP’s fields', () => {
  expect(salesOrderFaults(body(), true)).toEqual([])
  expect(fieldFaults({ method: 'POST', path: `${FREE}/A_SalesOrderWithoutCharge`, body: body() })).toEqual([])
  const wrong = { ...body(), PricingDate: '/Date(0)/' }
  expect(fieldFaults({ method: 'POST', path: `${FREE}/A_SalesOrderWithoutCharge`, body: wrong })).toEqual([
    'SAP has no field PricingDate in the sales order.',
  ])
})

it('has no prices and no schedule lines; days that its header cannot hold stand in the text of the item', () => {
  const [item] = (body().to_Item as { results: Body[] }).results
  expect(Object.keys(item!)).not.toEqual(expect.arrayContaining(['to_PricingElement', 'to_ScheduleLine']))
  expect(item!.to_Text).toMatchObject({
    results: [{ LongText: 'Gate 2\nRequested: 10 EA on 25-11-2026, 5 EA on 05-12-2026' }],
  })
  const one = { ...message.lines[0]!, scheduleLines: [{ requestedDate: '2026-11-25', qty: 15_000 }] }
  const usual = salesOrderBody({ ...message, lines: [one] }) as { to_Item: { results: Body[] } }
  expect(usual.to_Item.results[0]!.to_Text).toMatchObject({ results: [{ LongText: 'Gate 2' }] })
})

it('is refused at the service of orders that are billed, and theirs at its own', async () => {
  const wrong = await sap.change(
    'POST',
    'API_SALES_ORDER_SRV/A_SalesOrder',
    salesOrderOf('A', { SalesOrderType: 'FD' }),
  )
  expect([wrong.status, wrong.body.error.message.value]).toEqual([
    400,
    'Order type FD is of document category I, which API_SALES_ORDER_SRV does not serve.',
  ])
  expect(sentences(salesOrderFaults({ ...body(), SalesOrderWithoutChargeType: 'OR' }, true))).toEqual([
    `Order type OR is of document category C, which ${FREE} does not serve.`,
  ])
  const { SalesOrderWithoutCharge: number } = await posted()
  expect((await sap.get(`API_SALES_ORDER_SRV/A_SalesOrder('${number}')`)).status).toBe(404)
  const item = `API_SALES_ORDER_SRV/A_SalesOrderItem(SalesOrder='${number}',SalesOrderItem='10')`
  const change = await sap.change('PATCH', item, { SalesDocumentRjcnReason: '10' }, { 'If-Match': '*' })
  expect(change.status).toBe(404)
})

it('has schedule lines that are only read, and bear quantities and no days', async () => {
  const { SalesOrderWithoutCharge: number } = await posted()
  const path = `A_SlsOrdWthoutChrgSchedLine(SalesOrderWithoutCharge='${number}',SalesOrderWithoutChargeItem='10',ScheduleLine='1')`
  const { body: read } = await sap.get(`${FREE}/${path}`)
  expect(read.d).toMatchObject({ ConfdOrderQtyByMatlAvailCheck: '15.000', DeliveredQtyInOrderQtyUnit: '0.000' })
  expect(read.d).not.toHaveProperty('ConfirmedDeliveryDate')
  const change = await sap.change(
    'PATCH',
    `${FREE}/${path}`,
    { DelivBlockReasonForSchedLine: '01' },
    { 'If-Match': '*' },
  )
  expect(change.status).toBe(404)
})

it('is delivered and never billed', async () => {
  const { SalesOrderWithoutCharge: number } = await posted()
  sap.pass(10 * MINUTE)
  const items = `API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryItem?$filter=ReferenceSDDocument eq '${number}'`
  const [item] = (await sap.get(items)).body.d.results
  expect(item).toMatchObject({ ReferenceSDDocumentCategory: 'I', ItemIsBillingRelevant: '' })
  sap.pass(10 * MINUTE)
  expect((await sap.get('API_BILLING_DOCUMENT_SRV/A_BillingDocument')).body.d.results).toEqual([])
  const { body: order } = await sap.get(`${FREE}/A_SalesOrderWithoutCharge('${number}')`)
  expect(order.d.OverallSDProcessStatus).toBe('C')
  const billed = await sap.control('documents', { command: 'bill', salesOrders: [number] })
  expect([billed.status, billed.body.message]).toEqual([
    expect.any(Number),
    'Nothing has left the plants that is not billed yet: post the goods issue first.',
  ])
})

it('moves to its own service where a file of an earlier version has it among the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sap-file-'))
  const file = join(folder, 'sap.sqlite')
  const before = await simulatedSap({ file })
  const { body: made } = await before.change('POST', `${FREE}/A_SalesOrderWithoutCharge`, body())
  await before.close()
  const database = new DatabaseSync(file)
  database.exec('alter table salesOrder drop column category')
  database.close()
  const after = await simulatedSap({ file })
  const read = await after.get(`${FREE}/A_SalesOrderWithoutCharge('${made.d.SalesOrderWithoutCharge}')`)
  await after.close()
  rmSync(folder, { recursive: true })
  expect(read.body.d.SalesOrderWithoutChargeType).toBe('FD')
})
