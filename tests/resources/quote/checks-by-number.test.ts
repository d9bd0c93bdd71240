import { describe, expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import type { CheckFacts, CheckLine, CheckOrder } from '../../../resources/orders/quote/check-facts.ts'
import { checks, findingsOf } from '../../../resources/orders/quote/checks.ts'
import { type EudFacts, eudOf } from '../../../resources/orders/quote/eud.ts'
import { LARGEST_LINE, priceBook, priceLine } from '../../../resources/orders/quote/price.ts'
import { sourceLine } from '../../../resources/orders/quote/source.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import {
  always,
  checkFacts,
  checkLine,
  customer,
  ORDER_DATE,
  priceLineOf,
  priceOrder,
  priceRows,
  product,
  row,
  salesArea,
  sourceOrder,
  sourceRows,
} from '../../support/orders/order-rows.ts'

type More = Partial<CheckFacts>

/** One case of a rule at submit: what just breaks it, what just satisfies it, and the message and its field. */
interface ByNumber {
  rule: string
  code: string
  /** What the case varies. */
  on: string
  breaks: More
  keeps: More
  field: string
  says: string
  warns?: true
}

const order = (more: Partial<CheckOrder>): More => ({ order: { ...checkFacts().order, ...more } })
/** Puts a correct line first, so that the second one is named. */
const second = (more: Partial<CheckLine>): More => ({
  lines: [checkLine({ product: product({ id: 2 }) }), checkLine({ lineNo: 20, ...more })],
})
const buyer = (more: Parameters<typeof customer>[0]): More => ({ customer: customer(more), soldTo: customer(more) })
const shipTo = (more: Partial<CheckFacts['shipTo']>): More => ({ shipTo: { ...checkFacts().shipTo, ...more } })
const orderType = (more: Partial<CheckFacts['orderType']>) => ({ orderType: { ...checkFacts().orderType, ...more } })

const block = { ...always(), customerId: 1, sbuId: 1, blockMode: 'BLOCK' as const, reason: 'Overdue', remarks: '' }
const stopped = (more: object): More => ({ orderBlocks: [{ ...block, ...more }] })
const shortage = {
  ...always(),
  ...{ productId: 1, plantId: 1, action: 'BLOCK' as const, message: 'Maker closed' },
  ...{ expectedAvailableOn: null, substitute: null },
}
const pack = product({ packQty: 5_000, minOrderQty: 10_000, maxOrderQty: 100_000 })

/** A line with the result of pricing, which the rule reports. */
const priced = (
  manualDiscountPct: number,
  more: Partial<Parameters<typeof priceRows>[0]> = {},
  qty = 100_000,
): More => {
  const capped = product({ materialPricingGroupId: 3 })
  const groups = [{ ...row(), id: 3, code: 'G3', maxManualDiscountPct: 1000 }]
  const book = priceBook(priceRows({ materialPricingGroups: groups, ...more }))
  const { priceProblem } = priceLine(book, priceOrder(), priceLineOf({ product: capped, manualDiscountPct, qty }))
  return second({ priceProblem, qty })
}
const listed = (validTo: string, listPrice = 100_000) => ({
  productPrices: [{ ...always(), validTo, channelId: 11, productId: 1, listPrice, priceUnit: 1, uom: 'EA' }],
})
const sourced = (validTo: string): More => {
  const defaultSupplyPlants = [{ ...always(), validTo, sbuId: 1, channelId: null, plantId: 2 }]
  const book = sourceBook(sourceRows({ sbuCnfs: [], defaultSupplyPlants }))
  const { plantId } = sourceLine(book, sourceOrder(), { product: product(), qty: 1000, manualPlantId: null })
  return second({ plantId })
}

