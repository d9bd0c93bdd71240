import { describe, expect, it } from 'vitest'
import type { CheckFacts } from '../../../resources/orders/quote/check-facts.ts'
import { findingsOf } from '../../../resources/orders/quote/checks.ts'
import type { NonAvailable, Petroleum, RuleOrderBlock } from '../../../resources/orders/quote/control-rows.ts'
import { instructionFor, needsSingleBatch } from '../../../resources/orders/quote/instructions.ts'
import { sourceLine } from '../../../resources/orders/quote/source.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import {
  always,
  checkFacts,
  checkLine,
  plant,
  product,
  row,
  sourceOrder,
  sourceRows,
} from '../../support/orders/order-rows.ts'

const found = (more: Partial<CheckFacts>) => findingsOf(checkFacts(more))

const block = (more: Partial<RuleOrderBlock> = {}): RuleOrderBlock => ({
  ...always(),
  customerId: 1,
  sbuId: null,
  blockMode: 'BLOCK',
  reason: 'Invoices are overdue',
  remarks: 'Promised to pay',
  ...more,
})

describe('a customer who is blocked', () => {
  it('cannot order, and sees the reason without internal remarks', () => {
    expect(found({ orderBlocks: [block()] })).toMatchObject([
      {
        rule: 'V2',
        code: 'CUSTOMER_BLOCKED',
        field: 'customerId',
        message:
          'Customer 100001 Sahyadri Biologics may not place orders: Invoices are overdue. Ask the credit desk to lift the block',
      },
    ])
    const [own] = found({ orderBlocks: [block({ validTo: '2026-11-30' })], placedByEmployee: true })
    expect(own!.message).toContain('until 30-11-2026: Invoices are overdue (Promised to pay)')
  })

  it('still orders from SBUs that the block does not name', () => {
    expect(found({ orderBlocks: [block({ sbuId: 2 })] })).toEqual([])
    expect(found({ orderBlocks: [block({ sbuId: 1 })] })).toHaveLength(1)
  })

  it('may be the distributor who buys for the customer, and nobody else', () => {
    expect(found({ orderBlocks: [block({ customerId: 7 })] })).toEqual([])
    const soldTo = { ...checkFacts().soldTo, id: 7, code: '100201' }
    expect(found({ orderBlocks: [block({ customerId: 7 })], soldTo })[0]!.message).toMatch(/^Customer 100201 /)
  })

  it('gets only a warning when the block says so', () => {
    expect(found({ orderBlocks: [block({ blockMode: 'WARN' })] })).toMatchObject([
      { code: 'CUSTOMER_BLOCKED', warns: true },
    ])
  })
})

const shortage = (more: Partial<NonAvailable> = {}): NonAvailable => ({
  ...always(),
  productId: 1,
  plantId: null,
  action: 'BLOCK',
  message: 'The maker has closed.',
  expectedAvailableOn: null,
  substitute: null,
  ...more,
})

describe('an item that is not available for long', () => {
  it('is refused, with the substitute and the day on which it is expected', () => {
    const substitute = { id: 2, code: 'LS-1002', name: 'Acetonitrile, other maker' }
    expect(found({ nonAvailable: [shortage({ substitute, expectedAvailableOn: '2027-01-31' })] })).toMatchObject([
      {
        rule: 'V6',
        code: 'ITEM_NOT_AVAILABLE',
        field: 'lines[0].productId',
        message:
          'Line 10 (LS-1001) is not available: The maker has closed. It is expected on 31-01-2027. Order LS-1002 Acetonitrile, other maker instead.',
        substitute,
      },
    ])
  })

  it('is refused at one plant only when the line is sourced there', () => {
    expect(found({ nonAvailable: [shortage({ plantId: 2 })] })).toEqual([])
    expect(found({ nonAvailable: [shortage({ plantId: 1 })] })).toHaveLength(1)
  })

  it('follows the row of its plant before the row for every plant', () => {
    const rows = [shortage(), shortage({ plantId: 1, action: 'WARN', message: 'A week late' })]
    expect(found({ nonAvailable: rows })).toMatchObject([
      { warns: true, message: expect.stringContaining('A week late') },
    ])
  })
})

const hexane: Petroleum = { ...row(), productId: 1, petroleumClass: 'A', litrePerUom: 2_500, licenceFreeLitres: 300 }
const petroleum = new Map([[1, hexane]])
const licensed = (more = {}) => ({
  ...checkFacts().shipTo,
  pesoLicenceNo: 'P/WC/MH/15/1',
  pesoClass: 'AB' as const,
  pesoCapacityLitres: 10_000,
  pesoValidTo: '2026-10-20',
  ...more,
})

