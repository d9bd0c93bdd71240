import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyLine, filledLine, lineFaults } from '../../admin/masters/line-rows.ts'
import { readPastedLines } from '../../admin/masters/pasted-lines.ts'
import { addDays } from '../../resources/define/dates.ts'
import { masterWithLines } from '../../resources/masters/master-with-lines.ts'
import { ageBuckets, ageing, bucketOf, daysOverdue } from '../../resources/masters/outstanding.ts'

const contract = masterWithLines('rate-contract-customer')
const pasted = (text: string) => readPastedLines(text, contract.lines, contract.enteredFields)

describe('rows pasted into the lines of a contract', () => {
  it('are read column by column, without the heading, numbers as they are stored', () => {
    expect(pasted('Product\tRate\tQuantity\r\nls-1001\t1,250.50\t12\r\n\r\nLS-1002\t₹ 900\t0.5')).toEqual([
      { row: 2, code: 'LS-1001', values: { rate: 125_050, contractQty: 12_000 } },
      { row: 4, code: 'LS-1002', values: { rate: 90_000, contractQty: 500 } },
    ])
  })

  it('keep invalid numbers as typed, so that the cell shows the error', () => {
    expect(pasted('LS-1\t10\t1\nLS-2\tten\t1')[1]!.values).toEqual({ rate: 'ten', contractQty: 1000 })
  })

  it('are never lost, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Z0-9-]{1,12}$/), { minLength: 1, maxLength: 40 }), codes => {
        const read = pasted(codes.map(code => `${code}\t1.00\t2`).join('\n'))
        expect(read.map(({ code }) => code)).toEqual(codes)
      }),
    )
  })
})

it('name the line and the cell of every fault, as the server does', () => {
  const rows = [
    filledLine({ productId: 1, rate: 100, contractQty: 1000 }, 'A'),
    filledLine({ productId: 2, rate: -1 }, 'B'),
  ]
  expect(lineFaults(contract, rows).map(({ field, message }) => [field, message.split(':')[0]])).toEqual([
    ['lines[1].rate', 'Line 2'],
    ['lines[1].contractQty', 'Line 2'],
  ])
  expect(lineFaults(contract, Array.from({ length: 501 }, emptyLine))[0]).toMatchObject({
    field: 'lines',
    code: 'RANGE',
  })
})

describe('the age of an open item', () => {
  it('is zero up to the due date, and counts whole days after it', () => {
    const bucket = (days: number) => bucketOf('2026-04-30', addDays('2026-04-30', days))
    expect([-1, 0, 1, 30, 31, 60, 61, 90, 91, 180, 181].map(bucket)).toEqual([
      ...['NOT_DUE', 'NOT_DUE', 'D0_30', 'D0_30', 'D31_60', 'D31_60', 'D61_90', 'D61_90', 'D91_180', 'D91_180'],
      'D180_PLUS',
    ])
    expect(daysOverdue('2026-04-30', '2026-04-01')).toBe(0)
  })

  it('distributes every paisa over the buckets', () => {
    const item = fc.record({
      days: fc.integer({ min: -400, max: 400 }),
      balanceAmount: fc.integer({ min: -1e9, max: 1e9 }),
    })
    fc.assert(
      fc.property(fc.array(item), items => {
        const sums = ageing(
          items.map(({ days, balanceAmount }) => ({ dueDate: addDays('2026-06-01', days), balanceAmount })),
          '2026-06-01',
        )
        const total = ageBuckets.reduce((all, bucket) => all + sums[bucket], 0)
        expect(total).toBe(items.reduce((all, { balanceAmount }) => all + balanceAmount, 0))
      }),
    )
  })
})