const paper = {
  ...{ id: 7, eudNo: 'EU2627000007', customerId: 1, productId: 1, documentType: 'NDPS_REGISTRATION' as const },
  ...{ issueDate: '2026-04-01', validTo: ORDER_DATE, permittedQty: 100_000, usedQty: 0, reservedQty: 0, ownQty: 0 },
  ...{ orderId: null, status: 'SUBMITTED' as const },
}
const given = (more: Partial<EudFacts['papers'][number]>, stops: EudFacts['stops'] = []): More => {
  const asks = {
    ...always(),
    ...{ productId: 1, documentType: 'NDPS_REGISTRATION' as const, frequency: 'ONCE_VALID' as const },
    ...{ validityMonths: 12, qtyControlled: true, templateAttachmentId: null },
  }
  const eud = eudOf({
    ...{ rules: [asks], papers: [{ ...paper, ...more }], stops, orderDate: ORDER_DATE, orderId: 5 },
    ...{ customerId: 1, productId: 1, qty: 100_000, chosenId: null },
  })
  return second({ eud })
}
const eudBlock = {
  ...{ id: 9, rowVersion: 1, blockNo: 'EB1', customerId: 1, productId: 1, reason: 'REVOKED' as const },
  status: 'ACTIVE' as const,
}

const petrol = (qty: number, more: Partial<CheckFacts['shipTo']> = {}): More => ({
  ...second({ qty, product: product({ packQty: 1 }) }),
  ...shipTo({
    ...{ pesoLicenceNo: 'P/1', pesoClass: 'A', pesoCapacityLitres: 2_500, pesoValidTo: '2026-10-20' },
    ...more,
  }),
  petroleum: new Map([
    [1, { ...row(), productId: 1, petroleumClass: 'A', litrePerUom: 2_500, licenceFreeLitres: 300 }],
  ]),
})
const drug = (validTo: string, soldToValidTo = validTo, drugLicenceNo: string | null = 'MH-20B'): More => ({
  ...second({ product: product({ isDrug: true }) }),
  customer: customer({ drugLicenceNo, drugLicenceValidTo: validTo }),
  soldTo: customer({ id: 7, code: '100202', drugLicenceNo, drugLicenceValidTo: soldToValidTo }),
})
const split = (...deliveries: [day: string, qty: number][]): More =>
  second({ schedules: deliveries.map(([requestedDate, qty], at) => ({ scheduleNo: at + 1, requestedDate, qty })) })
const deliveries = (many: number): More =>
  split(
    ...Array.from({ length: many }, (_, at): [string, number] => [
      addDays('2026-10-20', 7 * at),
      at ? 1000 : 101_000 - many * 1000,
    ]),
  )

const poOrder = (more: Partial<CheckOrder>) => order(more)

