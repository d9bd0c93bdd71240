/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadOrderFacts } from '../../../api/orders/quote/order-facts.ts'
import { quote } from '../../../api/orders/quote/quote.ts'
import { setClock } from '../../../api/platform/clock.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download } from '../../support/files.ts'
import { asInCsv, linesOfCsv, rowsOfWorkbook } from '../../support/mis/report-file.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

const REPORT = '/api/mis/price-list-report'
const validity = { validFrom: '2026-01-01', validTo: '9999-12-31' }

let portal: TestPortal
let auditor: ApiClient
let sbuId: number
let other: number
let hospital: number
let laboratory: number
let shipToId: number
const products: Record<string, number> = {}
const make = (name: string, given: RowValues = {}) => exampleRow(portal.db, resourceNamed(name), given)

/** A customer of a channel, with an account in the SBU. */
async function customerIn(channelId: number, more: RowValues = {}): Promise<number> {
  const { id } = await make('customer', { channelId, ...more })
  const department = await make('department', { sbuId })
  await make('customer-department-map', { customerId: id, departmentId: department.id })
  return id
}

beforeAll(async () => {
  setClock('2026-04-15T06:30:00.000Z')
  portal = await emptyPortal()
  auditor = await personWith(portal, ['AUDITOR'])
  sbuId = (await make('sbu')).id
  other = (await make('sbu')).id
  const thirteen = (await make('channel', { code: '13' })).id
  const eleven = (await make('channel', { code: '11' })).id
  hospital = await customerIn(thirteen)
  laboratory = await customerIn(eleven)
  shipToId = (await make('ship-to', { customerId: hospital })).id
  const segment = (await make('customer-segment')).id
  await make('customer-segment-map', { customerId: hospital, sbuId, customerSegmentId: segment, ...validity })
  for (const name of ['address', 'agreed', 'contract', 'listed', 'unlisted', 'priceless'])
    products[name] = (await make('products', { sbuId, code: `P-${name.toUpperCase()}` })).id
  products.foreign = (await make('products', { sbuId: other })).id
  const price = (product: string, channelId: number, listPrice: number, priceUnit = 1, more: RowValues = validity) =>
    make('product-price', { channelId, productId: products[product]!, listPrice, priceUnit, ...more })
  for (const product of ['address', 'agreed', 'contract']) {
    await price(product, thirteen, 100_000)
    await price(product, eleven, 120_000)
  }
  // ₹ 12.34 for 100, from April on ₹ 13.00.
  await price('listed', thirteen, 1_234, 100, { validFrom: '2026-01-01', validTo: '2026-03-31' })
  await price('listed', thirteen, 1_300, 100, { validFrom: '2026-04-01', validTo: '9999-12-31' })
  await price('foreign', thirteen, 5_000)
  for (const product of ['address', 'agreed', 'contract', 'listed']) {
    const discount = { productId: products[product]!, materialPricingGroupId: null, minQty: 0, ...validity }
    await make('product-discount', { ...discount, customerSegmentId: null, discountPct: 500 })
    await make('product-discount', { ...discount, customerSegmentId: segment, discountPct: 1_250 })
  }
  await make('cust-shipto-prod-price', {
    ...{ customerId: hospital, shipToId, productId: products.address!, netPrice: 81_000, minQty: 0, ...validity },
  })
  for (const customerId of [hospital, laboratory])
    for (const [product, netPrice] of [
      ['address', 82_000],
      ['agreed', 83_000],
    ] as const)
      await make('customer-wise-product-wise-price', {
        ...{ customerId, productId: products[product]!, netPrice, minQty: 0, ...validity },
      })
  const contract = await make('rate-contract-customer', { customerId: hospital, sbuId, ...validity })
  await portal.db('rate_contract_customer').where({ id: contract.id }).update({ status: 'ACTIVE' })
  for (const [at, product] of ['address', 'agreed', 'contract', 'unlisted'].entries())
    await make('rate-contract-line', {
      ...{
        rateContractId: contract.id,
        lineNo: 10 * at + 10,
        customerId: hospital,
        productId: products[product]!,
        rate: 84_000,
        uom: 'EA',
      },
    })
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const columns = [
  ...['productCode', 'listPrice', 'priceSource', 'customerPrice'],
  ...['customerDiscountPct', 'customerNetPrice', 'customerPriceFor'],
]

/** The rows of the list by product: list price, what the customer pays and why. */
async function priced(who: ApiClient, query: string): Promise<Record<string, unknown[]>> {
  const { status, body } = await who.get(`${REPORT}?asOn=2026-04-15&${query}`)
  expect(status, body.message).toBe(200)
  const rows: Record<string, unknown>[] = body.data
  const codes = rows.map(({ productCode }) => productCode)
  expect(new Set(codes).size).toBe(codes.length)
  return Object.fromEntries(rows.map(row => [String(row.productCode), columns.slice(1).map(name => row[name])]))
}

describe('the price list of a customer', () => {
  it('shows what an order is priced at, and why: address, channel 13, contract, list less the discount of the segment', async () => {
    expect(await priced(auditor, `customerId=${hospital}&shipToId=${shipToId}`)).toEqual({
      'P-ADDRESS': [100_000, 'SHIP_TO_PRICE', 81_000, 0, 81_000, '1 EA'],
      'P-AGREED': [100_000, 'CUSTOMER_PRICE', 83_000, 0, 83_000, '1 EA'],
      'P-CONTRACT': [100_000, 'RATE_CONTRACT', 84_000, 0, 84_000, '1 EA'],
      // ₹ 13.00 for 100 less 12.5 % is ₹ 11.375, rounded up.
      'P-LISTED': [1_300, 'LIST', 1_300, 1_250, 1_138, '100 EA'],
      'P-UNLISTED': [null, 'RATE_CONTRACT', 84_000, 0, 84_000, '1 EA'],
      'P-PRICELESS': [null, null, null, null, null, null],
    })
  })

  it('has no price of a delivery address without a ship-to', async () => {
    const prices = await priced(auditor, `customerId=${hospital}`)
    expect(prices['P-ADDRESS']).toEqual([100_000, 'CUSTOMER_PRICE', 82_000, 0, 82_000, '1 EA'])
  })

  it('has the prices of the day that is asked for', async () => {
    const { body } = await auditor.get(`${REPORT}?asOn=2026-03-31&customerId=${hospital}&productId=${products.listed}`)
    // ₹ 12.34 for 100 less 12.5 % is ₹ 10.7975.
    expect(body.data).toMatchObject([{ listPrice: 1_234, customerPrice: 1_234, customerNetPrice: 1_080 }])
  })

  it('has prices agreed with a customer in channel 13 alone', async () => {
    const prices = await priced(auditor, `customerId=${laboratory}`)
    // Without a segment: ₹ 1,200.00 less 5 %.
    expect(prices['P-AGREED']).toEqual([120_000, 'LIST', 120_000, 500, 114_000, '1 EA'])
    expect(prices['P-ADDRESS']).toEqual(prices['P-AGREED'])
    expect(prices['P-LISTED']).toEqual([null, null, null, null, null, null])
  })

  it('is what an order of the same customer is priced at', async () => {
    const orderTypeId = (await make('order-type', { isFreeOfCharge: false })).id
    const line = { qty: 1_000, manualDiscountPct: 0, promoCode: null, plantId: null, eudDocumentId: null }
    const further = { requestedBatchNo: null, singleBatchRequired: false, shippingInstruction: null, schedules: [] }
    const header = { customerId: hospital, shipToId, orderTypeId, requestedDeliveryDate: '2026-04-20' }
    const own = ['address', 'agreed', 'contract', 'listed', 'unlisted', 'priceless'].map(name => products[name]!)
    const input = {
      ...{
        ...header,
        freightTerms: null,
        transMode: null,
        paymentTermsDays: null,
        customerPoNo: 'PO',
        customerPoDate: '2026-04-15',
      },
      ...{ poAttachmentId: null, preferredTransporterId: null, completeDelivery: false, remarks: null },
      lines: own.map(productId => ({ ...line, ...further, productId })),
    }
    const ordered = quote(await loadOrderFacts(portal.db, input, '2026-04-15'), input).flatMap(({ lines }) => lines)
    const { body } = await auditor.get(`${REPORT}?asOn=2026-04-15&customerId=${hospital}&shipToId=${shipToId}`)
    const listed = new Map(body.data.map((row: RowValues) => [row.productId, [row.priceSource, row.customerNetPrice]]))
    expect(listed).toEqual(
      new Map(ordered.map(one => [one.input.productId, [one.priceSource, one.priceSource && one.netPrice]])),
    )
  })

  it('is the same in XLSX, CSV and PDF', async () => {
    const query = `customerId=${hospital}&shipToId=${shipToId}&asOn=2026-04-15&$sort[productCode]=1`
    const asked = `as=shown&columns=${columns.join()}&${query}`
    const csv = await auditor.get(`/api/export/mis/price-list-report?format=csv&${asked}`)
    const lines = linesOfCsv(csv.body)
    expect(lines.slice(1)).toEqual([
      ['P-ADDRESS', '1000.00', 'Ship to price', '810.00', '0.00', '810.00', '1 EA'],
      ['P-AGREED', '1000.00', 'Customer price', '830.00', '0.00', '830.00', '1 EA'],
      ['P-CONTRACT', '1000.00', 'Rate contract', '840.00', '0.00', '840.00', '1 EA'],
      ['P-LISTED', '13.00', 'List', '13.00', '12.50', '11.38', '100 EA'],
      ['P-PRICELESS', '', '', '', '', '', ''],
      ['P-UNLISTED', '', 'Rate contract', '840.00', '0.00', '840.00', '1 EA'],
    ])
    const workbook = await download(portal, auditor, `/api/export/mis/price-list-report?format=xlsx&${asked}`)
    const [, ...cells] = await rowsOfWorkbook(workbook.bytes)
    const { fields } = resourceNamed('price-list-report')
    expect(cells.map(row => columns.map((name, at) => asInCsv(fields[name]!, row[at])))).toEqual(lines.slice(1))
    const { bytes } = await download(
      portal,
      auditor,
      `/api/price-list-pdf?asOn=2026-04-15&customerId[$in][0]=${hospital}&shipToId[$in][0]=${shipToId}`,
    )
    const paper = await pdfText(bytes)
    const { code, name } = await portal.db('customer').where({ id: hospital }).first('code', 'name')
    expect(paper).toContain(`Price List of 15-04-2026 for ${code} ${name}`)
    for (const text of ['Ship to price', '810.00', 'Rate contract', '12.50 %', '11.38 for 100 EA'])
      expect(paper).toContain(text)
  })

  it('is shown for one customer, who is known, with one of their ship-tos', async () => {
    const refusal = async (query: string) => {
      const { status, body } = await auditor.get(`${REPORT}?${query}`)
      return [status, body.message]
    }
    expect(await refusal(`customerId[$in][0]=${hospital}&customerId[$in][1]=${laboratory}`)).toEqual([
      ...[400, 'Customer takes one value: choose one'],
    ])
    expect(await refusal(`customerId[$ne]=${hospital}`)).toEqual([400, 'Customer takes one value: choose one'])
    expect(await refusal('customerId=999999')).toEqual([400, 'Customer is not known: choose one from the list'])
    expect(await refusal(`shipToId=${shipToId}`)).toEqual([
      ...[400, 'Customer is required where a ship-to is selected'],
    ])
    expect(await refusal(`customerId=${laboratory}&shipToId=${shipToId}`)).toEqual([
      ...[400, 'Ship-to of this customer is not known: choose one from the list'],
    ])
  })

  it('is for our own people: a buyer names no customer, a sales person their own', async () => {
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId: hospital })
    const named = await buyer.get(`${REPORT}?customerId=${hospital}`)
    expect([named.status, named.body.message]).toEqual([
      ...[400, 'customerId is not a field of Download Price List Report'],
    ])
    const own = await buyer.get(REPORT)
    for (const row of own.body.data) for (const name of columns.slice(2)) expect(row).not.toHaveProperty(name)
    const rep = await personWith(portal, ['SALES_REP'])
    const foreign = await rep.get(`${REPORT}?customerId=${hospital}`)
    expect([foreign.status, foreign.body.message]).toEqual([400, 'Customer is not known: choose one from the list'])
  })
})

it('a price list of nobody has no prices of customers', async () => {
  const { body } = await auditor.get(`${REPORT}?asOn=2026-04-15&productId=${products.agreed}`)
  expect(body.data).toHaveLength(2)
  for (const row of body.data)
    expect(row).toMatchObject({ customerId: null, priceSource: null, customerNetPrice: null })
})
