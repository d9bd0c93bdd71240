import { describe, expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import type { CheckFacts, CheckOrder } from '../../../resources/orders/quote/check-facts.ts'
import { findingsOf } from '../../../resources/orders/quote/checks.ts'
import { fittingQty, quantityProblem } from '../../../resources/orders/quote/checks-lines.ts'
import { checkFacts, checkLine, customer, product, row } from '../../support/orders/order-rows.ts'

/** The faults found, as `V7 QTY_MIN lines[0].qty`; checks-by-number.test.ts lists the numbered rules. */
const found = (more: Partial<CheckFacts>) =>
  findingsOf(checkFacts(more)).map(({ rule, code, field }) => `${rule} ${code} ${field}`)
const order = (more: Partial<CheckOrder>) => ({ order: { ...checkFacts().order, ...more } })
const lines = (...more: Parameters<typeof checkLine>[0][]) => ({
  lines: more.map((each, index) => checkLine({ lineNo: (index + 1) * 10, ...each })),
})
const orderType = (more: Partial<CheckFacts['orderType']>) => ({ orderType: { ...checkFacts().orderType, ...more } })

describe('the rules at submit', () => {
  it('find no fault in a correct order', () => {
    expect(found({})).toEqual([])
  })

  it('V1: a customer who is inactive, deleted or blocked in SAP may not order, nor through such a distributor', () => {
    const buyers = (more: Parameters<typeof customer>[0]) => ({ customer: customer(more), soldTo: customer(more) })
    expect(found(buyers({ isActive: false }))).toEqual(['V1 CUSTOMER_INACTIVE customerId'])
    expect(found(buyers({ sapDeleted: true }))).toEqual(['V1 CUSTOMER_INACTIVE customerId'])
    expect(found(buyers({ sapOrderBlock: '01' }))).toEqual(['V1 SAP_ORDER_BLOCK customerId'])
    expect(found({ soldTo: customer({ id: 2, sapOrderBlock: '01' }) })).toEqual(['V1 SAP_ORDER_BLOCK customerId'])
  })

  it('V3: the SBU, the department and the order type must be open to the customer', () => {
    expect(found({ customerDepartments: [] })).toEqual(['V3 SBU_NOT_ALLOWED sbuId'])
    expect(found({ departments: [{ id: 1, sbuId: 2, isActive: true }] })).toEqual(['V3 SBU_NOT_ALLOWED sbuId'])
    expect(found(order({ departmentId: 2 }))).toEqual(['V3 SBU_NOT_ALLOWED departmentId'])
    expect(found({ departmentOrderTypes: [] })).toEqual(['V3 ORDER_TYPE_NOT_ALLOWED orderTypeId'])
    expect(found(orderType({ isActive: false }))).toEqual(['V3 ORDER_TYPE_NOT_ALLOWED orderTypeId'])
  })

  it('V3: an order type for employees only is not for customers', () => {
    const departmentOrderTypes = [{ ...row(), departmentId: 1, orderTypeId: 1, allowedFor: 'EMPLOYEE_ONLY' as const }]
    expect(found({ departmentOrderTypes })).toEqual(['V3 ORDER_TYPE_NOT_ALLOWED orderTypeId'])
    expect(found({ departmentOrderTypes, placedByEmployee: true })).toEqual([])
  })

  it("V4: the ship-to must be an active one of the customer, not somebody else's", () => {
    const { shipTo } = checkFacts()
    expect(found({ shipTo: { ...shipTo, customerId: 2 } })).toEqual(['V4 SHIP_TO_NOT_ALLOWED shipToId'])
    expect(found({ shipTo: { ...shipTo, isActive: false } })).toEqual(['V4 SHIP_TO_NOT_ALLOWED shipToId'])
  })

  it('V5: a purchase order needs its number, a date not in the future, and a file from one lakh on', () => {
    expect(found(order({ customerPoNo: ' ' }))).toEqual(['V5 PO_REQUIRED customerPoNo'])
    expect(found(order({ customerPoDate: null }))).toEqual(['V5 PO_REQUIRED customerPoDate'])
    expect(found(order({ customerPoDate: '2026-10-13' }))).toEqual(['V5 PO_DATE customerPoDate'])
    expect(found(order({ grossValue: 9_999_999 }))).toEqual([])
    expect(found(order({ grossValue: 10_000_000 }))).toEqual(['V5 PO_FILE_REQUIRED poAttachmentId'])
    expect(found(order({ grossValue: 10_000_000, poAttachmentId: 7 }))).toEqual([])
    expect(
      found({ ...order({ customerPoNo: null, customerPoDate: null }), ...orderType({ requiresPo: false }) }),
    ).toEqual([])
  })

  it('V6: only orderable products', () => {
    for (const more of [{ isOrderable: false }, { sapSalesStatus: 'Z1' }, { isActive: false }]) {
      expect(found(lines({}, { product: product({ id: 2, ...more }) }))).toEqual([
        'V6 PRODUCT_NOT_ORDERABLE lines[1].productId',
      ])
    }
  })

  it('V7: a quantity above 0, in whole packs, from the minimum to the maximum', () => {
    const pack = product({ packQty: 5000, minOrderQty: 10_000, maxOrderQty: 100_000 })
    const qty = (value: number) => found(lines({ product: pack, qty: value }))
    expect(qty(10_000)).toEqual([])
    expect(qty(100_000)).toEqual([])
    expect(qty(0)).toEqual(['V7 QTY_MIN lines[0].qty'])
    expect(qty(-5000)).toEqual(['V7 QTY_MIN lines[0].qty'])
    expect(qty(5000)).toEqual(['V7 QTY_MIN lines[0].qty'])
    expect(qty(105_000)).toEqual(['V7 QTY_MAX lines[0].qty'])
    expect(qty(12_000)).toEqual(['V7 QTY_MULTIPLE lines[0].qty'])
    expect(quantityProblem(12_000, pack)!.message).toBe(
      'quantity 12 is not a multiple of the pack of 5: order 10 or 15',
    )
  })

  it('a quantity is rounded up to the next whole pack, at least the minimum order', () => {
    const pack = product({ packQty: 5000, minOrderQty: 12_000 })
    expect([1, 12_000, 15_000, 15_001].map(qty => fittingQty(qty, pack))).toEqual([15_000, 15_000, 15_000, 20_000])
    expect(fittingQty(1, product({ packQty: 0, minOrderQty: 0 }))).toBe(1)
  })

  it('V8 and V12: every line needs a price within the cap and a plant', () => {
    expect(found(lines({ priceProblem: 'NO_PRICE' }))).toEqual(['V8 NO_PRICE lines[0].productId'])
    expect(found(lines({ priceProblem: 'DISCOUNT_OVER_CAP' }))).toEqual([
      'V8 DISCOUNT_OVER_CAP lines[0].manualDiscountPct',
    ])
    expect(found(lines({ priceProblem: 'VALUE_TOO_LARGE' }))).toEqual(['V8 VALUE_TOO_LARGE lines[0].qty'])
    expect(found(lines({ plantId: null }))).toEqual(['V12 NO_SOURCE lines[0].plantId'])
  })

  it('V11: a drug needs a licence of customer and buyer until the last requested day', () => {
    const drug = lines({ product: product({ isDrug: true }) })
    const licensed = (drugLicenceValidTo: string) => customer({ drugLicenceNo: 'MH-PZ-20B-7', drugLicenceValidTo })
    const both = (until: string) => ({ ...drug, customer: licensed(until), soldTo: licensed(until) })
    expect(found(drug)).toEqual(['V11 DRUG_LICENCE_EXPIRED lines[0].productId'])
    expect(found(both('2026-10-20'))).toEqual([])
    expect(found(both('2026-10-19'))).toEqual(['V11 DRUG_LICENCE_EXPIRED lines[0].productId'])
    expect(found({ ...both('2026-12-31'), soldTo: customer({ id: 2 }) })).toEqual([
      'V11 DRUG_LICENCE_EXPIRED lines[0].productId',
    ])
    const later = [{ scheduleNo: 1, requestedDate: '2026-11-20', qty: 100_000 }]
    const split = lines({ product: product({ isDrug: true }), schedules: later })
    expect(found({ ...both('2026-10-20'), ...split })).toEqual(['V11 DRUG_LICENCE_EXPIRED lines[0].productId'])
  })

  it('V13: the order must reach the minimum value of the SBU, unless it is free', () => {
    expect(found(order({ taxableValue: 499_999 }))).toEqual(['V13 MIN_ORDER_VALUE taxableValue'])
    expect(found(order({ taxableValue: 500_000 }))).toEqual([])
    expect(found({ ...order({ taxableValue: 0 }), ...orderType({ isFreeOfCharge: true }) })).toEqual([])
  })

  it('V14: delivery may be requested from the order date to a year ahead', () => {
    expect(found(order({ requestedDeliveryDate: '2026-10-12' }))).toEqual([])
    expect(found(order({ requestedDeliveryDate: '2026-10-11' }))).toEqual(['V14 REQUESTED_DATE requestedDeliveryDate'])
    expect(found(order({ requestedDeliveryDate: '2027-10-12' }))).toEqual([])
    expect(found(order({ requestedDeliveryDate: '2027-10-13' }))).toEqual(['V14 REQUESTED_DATE requestedDeliveryDate'])
  })

  it('V14: deliveries of a line add up, follow one another and are at most twelve', () => {
    const schedule = (...split: [string, number][]) =>
      found(
        lines(
          {},
          {
            product: product({ id: 2 }),
            schedules: split.map(([requestedDate, qty], at) => ({ scheduleNo: at + 1, requestedDate, qty })),
          },
        ),
      )
    expect(schedule(['2026-10-20', 40_000], ['2026-11-20', 60_000])).toEqual([])
    expect(schedule(['2026-10-20', 40_000], ['2026-11-20', 50_000])).toEqual(['V14 SCHEDULE_QTY lines[1].schedules'])
    expect(schedule(['2026-10-20', 40_000], ['2026-10-20', 60_000])).toEqual([
      'V14 SCHEDULE_DATES lines[1].schedules[1].requestedDate',
    ])
    expect(schedule(['2026-10-11', 100_000])).toEqual(['V14 SCHEDULE_DATES lines[1].schedules[0].requestedDate'])
    expect(schedule(['2026-10-20', 100_000], ['2026-10-21', 0])).toEqual(['V14 SCHEDULE_QTY lines[1].schedules[1].qty'])
    const thirteen = Array.from({ length: 13 }, (_, week): [string, number] => [
      addDays('2026-11-10', 7 * week),
      week ? 1000 : 88_000,
    ])
    expect(schedule(...thirteen)).toEqual(['V14 SCHEDULE_COUNT lines[1].schedules'])
  })

  it('V14: a Sunday or a holiday is told with the next working day, and stops nothing', () => {
    const holidays = new Map([['2026-11-09', 'Diwali']])
    const told = (more: Parameters<typeof checkFacts>[0]) =>
      findingsOf(checkFacts({ holidays, ...more })).map(({ field, message, day, warns }) => [
        field,
        message,
        day,
        warns,
      ])
    expect(told(order({ requestedDeliveryDate: '2026-11-09' }))).toEqual([
      ['requestedDeliveryDate', '09-11-2026 is a holiday (Diwali): goods come on 10-11-2026', '2026-11-10', true],
    ])
    const schedules = [
      { scheduleNo: 1, requestedDate: '2026-11-08', qty: 40_000 },
      { scheduleNo: 2, requestedDate: '2026-11-20', qty: 60_000 },
    ]
    expect(told(lines({ schedules }))).toEqual([
      [
        'lines[0].schedules[0].requestedDate',
        'Line 10 (LS-1001): delivery 1: 08-11-2026 is a Sunday: goods come on 10-11-2026',
        '2026-11-10',
        true,
      ],
    ])
  })

  it('an order has lines, not more than allowed, of one SBU', () => {
    expect(found(lines())).toEqual(['C.4 NO_LINES lines'])
    expect(found(lines({ lineStatus: 'REJECTED' }))).toEqual(['C.4 NO_LINES lines'])
    const many = Array.from({ length: 201 }, (_, index) => ({ product: product({ id: index + 1 }) }))
    expect(found(lines(...many))).toEqual(['C.4 MAX_LINES lines'])
    expect(found(lines(...many.slice(1)))).toEqual([])
    expect(found(lines({}, { product: product({ id: 2, sbuId: 2 }) }))).toEqual(['C.3 SBU_DIFFERS lines[1].productId'])
  })

  it('a product is on one line unless batch or deliveries differ', () => {
    expect(found(lines({}, { qty: 5000 }))).toEqual(['C.4 PRODUCT_TWICE lines[1].productId'])
    expect(found(lines({}, { requestedBatchNo: 'B1' }))).toEqual([])
    expect(found(lines({}, { schedules: [{ scheduleNo: 1, requestedDate: '2026-11-20', qty: 100_000 }] }))).toEqual([])
    expect(found(lines({ lineStatus: 'DELETED' }, {}))).toEqual([])
  })

  it('are all reported at once, each in a sentence that says where and what to do', () => {
    const all = findingsOf(
      checkFacts({ ...order({ customerPoNo: null, taxableValue: 1 }), ...lines({ qty: 100, plantId: null }) }),
    )
    expect(all.map(({ code }) => code)).toEqual(['PO_REQUIRED', 'MIN_ORDER_VALUE', 'QTY_MULTIPLE', 'NO_SOURCE'])
    expect(all.map(({ message }) => message)).toEqual([
      'PO number is missing: enter the number of the purchase order',
      'Order value ₹ 0.01 is below the minimum of SBU LS, ₹ 5,000.00: add goods for ₹ 4,999.99',
      'Line 10 (LS-1001): quantity 0.1 is not a multiple of the pack of 1: order 1',
      'Line 10 (LS-1001) has no plant to supply it: ask customer service to map or choose one',
    ])
  })
})