const byNumber: readonly ByNumber[] = [
  {
    rule: 'V1',
    code: 'CUSTOMER_INACTIVE',
    on: 'active',
    breaks: buyer({ isActive: false }),
    keeps: buyer({ isActive: true }),
    field: 'customerId',
    says: 'is no longer active: choose another customer',
  },
  {
    rule: 'V1',
    code: 'CUSTOMER_INACTIVE',
    on: 'deleted in SAP',
    breaks: buyer({ sapDeleted: true }),
    keeps: buyer({ sapDeleted: false }),
    field: 'customerId',
    says: 'is no longer active: choose another customer',
  },
  {
    rule: 'V1',
    code: 'SAP_ORDER_BLOCK',
    on: 'order block of SAP',
    breaks: buyer({ sapOrderBlock: '01' }),
    keeps: buyer({ sapOrderBlock: null }),
    field: 'customerId',
    says: 'is blocked for orders in SAP (01): ask the credit desk',
  },
  {
    rule: 'V1',
    code: 'SAP_ORDER_BLOCK',
    on: 'of the distributor who buys',
    breaks: { soldTo: customer({ id: 7, sapOrderBlock: '01' }) },
    keeps: { soldTo: customer({ id: 7 }) },
    field: 'customerId',
    says: 'is blocked for orders in SAP (01)',
  },
  {
    rule: 'V1',
    code: 'CUSTOMER_INCOMPLETE',
    on: 'what SAP does not tell',
    breaks: buyer({ toComplete: 'City, GST registration' }),
    keeps: buyer({ toComplete: null }),
    field: 'customerId',
    says: 'is not complete yet: have these entered under Customers: City, GST registration',
  },
  {
    rule: 'V1',
    code: 'NO_SALES_AREA',
    on: 'sales areas of SAP',
    breaks: { salesAreas: [salesArea({ division: '20' })] },
    keeps: { salesAreas: [salesArea({ division: '20' }), salesArea({})] },
    field: 'customerId',
    says: 'has no sales area in SAP for sales organisation 1000, division 10 (LS)',
  },
  {
    rule: 'V1',
    code: 'NO_SALES_AREA',
    on: 'a customer whom SAP has told of, without any',
    breaks: buyer({ lastSyncedAt: '2026-10-01T00:00:00.000Z' }),
    keeps: buyer({ lastSyncedAt: null }),
    field: 'customerId',
    says: 'ask for it to be created there, or choose another SBU',
  },
  {
    rule: 'V1',
    code: 'SAP_ORDER_BLOCK',
    on: 'block of the sales area',
    breaks: { salesAreas: [salesArea({ orderBlock: '03' })] },
    keeps: { salesAreas: [salesArea({}), salesArea({ division: '20', orderBlock: '03' })] },
    field: 'customerId',
    says: 'is blocked for orders in SAP (03) for sales organisation 1000, division 10 (LS)',
  },
  {
    rule: 'V1',
    code: 'CUSTOMER_INACTIVE',
    on: 'deletion of the sales area',
    breaks: { salesAreas: [salesArea({ isDeleted: true })] },
    keeps: { salesAreas: [salesArea({ isDeleted: true, channelId: 11 }), salesArea({ channelId: 12 })] },
    field: 'customerId',
    says: 'is deleted in SAP for sales organisation 1000, division 10 (LS)',
  },
  {
    rule: 'V4',
    code: 'SHIP_TO_INCOMPLETE',
    on: 'what SAP does not tell',
    breaks: shipTo({ toComplete: 'City' }),
    keeps: shipTo({ toComplete: null }),
    field: 'shipToId',
    says: 'is not complete yet: have these entered under Ship-to Addresses: City',
  },
  {
    rule: 'V2',
    code: 'CUSTOMER_BLOCKED',
    on: 'block of the SBU',
    breaks: stopped({}),
    keeps: stopped({ sbuId: 2 }),
    field: 'customerId',
    says: 'may not place orders: Overdue. Ask the credit desk to lift the block',
  },
  {
    rule: 'V2',
    code: 'CUSTOMER_BLOCKED',
    on: 'block of every SBU',
    breaks: stopped({ sbuId: null }),
    keeps: stopped({ sbuId: null, customerId: 2 }),
    field: 'customerId',
    says: 'may not place orders',
  },
  {
    rule: 'V2',
    code: 'CUSTOMER_BLOCKED',
    on: 'block of the sold-to',
    breaks: { ...stopped({ customerId: 7 }), soldTo: customer({ id: 7, code: '100202' }) },
    keeps: stopped({ customerId: 7 }),
    field: 'customerId',
    says: 'Customer 100202',
  },
  {
    rule: 'V2',
    code: 'CUSTOMER_BLOCKED',
    on: 'a row that only warns',
    breaks: stopped({ blockMode: 'WARN' }),
    keeps: { orderBlocks: [] },
    field: 'customerId',
    says: 'Overdue',
    warns: true,
  },
  {
    rule: 'V3',
    code: 'SBU_NOT_ALLOWED',
    on: 'department of the customer',
    breaks: { customerDepartments: [{ ...row(), isActive: false, customerId: 1, departmentId: 1 }] },
    keeps: { customerDepartments: [{ ...row(), customerId: 1, departmentId: 1 }] },
    field: 'sbuId',
    says: 'SBU LS is not open to customer 100001: choose another SBU',
  },
  {
    rule: 'V3',
    code: 'SBU_NOT_ALLOWED',
    on: 'department of the order',
    breaks: order({ departmentId: 2 }),
    keeps: order({ departmentId: 1 }),
    field: 'departmentId',
    says: 'Department is not one of customer 100001 in SBU LS: choose one that is',
  },
  {
    rule: 'V3',
    code: 'ORDER_TYPE_NOT_ALLOWED',
    on: 'order type of the department',
    breaks: order({ orderTypeId: 2 }),
    keeps: order({ orderTypeId: 1 }),
    field: 'orderTypeId',
    says: 'may not be used here: choose another order type',
  },
  {
    rule: 'V3',
    code: 'ORDER_TYPE_NOT_ALLOWED',
    on: 'order type for employees only',
    breaks: { departmentOrderTypes: [{ ...row(), departmentId: 1, orderTypeId: 1, allowedFor: 'EMPLOYEE_ONLY' }] },
    keeps: {
      departmentOrderTypes: [{ ...row(), departmentId: 1, orderTypeId: 1, allowedFor: 'EMPLOYEE_ONLY' }],
      placedByEmployee: true,
    },
    field: 'orderTypeId',
    says: 'choose another order type',
  },
  {
    rule: 'V4',
    code: 'SHIP_TO_NOT_ALLOWED',
    on: "somebody else's ship-to",
    breaks: shipTo({ customerId: 2 }),
    keeps: shipTo({ customerId: 1 }),
    field: 'shipToId',
    says: 'Ship-to 200001 is not an active delivery address of customer 100001: choose one that is',
  },
  {
    rule: 'V4',
    code: 'SHIP_TO_NOT_ALLOWED',
    on: 'a closed ship-to',
    breaks: shipTo({ isActive: false }),
    keeps: shipTo({ isActive: true }),
    field: 'shipToId',
    says: 'choose one that is',
  },
  {
    rule: 'V5',
    code: 'PO_REQUIRED',
    on: 'PO number',
    breaks: poOrder({ customerPoNo: ' ' }),
    keeps: poOrder({ customerPoNo: '1' }),
    field: 'customerPoNo',
    says: 'PO number is missing: enter',
  },
  {
    rule: 'V5',
    code: 'PO_REQUIRED',
    on: 'PO date',
    breaks: poOrder({ customerPoDate: null }),
    keeps: { ...poOrder({ customerPoDate: null, customerPoNo: null }), ...orderType({ requiresPo: false }) },
    field: 'customerPoDate',
    says: 'Customer PO date is missing: enter',
  },
  {
    rule: 'V5',
    code: 'PO_DATE',
    on: 'PO date ahead',
    breaks: poOrder({ customerPoDate: '2026-10-13' }),
    keeps: poOrder({ customerPoDate: ORDER_DATE }),
    field: 'customerPoDate',
    says: 'must not be after today, 12-10-2026',
  },
  {
    rule: 'V5',
    code: 'PO_FILE_REQUIRED',
    on: 'PO file from 1,00,000',
    breaks: poOrder({ grossValue: 1_00_000_00 }),
    keeps: poOrder({ grossValue: 99_999_99 }),
    field: 'poAttachmentId',
    says: 'attach the purchase order, as orders from ₹ 1,00,000.00 need it',
  },
  {
    rule: 'V6',
    code: 'PRODUCT_NOT_ORDERABLE',
    on: 'orderable',
    breaks: second({ product: product({ isOrderable: false }) }),
    keeps: second({ product: product({ isOrderable: true }) }),
    field: 'lines[1].productId',
    says: 'Line 20 (LS-1001) cannot be ordered: remove the line',
  },
  {
    rule: 'V6',
    code: 'ITEM_NOT_AVAILABLE',
    on: 'BLOCK of the plant',
    breaks: { ...second({ plantId: 1 }), nonAvailable: [shortage] },
    keeps: { ...second({ plantId: 2 }), nonAvailable: [shortage] },
    field: 'lines[1].productId',
    says: 'is not available: Maker closed.',
  },
  {
    rule: 'V6',
    code: 'ITEM_NOT_AVAILABLE',
    on: 'BLOCK of every plant',
    breaks: { ...second({}), nonAvailable: [{ ...shortage, plantId: null }] },
    keeps: { ...second({}), nonAvailable: [{ ...shortage, plantId: null, productId: 3 }] },
    field: 'lines[1].productId',
    says: 'is not available',
  },
  {
    rule: 'V6',
    code: 'ITEM_NOT_AVAILABLE',
    on: 'a row that only warns',
    breaks: { ...second({}), nonAvailable: [{ ...shortage, action: 'WARN' }] },
    keeps: { nonAvailable: [] },
    field: 'lines[1].productId',
    says: 'is not available',
    warns: true,
  },
  {
    rule: 'V7',
    code: 'QTY_MIN',
    on: 'above nothing',
    breaks: second({ qty: 0 }),
    keeps: second({ qty: 1, product: product({ packQty: 1 }) }),
    field: 'lines[1].qty',
    says: 'enter a quantity above 0',
  },
  {
    rule: 'V7',
    code: 'QTY_MIN',
    on: 'least quantity',
    breaks: second({ product: pack, qty: 9_999 }),
    keeps: second({ product: pack, qty: 10_000 }),
    field: 'lines[1].qty',
    says: 'quantity 9.999 is too small: order at least 10',
  },
  {
    rule: 'V7',
    code: 'QTY_MAX',
    on: 'largest quantity',
    breaks: second({ product: pack, qty: 100_001 }),
    keeps: second({ product: pack, qty: 100_000 }),
    field: 'lines[1].qty',
    says: 'quantity 100.001 is too large: order at most 100',
  },
  {
    rule: 'V7',
    code: 'QTY_MULTIPLE',
    on: 'whole packs',
    breaks: second({ product: pack, qty: 15_001 }),
    keeps: second({ product: pack, qty: 15_000 }),
    field: 'lines[1].qty',
    says: 'is not a multiple of the pack of 5: order 15 or 20',
  },
  {
    rule: 'V8',
    code: 'NO_PRICE',
    on: 'last day of the price',
    breaks: priced(0, listed(addDays(ORDER_DATE, -1))),
    keeps: priced(0, listed(ORDER_DATE)),
    field: 'lines[1].productId',
    says: 'has no price on the order date: ask the pricing desk',
  },
  {
    rule: 'V8',
    code: 'DISCOUNT_OVER_CAP',
    on: 'cap of the pricing group',
    breaks: priced(1001),
    keeps: priced(1000),
    field: 'lines[1].manualDiscountPct',
    says: 'beyond the cap of its material pricing group, which no approval can pass: lower it',
  },
  {
    rule: 'V8',
    code: 'VALUE_TOO_LARGE',
    on: 'largest value of a line',
    breaks: priced(0, listed('2027-03-31', LARGEST_LINE / 100), 101_000),
    keeps: priced(0, listed('2027-03-31', LARGEST_LINE / 100), 100_000),
    field: 'lines[1].qty',
    says: 'lower the quantity',
  },
  {
    rule: 'V9',
    code: 'EUD_MISSING',
    on: 'last day of the document',
    breaks: given({ validTo: addDays(ORDER_DATE, -1) }),
    keeps: given({}),
    field: 'lines[1].eudDocumentId',
    says: 'needs a NDPS registration of the end user (EU2627000007 ended on 11-10-2026): upload it',
  },
  {
    rule: 'V9',
    code: 'EUD_MISSING',
    on: 'permitted quantity',
    breaks: given({ permittedQty: 99_999 }),
    keeps: given({ permittedQty: 100_000 }),
    field: 'lines[1].eudDocumentId',
    says: 'of EU2627000007 only 99.999 are left',
  },
  {
    rule: 'V9',
    code: 'EUD_BLOCKED',
    on: 'block of customer and product',
    breaks: given({}, [eudBlock]),
    keeps: given({}, [{ ...eudBlock, status: 'RELEASED' }]),
    field: 'lines[1].productId',
    says: 'may not be sold to customer 100001, for the document was revoked (block EB1)',
  },
  {
    rule: 'V10',
    code: 'PESO_LICENCE_REQUIRED',
    on: 'litres free of a licence',
    breaks: petrol(12_001, { pesoLicenceNo: null }),
    keeps: petrol(12_000, { pesoLicenceNo: null }),
    field: 'lines[1].productId',
    says: 'of class A, of which the order has 30.003 litres and 30 litres are free: ship-to 200001 has no PESO licence',
  },
  {
    rule: 'V10',
    code: 'PESO_LICENCE_REQUIRED',
    on: 'last day of the licence',
    breaks: petrol(100_000, { pesoValidTo: '2026-10-19' }),
    keeps: petrol(100_000),
    field: 'lines[1].productId',
    says: 'the PESO licence of ship-to 200001 ends on 19-10-2026: it must be renewed',
  },
  {
    rule: 'V10',
    code: 'PESO_LICENCE_REQUIRED',
    on: 'class of the licence',
    breaks: petrol(100_000, { pesoClass: 'BC' }),
    keeps: petrol(100_000, { pesoClass: 'ABC' }),
    field: 'lines[1].productId',
    says: 'is for class BC only',
  },
  {
    rule: 'V10',
    code: 'PESO_LICENCE_REQUIRED',
    on: 'capacity of the licence',
    breaks: petrol(100_000, { pesoCapacityLitres: 2_499 }),
    keeps: petrol(100_000, { pesoCapacityLitres: 2_500 }),
    field: 'lines[1].productId',
    says: 'is for 249.9 litres; order less',
  },
  {
    rule: 'V11',
    code: 'DRUG_LICENCE_EXPIRED',
    on: 'last day of the licence',
    breaks: drug('2026-10-19'),
    keeps: drug('2026-10-20'),
    field: 'lines[1].productId',
    says: 'the drug licence of 100001 Sahyadri Biologics ends on 19-10-2026: have a licence entered that is valid on 20-10-2026',
  },
  {
    rule: 'V11',
    code: 'DRUG_LICENCE_EXPIRED',
    on: 'licence of the sold-to',
    breaks: drug('2026-10-20', '2026-10-19'),
    keeps: drug('2026-10-20', '2026-10-20'),
    field: 'lines[1].productId',
    says: 'the drug licence of 100202',
  },
  {
    rule: 'V11',
    code: 'DRUG_LICENCE_EXPIRED',
    on: 'number of the licence',
    breaks: drug('2027-10-20', '2027-10-20', null),
    keeps: { ...drug('2027-10-20', '2027-10-20', null), ...second({}) },
    field: 'lines[1].productId',
    says: 'is missing',
  },
  {
    rule: 'V12',
    code: 'NO_SOURCE',
    on: 'last day of the last mapping',
    breaks: sourced(addDays(ORDER_DATE, -1)),
    keeps: sourced(ORDER_DATE),
    field: 'lines[1].plantId',
    says: 'has no plant to supply it: ask customer service',
  },
  {
    rule: 'V13',
    code: 'MIN_ORDER_VALUE',
    on: 'minimum value of the SBU',
    breaks: order({ taxableValue: 4_999_99 }),
    keeps: order({ taxableValue: 5_000_00 }),
    field: 'taxableValue',
    says: 'is below the minimum of SBU LS, ₹ 5,000.00: add goods for ₹ 0.01',
  },
  {
    rule: 'V14',
    code: 'REQUESTED_DATE',
    on: 'the order date',
    breaks: order({ requestedDeliveryDate: '2026-10-11' }),
    keeps: order({ requestedDeliveryDate: ORDER_DATE }),
    field: 'requestedDeliveryDate',
    says: 'choose a day from 12-10-2026 to 12-10-2027',
  },
  {
    rule: 'V14',
    code: 'REQUESTED_DATE',
    on: '365 days',
    breaks: order({ requestedDeliveryDate: addDays(ORDER_DATE, 366) }),
    keeps: order({ requestedDeliveryDate: addDays(ORDER_DATE, 365) }),
    field: 'requestedDeliveryDate',
    says: 'Requested delivery date 13-10-2027 is not possible',
  },
  {
    rule: 'V14',
    code: 'SCHEDULE_QTY',
    on: 'sum of the deliveries',
    breaks: split(['2026-10-20', 60_000], ['2026-10-21', 39_999]),
    keeps: split(['2026-10-20', 60_000], ['2026-10-21', 40_000]),
    field: 'lines[1].schedules',
    says: 'deliveries come to 99.999: make them add up to the quantity of 100',
  },
  {
    rule: 'V14',
    code: 'SCHEDULE_DATES',
    on: 'one day after another',
    breaks: split(['2026-10-20', 60_000], ['2026-10-20', 40_000]),
    keeps: split(['2026-10-20', 60_000], ['2026-10-21', 40_000]),
    field: 'lines[1].schedules[1].requestedDate',
    says: 'delivery 2 must come after 20-10-2026',
  },
  {
    rule: 'V14',
    code: 'SCHEDULE_DATES',
    on: 'first delivery from the order date',
    breaks: split(['2026-10-11', 100_000]),
    keeps: split([ORDER_DATE, 100_000]),
    field: 'lines[1].schedules[0].requestedDate',
    says: 'delivery 1 must be on a day from 12-10-2026 to 12-10-2027',
  },
  {
    rule: 'V14',
    code: 'SCHEDULE_DATES',
    on: 'last delivery within 365 days',
    breaks: split([addDays(ORDER_DATE, 366), 100_000]),
    keeps: split([addDays(ORDER_DATE, 365), 100_000]),
    field: 'lines[1].schedules[0].requestedDate',
    says: 'to 12-10-2027',
  },
  {
    rule: 'V14',
    code: 'SCHEDULE_QTY',
    on: 'quantity of a delivery',
    breaks: split(['2026-10-20', 100_000], ['2026-10-21', 0]),
    keeps: split(['2026-10-20', 99_999], ['2026-10-21', 1]),
    field: 'lines[1].schedules[1].qty',
    says: 'delivery 2 needs a quantity above 0',
  },
  {
    rule: 'V14',
    code: 'SCHEDULE_COUNT',
    on: 'twelve deliveries',
    breaks: deliveries(13),
    keeps: deliveries(12),
    field: 'lines[1].schedules',
    says: 'has 13 deliveries: keep at most 12',
  },
]

