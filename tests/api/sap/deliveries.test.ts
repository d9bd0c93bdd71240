import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { deliveryPull } from '../../../api/sap/documents/save-deliveries.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { stubSap } from '../../support/sap/rows.ts'

type Wire = Record<string, unknown>

const path = 'API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader'
let at: string
let database: TestDatabase
let db: Knex
let company: Company
let bought: { id: number; lineIds: number[] }
let inSap: Record<string, Wire[]>

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  bought = await confirmed('5000000001')
  inSap = { [path]: [] }
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

async function confirmed(salesOrder: string) {
  const made = await createApprovedOrder(db, company)
  const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: String(lineNo).padStart(6, '0') }))
  await db.transaction(trx => confirmOrder(trx, made.id, { salesOrder, items }, sapAuthor))
  return made
}

const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`

const line = (no: number, more: Wire = {}): Wire => ({
  DeliveryDocumentItem: `${no}`.padStart(6, '0'),
  ReferenceSDDocument: '5000000001',
  ReferenceSDDocumentItem: `${no}`.padStart(6, '0'),
  ReferenceSDDocumentCategory: 'C',
  HigherLevelItem: '000000',
  HigherLvlItmOfBatSpltItm: '000000',
  Material: no === 20 ? 'LS-1002' : 'LS-1001',
  Plant: '1010',
  Batch: 'B26110001',
  ShelfLifeExpirationDate: day('2028-11-20'),
  ActualDeliveryQuantity: '20.000',
  DeliveryQuantityUnit: 'EA',
  BaseUnit: 'EA',
  DeliveryToBaseQuantityNmrtr: '1',
  DeliveryToBaseQuantityDnmntr: '1',
  GoodsMovementStatus: 'A',
  ...more,
})

const delivery = (number: number, items: Wire[], more: Wire = {}): Wire => ({
  DeliveryDocument: `${number}`.padStart(10, '0'),
  SDDocumentCategory: 'J',
  DeliveryDocumentType: 'LF',
  OverallGoodsMovementStatus: 'A',
  SoldToParty: '0000100123',
  ShipToParty: '0000200123',
  CreationDate: day('2026-11-20'),
  LastChangeDate: null,
  PlannedGoodsIssueDate: day('2026-11-22'),
  ActualGoodsMovementDate: null,
  BillOfLading: '',
  TotalNumberOfPackage: '00005',
  HeaderGrossWeight: '50000.000',
  HeaderWeightUnit: 'G',
  CompleteDeliveryIsDefined: false,
  to_DeliveryDocumentItem: { results: items },
  ...more,
})

const issued = (number: number, items: Wire[], more: Wire = {}) =>
  delivery(
    number,
    items.map(item => ({ ...item, GoodsMovementStatus: 'C' })),
    { OverallGoodsMovementStatus: 'C', ActualGoodsMovementDate: day('2026-11-21'), ...more },
  )

const put = (...rows: Wire[]) => {
  inSap[path] = rows
}
const read = (mode: 'DELTA' | 'FULL' = 'DELTA', sap = stubSap(inSap)) =>
  sapRowReader({ db, sap, log: createLog({ logLevel: 'silent' }) }, deliveryPull).read({
    trigger: 'MANUAL',
    mode,
    requestedById: null,
  })
const headers = () => db('sap_delivery').orderBy('id')
const lines = () => db('sap_delivery_line').orderBy(['deliveryId', 'lineNo'])
const errors = () => db('import_job_error').orderBy('id').pluck('message')

describe('deliveries read from SAP', () => {
  it('say what is picked for whom, from which plant, and when it is to leave', async () => {
    put(delivery(80000001, [line(10), line(20, { ActualDeliveryQuantity: '5.000' })]))
    expect(await read()).toMatchObject({ object: 'DELIVERY', status: 'OK', rowsRead: 1, rowsCreated: 1 })
    expect(await headers()).toMatchObject([
      {
        deliveryNo: '80000001',
        deliveryType: 'LF',
        status: 'OPEN',
        orderId: bought.id,
        soldToId: company.customerId,
        shipToId: company.shipToId,
        plantId: company.plantId,
        sbuId: company.sbuId,
        createdOn: '2026-11-20',
        plannedOn: '2026-11-22',
        issuedOn: null,
        lrNo: null,
        packages: 5,
        grossWeightKg: 50_000,
        isComplete: 0,
      },
    ])
    expect(await lines()).toMatchObject([
      {
        lineNo: 10,
        splitOfLineNo: null,
        orderId: bought.id,
        orderLineId: bought.lineIds[0],
        productId: company.productIds[0],
        soldToId: company.customerId,
        plantId: company.plantId,
        sbuId: company.sbuId,
        batchNo: 'B26110001',
        expiryDate: '2028-11-20',
        qty: 20_000,
        uom: 'EA',
        baseQty: 20_000,
        baseUom: 'EA',
        isOpen: 1,
      },
      { lineNo: 20, orderLineId: bought.lineIds[1], qty: 5_000, isOpen: 1 },
    ])
  })

  it('change nothing when the same is read again, in whichever way', async () => {
    put(delivery(1, [line(10)]), issued(2, [line(20)]))
    await read()
    for (const mode of ['DELTA', 'FULL'] as const)
      expect(await read(mode)).toMatchObject({ status: 'OK', rowsRead: 2, rowsCreated: 0, rowsUpdated: 0 })
  })

  it('take stock until their goods are issued, and name the LR that SAP has then', async () => {
    put(delivery(1, [line(10)]))
    await read()
    put(issued(1, [line(10)], { BillOfLading: 'VRL4711', LastChangeDate: day('2026-11-21') }))
    expect(await read()).toMatchObject({ rowsUpdated: 1 })
    expect(await headers()).toMatchObject([{ status: 'ISSUED', issuedOn: '2026-11-21', lrNo: 'VRL4711' }])
    expect(await lines()).toMatchObject([{ isOpen: 0 }])
  })

  it('take no stock with what moves no goods', async () => {
    put(delivery(1, [line(10), line(20, { GoodsMovementStatus: '' })], { OverallGoodsMovementStatus: 'B' }))
    await read()
    expect(await headers()).toMatchObject([{ status: 'PARTIALLY_ISSUED' }])
    expect((await lines()).map(({ isOpen }: { isOpen: number }) => isOpen)).toEqual([1, 0])
  })

  it('hold an item in several batches as its parts, each of the same line of the order', async () => {
    const part = (no: number, Batch: string) =>
      line(no, { ReferenceSDDocumentItem: '000010', HigherLvlItmOfBatSpltItm: '000010', Batch, Material: 'LS-1001' })
    put(delivery(1, [line(10, { ActualDeliveryQuantity: '0.000', Batch: '' }), part(900001, 'B1'), part(900002, 'B2')]))
    await read()
    expect(await lines()).toMatchObject([
      { lineNo: 10, countsAs: 'TOTAL', qty: 0, isOpen: 0, batchNo: null },
      { lineNo: 900001, splitOfLineNo: 10, batchNo: 'B1', orderLineId: bought.lineIds[0] },
      { lineNo: 900002, splitOfLineNo: 10, batchNo: 'B2', orderLineId: bought.lineIds[0] },
    ])
  })

  it('hold the components of a kit, which no line of the order names, and substituted products', async () => {
    const component = line(11, { HigherLevelItem: '000010', ReferenceSDDocumentItem: '000011', Material: 'LS-1002' })
    put(delivery(1, [line(10), component, line(20, { Material: 'LS-1001' })]))
    expect(await read()).toMatchObject({ status: 'OK' })
    expect(await lines()).toMatchObject([
      { orderLineId: bought.lineIds[0] },
      { kitOfLineNo: 10, orderId: bought.id, orderLineId: null, productId: company.productIds[1] },
      { orderLineId: bought.lineIds[1], productId: company.productIds[0] },
    ])
  })

  it('name no order of their own where they have goods of several, or of an order that was entered in SAP', async () => {
    const other = await confirmed('5000000002')
    put(
      delivery(1, [line(10), line(20, { ReferenceSDDocument: '5000000002' })]),
      delivery(2, [line(10, { ReferenceSDDocument: '5999999999' })]),
    )
    await read()
    expect(await headers()).toMatchObject([{ orderId: null }, { orderId: null, soldToId: company.customerId }])
    expect((await lines()).map(({ orderId }: { orderId: number }) => orderId)).toEqual([bought.id, other.id, null])
  })

  it('count in the base unit by SAP’s own ratio', async () => {
    const drums = line(10, {
      ActualDeliveryQuantity: '3.000',
      DeliveryQuantityUnit: 'DR',
      BaseUnit: 'KG',
      DeliveryToBaseQuantityNmrtr: '250',
      DeliveryToBaseQuantityDnmntr: '3',
    })
    put(delivery(1, [drums]))
    await read()
    expect(await lines()).toMatchObject([{ qty: 3_000, uom: 'DR', baseQty: 250_000, baseUom: 'KG' }])
  })

  it('are a transfer of stock where they have no sold-to', async () => {
    put(delivery(1, [line(10, { ReferenceSDDocument: '', ReferenceSDDocumentCategory: 'V' })], { SoldToParty: '' }))
    expect(await read()).toMatchObject({ status: 'OK' })
    expect(await headers()).toMatchObject([{ soldToId: null, sbuId: company.sbuId }])
    expect(await lines()).toMatchObject([{ isOpen: 1, orderId: null }])
  })

  it('leave out returns and inbound deliveries', async () => {
    put(delivery(1, [line(10)], { SDDocumentCategory: 'T' }), delivery(2, [line(10)], { SDDocumentCategory: '7' }))
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0 })
  })

  it('lose a line that was deleted in SAP, and gain one', async () => {
    put(delivery(1, [line(10), line(20)]))
    await read()
    put(delivery(1, [line(20), line(30, { Material: 'LS-1001' })], { LastChangeDate: day('2026-11-20') }))
    expect(await read()).toMatchObject({ rowsUpdated: 1 })
    expect((await lines()).map(({ lineNo }: { lineNo: number }) => lineNo)).toEqual([20, 30])
  })

  it('are asked for by the days of change and of creation, with two days of overlap', async () => {
    put(delivery(1, [line(10)]))
    const sap = stubSap(inSap)
    await read('DELTA', sap)
    at = '2026-11-25T06:30:00.000Z'
    await read('DELTA', sap)
    const outbound = sap.asked.filter(asked => asked.path === path)
    expect(outbound.map(({ filter }) => filter)).toEqual([
      "OverallGoodsMovementStatus ne 'C' or LastChangeDate ge datetime'2026-08-22T00:00:00' or CreationDate ge datetime'2026-08-22T00:00:00'",
      "LastChangeDate ge datetime'2026-11-18T00:00:00' or CreationDate ge datetime'2026-11-18T00:00:00'",
    ])
  })

  it.each([
    ['customer 999999', 'CUSTOMER', { SoldToParty: '0000999999' }, {}],
    ['plant 9999', 'PLANT', {}, { Plant: '9999' }],
    ['product LS-9999', 'PRODUCT', {}, { Material: 'LS-9999' }],
  ])('wait for an unknown %s, and the others are taken', async (what, waitsFor, header, item) => {
    put(delivery(1, [line(10, item)], header), delivery(2, [line(20)]))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([`Delivery 1: the portal has no ${what}`])
    expect(await db('sap_pending_row')).toMatchObject([{ object: 'DELIVERY', sapKey: '1', waitsFor }])
  })

  it.each([
    ['no lines', [], 'Delivery 1 has no lines with a quantity'],
    [
      'a quantity that is none',
      [line(10, { ActualDeliveryQuantity: 'much' })],
      'Delivery 1 item 10: "much" is not a decimal text',
    ],
  ])('report %s', async (_, items, sentence) => {
    put(delivery(1, items), delivery(2, [line(20)]))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1 })
    expect(await errors()).toEqual([sentence])
  })
})

describe('deliveries that SAP no longer has', () => {
  it('are marked deleted by a full reading and take no stock; those that left long ago stay as they are', async () => {
    put(delivery(1, [line(10)]), delivery(2, [line(20)]), issued(3, [line(10)]))
    await read()
    at = '2027-06-01T06:30:00.000Z'
    put(delivery(2, [line(20)]))
    expect(await read('FULL')).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect((await headers()).map(({ status }: { status: string }) => status)).toEqual(['DELETED', 'OPEN', 'ISSUED'])
    expect((await lines()).map(({ isOpen }: { isOpen: number }) => isOpen)).toEqual([0, 1, 0])
  })

  it('are kept where SAP gives far too few', async () => {
    const many = Array.from({ length: 12 }, (_, index) => delivery(index + 1, [line(10)]))
    put(...many)
    await read()
    put(...many.slice(0, 5))
    expect(await read('FULL')).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await db('sap_delivery').where('status', 'DELETED')).toEqual([])
  })
})