describe('petroleum', () => {
  it('needs no licence up to the free litres, and needs one beyond', () => {
    expect(found({ petroleum, lines: [checkLine({ qty: 12_000 })] })).toEqual([])
    expect(found({ petroleum, lines: [checkLine({ qty: 13_000 })] })).toMatchObject([
      {
        rule: 'V10',
        code: 'PESO_LICENCE_REQUIRED',
        field: 'lines[0].productId',
        message:
          'Line 10 (LS-1001) is petroleum of class A, of which the order has 32.5 litres and 30 litres are free: ship-to 200001 has no PESO licence; order less, or have one entered',
      },
    ])
  })

  it('counts all lines of its class together', () => {
    const toluene = { ...hexane, productId: 2 }
    const both = new Map([...petroleum, [2, toluene]])
    const lines = [
      checkLine({ qty: 8_000 }),
      checkLine({ lineNo: 20, qty: 8_000, product: product({ id: 2, code: 'PS-2001' }) }),
    ]
    expect(found({ petroleum: both, lines })).toHaveLength(2)
    const xylene = new Map([...petroleum, [2, { ...toluene, petroleumClass: 'B' as const }]])
    expect(found({ petroleum: xylene, lines })).toEqual([])
  })

  it.each([
    [{}, []],
    [{ pesoValidTo: '2026-10-19' }, ['ends on 19-10-2026']],
    [{ pesoClass: 'BC' }, ['is for class BC only']],
    [{ pesoCapacityLitres: 2_499 }, ['is for 249.9 litres']],
  ])('goes to a ship-to whose licence covers day, class and litres: %j', (more, says) => {
    const all = found({ petroleum, shipTo: licensed(more) })
    expect(all.map(({ message }) => message)).toEqual(says.map(part => expect.stringContaining(part)))
  })

  it('is not sourced from sites without a valid licence', () => {
    const line = { product: product(), qty: 1000, manualPlantId: null }
    const book = (more = {}) => sourceBook(sourceRows({ petroleum: new Set([1]), ...more }))
    const none = sourceLine(book(), sourceOrder(), line)
    expect(none.sourceProblem).toBe('NO_SOURCE')
    expect(none.sourceTrace.steps.map(({ reason }) => reason).join('\n')).toContain('it has no PESO licence')
    const plants = [plant(1, '1201'), { ...plant(2, '1001'), pesoLicenceNo: 'P/1', pesoValidTo: '2027-01-01' }]
    expect(sourceLine(book({ plants }), sourceOrder(), line)).toMatchObject({ plantId: 2, sourceRule: 'DEFAULT_PLANT' })
    const chosen = sourceLine(book({ plants }), sourceOrder(), { ...line, manualPlantId: 1 })
    expect(chosen.plantId).toBe(2)
  })
})

describe('the standing instruction of a line', () => {
  const rows = [
    { productId: null, sbuId: null, instruction: 'customer' },
    { productId: null, sbuId: 1, instruction: 'sbu' },
    { productId: 5, sbuId: null, instruction: 'product' },
    { productId: 5, sbuId: 1, instruction: 'product and sbu' },
  ]

  it.each([
    [4, 'product and sbu'],
    [3, 'product'],
    [2, 'sbu'],
    [1, 'customer'],
    [0, null],
  ])('is the most specific of %i', (count, says) => {
    expect(instructionFor(rows.slice(0, count), { productId: 5, sbuId: 1 })?.instruction).toBe(says ?? undefined)
  })

  it('does not apply to another product or SBU', () => {
    expect(instructionFor(rows.slice(1), { productId: 6, sbuId: 2 })).toBeUndefined()
  })
})

describe('one batch a line', () => {
  it('is required by customer, product and plant as far as a row names them', () => {
    const line = { productId: 5, plantId: 1 }
    expect(needsSingleBatch([{ productId: null, plantId: null }], line)).toBe(true)
    expect(needsSingleBatch([{ productId: 5, plantId: 1 }], line)).toBe(true)
    expect(needsSingleBatch([{ productId: 5, plantId: 2 }], line)).toBe(false)
    expect(needsSingleBatch([{ productId: 6, plantId: null }], line)).toBe(false)
  })
})