/** The numbered rules at submit, each with the codes that the specification names. */
const written: Record<string, readonly string[]> = {
  // The customer and the buyer are active and not blocked in SAP.
  V1: ['CUSTOMER_INACTIVE', 'SAP_ORDER_BLOCK'],
  // No block of the portal stops the customer.
  V2: ['CUSTOMER_BLOCKED'],
  // SBU, department and order type are open to the customer.
  V3: ['SBU_NOT_ALLOWED', 'ORDER_TYPE_NOT_ALLOWED'],
  // The ship-to is an active one of the customer.
  V4: [],
  // The purchase order has its number, date and, from one lakh on, its file.
  V5: [],
  // Products can be ordered and are available.
  V6: ['PRODUCT_NOT_ORDERABLE', 'ITEM_NOT_AVAILABLE'],
  // The quantity is in whole packs from the minimum to the maximum.
  V7: ['QTY_MULTIPLE', 'QTY_MIN', 'QTY_MAX'],
  // Every line has a price, and its discount is within the cap.
  V8: ['NO_PRICE', 'DISCOUNT_OVER_CAP'],
  // The end-user documents are there, and no block for missing ones applies.
  V9: ['EUD_MISSING', 'EUD_BLOCKED'],
  // Petroleum above the free litres goes to a ship-to with a licence.
  V10: ['PESO_LICENCE_REQUIRED'],
  // Drugs go to holders of a valid drug licence.
  V11: ['DRUG_LICENCE_EXPIRED'],
  // Every line has a supplying plant.
  V12: ['NO_SOURCE'],
  // The order reaches the minimum value of its SBU.
  V13: ['MIN_ORDER_VALUE'],
  // Requested dates and deliveries of a line are possible.
  V14: [],
}

