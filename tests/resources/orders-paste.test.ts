import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPasted } from '../../resources/orders/paste.ts'

const linesOf = (text: string) => readPasted(text).lines.map(({ code, qty }) => `${code} ${qty}`)
const doubtsOf = (text: string) => readPasted(text).doubtful.map(({ reason }) => reason)

describe('pasted rows', () => {
  it('are read as code and quantity from a sheet, with any line ending', () => {
    expect(linesOf('LS-1001\t5\r\nLS-1002\t2.5\nls-1003\t1,000\r\n\r\n')).toEqual([
      'LS-1001 5000',
      'LS-1002 2500',
      'LS-1003 1000000',
    ])
  })

  it('are read with semicolons, commas and spaces between', () => {
    expect(linesOf('LS-1001;5\nLS-1002,6\nLS-1003, 7\nLS-1004 8\n  LS-1005    9  ')).toEqual([
      'LS-1001 5000',
      'LS-1002 6000',
      'LS-1003 7000',
      'LS-1004 8000',
      'LS-1005 9000',
    ])
  })

  it('are read out of quotation marks', () => {
    expect(linesOf('"LS-1001","1,000"\n"LS-1002"\t"3"')).toEqual(['LS-1001 1000000', 'LS-1002 3000'])
  })

  it('keep thousands commas together, Indian or not', () => {
    expect(linesOf('LS-1 1,500\nLS-2\t1,00,000\nLS-3;12,500.5')).toEqual([
      'LS-1 1500000',
      'LS-2 100000000',
      'LS-3 12500500',
    ])
  })

  it('keep the number of their row', () => {
    const { lines, doubtful } = readPasted('\nLS-1\t5\n\nLS-2')
    expect(lines).toEqual([{ row: 2, code: 'LS-1', qty: 5000 }])
    expect(doubtful).toEqual([
      { row: 4, text: 'LS-2', reason: 'There is no quantity', guess: { code: 'LS-2', qty: null } },
    ])
  })

  it('are doubtful, with the best guess, where they could mean something else', () => {
    expect(readPasted('LS-1,1,500').doubtful[0]).toMatchObject({
      reason: 'There is more than a code and a quantity',
      guess: { code: 'LS-1', qty: 1000 },
    })
    expect(readPasted('LS-1\tAcetonitrile\t5').doubtful[0]!.guess).toEqual({ code: 'LS-1', qty: 5000 })
    expect(doubtsOf('code\tqty\nLS-1\t0\nLS-2\t-5\nLS-3\t1.2345\nLS-4\t5 kg')).toHaveLength(5)
    expect(doubtsOf('LS-1\t1.000,5\nLS-1\t1,5\nLS-1\t99999999999')).toHaveLength(3)
    expect(doubtsOf('"LS-1\t5')).toEqual(['A quotation mark is not closed'])
    expect(doubtsOf('***\t5')).toEqual(['«***» is not a product code'])
    expect(doubtsOf(`${'A'.repeat(41)}\t5`)).toHaveLength(1)
  })

  it('come through 500 at a time', () => {
    const text = Array.from({ length: 500 }, (_, index) => `LS-${index}\t${index + 1}`).join('\r\n')
    const { lines, doubtful } = readPasted(text)
    expect([lines.length, doubtful.length]).toEqual([500, 0])
    expect(lines[499]).toEqual({ row: 500, code: 'LS-499', qty: 500_000 })
  })

  const anyRow = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('A', '1', '0', ',', ';', '\t', ' ', '"', '.', '-', '\u00a0', '\ufeff') }),
  )

  it('are never lost: each row with text in it comes out once, as a line or as doubtful', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom('\n', '\r\n', '\r'), (rows, ending) => {
        const clean = rows.map(text => text.replace(/[\r\n]/g, ''))
        const { lines, doubtful } = readPasted(clean.join(ending))
        const filled = clean.flatMap((text, index) => (/[^\s\u200b\ufeff]/.test(text) ? [index + 1] : []))
        expect([...lines, ...doubtful].map(({ row }) => row).sort((a, b) => a - b)).toEqual(filled)
        for (const { text, row } of doubtful) expect(text).toBe(clean[row - 1])
        for (const { qty } of lines) expect(Number.isSafeInteger(qty) && qty > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('give back what a person wrote, whatever stands between and however the number is grouped', () => {
    const code = fc.stringMatching(/^[A-Z0-9][A-Z0-9._/+&-]{0,20}$/)
    const qty = fc.integer({ min: 1, max: 999_999_999 })
    const shown = [
      (n: number) => String(n),
      (n: number) => n.toLocaleString('en-IN'),
      (n: number) => n.toLocaleString('en-US'),
    ]
    fc.assert(
      fc.property(
        code,
        qty,
        fc.constantFrom(...shown),
        fc.constantFrom('\t', ';', ' '),
        (wanted, units, text, between) => {
          expect(readPasted(`${wanted}${between}${text(units)}`)).toEqual({
            lines: [{ row: 1, code: wanted, qty: units * 1000 }],
            doubtful: [],
          })
        },
      ),
    )
  })
})
