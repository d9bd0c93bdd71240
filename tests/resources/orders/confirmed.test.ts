import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmedDeliveries, qtyInSap, resizedLine } from '../../../resources/orders/sap/confirmed.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const quantity = fc.integer({ min: 1, max: 50_000 })
const day = fc.integer({ min: 1, max: 28 }).map(no => `2026-12-${String(no).padStart(2, '0')}`)

describe('the quantity that SAP confirms of a line', () => {
  it('is assigned to its deliveries in order, each confirmed for the day its last part comes', () => {
    const confirmations = [
      { day: '2026-12-04', qty: 15_000 },
      { day: '2026-11-27', qty: 5_000 },
      { day: '2026-12-20', qty: 8_000 },
    ]
    expect(confirmedDeliveries([{ qty: 10_000 }, { qty: 20_000 }], confirmations, 12_000)).toEqual([
      { confirmedDate: '2026-12-04', confirmedQty: 10_000, deliveredQty: 10_000 },
      { confirmedDate: '2026-12-20', confirmedQty: 18_000, deliveredQty: 2_000 },
    ])
  })

  it('is zero where SAP confirms nothing', () => {
    expect(confirmedDeliveries([{ qty: 10_000 }], [], 0)).toEqual([
      { confirmedDate: null, confirmedQty: 0, deliveredQty: 0 },
    ])
  })

  it('is distributed exactly: never more than a delivery needs or SAP has, and no delivery before an earlier one', () => {
    const deliveries = fc.array(fc.record({ qty: quantity }), { minLength: 1, maxLength: 12 })
    const confirmations = fc.array(fc.record({ day, qty: quantity }), { maxLength: 8 })
    fc.assert(
      fc.property(deliveries, confirmations, quantity, (asked, said, delivered) => {
        const found = confirmedDeliveries(asked, said, delivered)
        const whole = sum(asked.map(({ qty }) => qty))
        expect(sum(found.map(one => one.confirmedQty))).toBe(Math.min(whole, sum(said.map(({ qty }) => qty))))
        expect(sum(found.map(one => one.deliveredQty))).toBe(Math.min(whole, delivered))
        expect(found.every((one, index) => one.confirmedQty <= asked[index]!.qty)).toBe(true)
        expect(found.every(one => (one.confirmedDate === null) === (one.confirmedQty === 0))).toBe(true)
        const days = found.flatMap(({ confirmedDate }) => confirmedDate ?? [])
        expect(days).toEqual(days.toSorted())
        expect(days.every(one => said.some(({ day }) => day === one))).toBe(true)
      }),
    )
  })
})

describe('a line whose quantity changed in SAP', () => {
  const line = {
    qty: 20_000,
    cancelledQty: 0,
    dispatchedQty: 0,
    invoicedQty: 0,
    lineStatus: 'OPEN' as const,
    sapItemNo: '000010',
    netPrice: 10_000,
    priceUnit: 1,
    freightValue: 2_000,
    gstRate: 1800,
    cgst: 18_180,
    igst: 0,
  }
  const item = { qty: 20_000, deliveredQty: 0, rejectionCode: null }

  it('has the quantity of SAP, for a rejected item only what was dispatched or billed, and never less than that', () => {
    expect(qtyInSap({ ...item, qty: 12_000 }, line)).toBe(12_000)
    expect(qtyInSap({ ...item, rejectionCode: '10' }, line)).toBe(0)
    expect(qtyInSap({ ...item, rejectionCode: '10', deliveredQty: 3_000 }, line)).toBe(3_000)
    expect(qtyInSap({ ...item, qty: 5_000 }, { ...line, invoicedQty: 8_000 })).toBe(8_000)
  })

  it('is cancelled by what SAP removed, and restored by what SAP added again', () => {
    expect(resizedLine(line, 12_000)).toEqual({ cancelledQty: 8_000, lineStatus: 'OPEN' })
    expect(resizedLine(line, 0)).toEqual({ cancelledQty: 20_000, lineStatus: 'CANCELLED' })
    expect(resizedLine({ ...line, dispatchedQty: 12_000 }, 12_000).lineStatus).toBe('DISPATCHED')
    const cut = { ...line, cancelledQty: 20_000, lineStatus: 'CANCELLED' as const }
    expect(resizedLine(cut, 20_000)).toEqual({ cancelledQty: 0, lineStatus: 'OPEN' })
  })

  it('has a higher value at the same price, with freight and tax in proportion, when SAP has more of it', () => {
    expect(resizedLine({ ...line, cancelledQty: 5_000 }, 30_000)).toEqual({
      qty: 30_000,
      cancelledQty: 0,
      lineStatus: 'OPEN',
      netValue: 300_000,
      freightValue: 3_000,
      taxableValue: 303_000,
      cgst: 27_270,
      sgst: 27_270,
      igst: 0,
      grossValue: 357_540,
    })
  })

  it('ends with the quantity of SAP, whatever both were before', () => {
    fc.assert(
      fc.property(quantity, fc.nat({ max: 60_000 }), (qty, kept) => {
        const after = { ...line, qty, ...resizedLine({ ...line, qty }, kept) }
        expect(after.qty - after.cancelledQty).toBe(kept)
        expect(after.lineStatus === 'CANCELLED').toBe(kept === 0)
      }),
    )
  })
})