describe('the rules at submit, by number', () => {
  it.each(byNumber)(
    '$rule $code ($on): is broken by the first value beyond its limit, and satisfied by the last one within',
    each => {
      const { rule, code, field, says, warns } = each
      expect(findingsOf(checkFacts(each.keeps))).toEqual([])
      const found = findingsOf(checkFacts(each.breaks))
      expect(found.map(one => `${one.rule} ${one.code} ${one.field}`)).toEqual([`${rule} ${code} ${field}`])
      expect(found[0]!.message).toContain(says)
      expect(found[0]!.warns).toBe(warns)
    },
  )

  it('are all listed here, each with every code that the specification names, and each code is described for orders in error', () => {
    const known = new Set(byNumber.filter(({ warns }) => !warns).map(({ rule, code }) => `${rule} ${code}`))
    for (const [rule, codes] of Object.entries(written)) {
      expect(byNumber.map(each => each.rule)).toContain(rule)
      for (const code of codes) {
        expect([...known]).toContain(`${rule} ${code}`)
        expect(errorWords(code).mend, code).not.toBeNull()
      }
    }
    const numbered = new Set(checks.map(({ rule }) => rule).filter(rule => rule.startsWith('V')))
    expect([...numbered].toSorted()).toEqual(Object.keys(written).toSorted())
  })

  it('name the line of the rule that was broken, also where several are', () => {
    const facts = checkFacts({ ...order({ taxableValue: 1 }), ...second({ qty: 0, plantId: null }) })
    expect(findingsOf(facts).map(({ rule, field }) => `${rule} ${field}`)).toEqual([
      'V13 taxableValue',
      'V7 lines[1].qty',
      'V12 lines[1].plantId',
    ])
  })
})
