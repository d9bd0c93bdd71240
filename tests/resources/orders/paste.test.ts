import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PastedRow, readPasted } from '../../../resources/orders/pad/paste.ts'

/** The unambiguous rows: `LS-1001 5000`, `«Agarose LE 500 g» 3000 BOTTLE`. */
const told = ({ code, cas, words, qty, unit }: PastedRow) =>
  [code ?? cas ?? `“${words}”`, qty, unit].filter(part => part !== null).join(' ')
const sure = (text: string) =>
  readPasted(text)
    .rows.filter(({ doubt }) => doubt === null)
    .map(told)
const doubts = (text: string) => readPasted(text).rows.flatMap(({ doubt }) => doubt ?? [])

describe('pasted rows', () => {
  it('are read as code and quantity from a sheet, with any line ending', () => {
    expect(sure('LS-1001\t5\r\nLS-1002\t2.5\nls-1003\t1,000\r\n\r\n')).toEqual([
      'LS-1001 5000',
      'LS-1002 2500',
      'LS-1003 1000000',
    ])
  })

  it('are read with semicolons, commas and spaces between', () => {
    expect(sure('LS-1001;5\nLS-1002,6\nLS-1003, 7\nLS-1004 8\n  LS-1005    9  ')).toEqual([
      'LS-1001 5000',
      'LS-1002 6000',
      'LS-1003 7000',
      'LS-1004 8000',
      'LS-1005 9000',
    ])
  })

  it('are read out of quotation marks, line breaks inside a cell included', () => {
    expect(sure('"LS-1001","1,000"\n"LS-1002"\t"3"')).toEqual(['LS-1001 1000000', 'LS-1002 3000'])
    const { rows } = readPasted('LS-1001\t"Agarose LE,\n500 g ""pure"""\t4\nLS-1002\t5')
    expect(rows.map(told)).toEqual(['LS-1001 4000', 'LS-1002 5000'])
    expect(rows[0]!.words).toBe('Agarose LE, 500 g "pure"')
  })

  it('keep thousands commas together, Indian or not', () => {
    expect(sure('LS-1 1,500\nLS-2\t1,00,000\nLS-3;12,500.5')).toEqual([
      'LS-1 1500000',
      'LS-2 100000000',
      'LS-3 12500500',
    ])
  })

  it('are offered by their plain code where a long dash is in it, which may as well part two words', () => {
    const { rows } = readPasted('LS–2001\t4\nLS-2004 – 6 nos')
    expect(rows.map(({ code, qty, doubt }) => [code, qty, doubt])).toEqual([
      ['LS-2001', 4000, 'It is written with a long dash: is LS-2001 meant?'],
      ['LS-2004', 6000, null],
    ])
  })

  it('are read by the plain signs that mails and word processors change', () => {
    expect(
      sure(
        'LS−2001\t4\nLS\u200b-2002\t1\u00a0250\nＬＳ-2003\t５\n\ufeffLS‑2004 - 6 nos\nLS-2005\t12\u202f500.5\nLS-2006\t1’250',
      ),
    ).toEqual([
      'LS-2001 4000',
      'LS-2002 1250000',
      'LS-2003 5000',
      'LS-2004 6000 EA',
      'LS-2005 12500500',
      'LS-2006 1250000',
    ])
  })

  it('wait for review where a spreadsheet damaged them', () => {
    expect(doubts('6.10472E+11\t5\n610472830044173000\t5\nLS-2001\t#N/A\n#REF!\t2\nLS-2002\t2E+03')).toEqual([
      'A spreadsheet shortened “6.10472E+11”: enter it in full',
      'A spreadsheet shortened “610472830044173000”: enter it in full',
      '“#N/A” is an error of a spreadsheet: enter the value',
      '“#REF!” is an error of a spreadsheet: enter the value',
      'A spreadsheet shortened “2E+03”: enter it in full',
    ])
    expect(doubts('Code\tQty\tPhone\n LS-2001\t5\t9.18E+11\n7.2E+15\t5\t1')).toEqual([
      'A spreadsheet shortened “7.2E+15”: enter it in full',
    ])
  })

  it('keep the number of their row', () => {
    const { rows } = readPasted('\nLS-11\t5\n\nLS-12')
    expect(rows.map(({ row, doubt }) => [row, doubt])).toEqual([
      [2, null],
      [4, 'There is no quantity'],
    ])
  })

  it('are doubtful, with the best guess, when they are ambiguous', () => {
    expect(readPasted('LS-1,1,500').rows[0]).toMatchObject({
      doubt: 'There is more than a code and a quantity',
      code: 'LS-1',
      qty: 1000,
    })
    expect(doubts('LS-1\t0\nLS-2\t-5\nLS-3\t1.2345')).toHaveLength(3)
    expect(doubts('LS-1\t1.000,5\nLS-1\t1,5\nLS-1\t99999999999')).toHaveLength(3)
    expect(doubts('"LS-1\t5')).toEqual(['A quotation mark is not closed'])
    expect(doubts('***\t5')).toEqual([])
    expect(doubts('LS-1001 or LS-1002, 5 nos')).toEqual(['There is more than one code'])
    expect(doubts('LS-1001 5 nos or 6 nos')).toEqual(['There is more than one quantity'])
  })

  it('are read under a heading in any order of columns, with units; unknown columns are named', () => {
    const { rows, heading } = readPasted(
      'Order of Sahyadri\n\nSr. No.\tDescription\tCat. No.\tUOM\tQty\tRate\tDeliver to\n1\tAgarose LE, 500 g\tLS-1001\tNos\t3\t1,000.00\tGate 2\n2\tTaq polymerase\t\tvial\t10\t\t',
    )
    expect(heading).toMatchObject({ row: 3, unread: ['Deliver to'] })
    expect(rows.map(({ doubt }) => doubt)).toEqual(['There is no product with a quantity in it', null, null])
    expect(rows.slice(1).map(told)).toEqual(['LS-1001 3000 EA', '“Taq polymerase” 10000 VIAL'])
    expect(rows[1]!.words).toBe('Agarose LE, 500 g')
  })

  it('are read from an e-mail', () => {
    const mail = `Dear Sir,
Please send the following:
1) LS-1001 - 20 nos
2. Agarose LE 500 g x 3
- 5 btl Acetonitrile HPLC 2.5 L
* Toluene 160 kg
5 x LS-1201
CAS 108-88-3, 320 kg
Regards`
    expect(sure(mail)).toEqual([
      'LS-1001 20000 EA',
      '“Agarose LE 500 g” 3000',
      '“Acetonitrile HPLC 2.5 L” 5000 BOTTLE',
      '“Toluene” 160000 KG',
      'LS-1201 5000',
      '108-88-3 320000 KG',
    ])
    expect(doubts(mail)).toHaveLength(3)
  })

  it('are read from a WhatsApp message, without its times and names', () => {
    const chat =
      '[20/11/26, 10:31:04 am] Ravi Stores: LS-1001 5 nos\n20/11/2026, 10:32 - Ravi: need 2 drums of Toluene\n> LS-1002 4pcs'
    expect(sure(chat)).toEqual(['LS-1001 5000 EA', '“Toluene” 2000 DRUM', 'LS-1002 4000 EA'])
  })

  it('keep the numbers that belong to a name', () => {
    expect(sure('Microcrystalline cellulose IP PH 102 - 40 kg')).toEqual([
      '“Microcrystalline cellulose IP PH 102” 40000 KG',
    ])
    expect(sure('Hydrochloric acid 33 % 35 kg')).toEqual(['“Hydrochloric acid 33 %” 35000 KG'])
  })

  it('are read 500 at a time', () => {
    const text = Array.from({ length: 500 }, (_, index) => `LS-${index}\t${index + 1}`).join('\r\n')
    const { rows } = readPasted(text)
    expect([rows.length, rows.filter(({ doubt }) => doubt).length]).toEqual([500, 0])
    expect(rows[499]).toMatchObject({ row: 500, code: 'LS-499', qty: 500_000 })
  })

  const piece = fc.constantFrom(
    'A',
    '1',
    '0',
    ',',
    ';',
    '\t',
    ' ',
    '"',
    '.',
    '-',
    '\u00a0',
    '\ufeff',
    'qty',
    'code\tqty',
    'nos',
    'LS-1001',
    '5',
    '500 g',
  )
  const anyRow = fc.oneof(
    fc.string(),
    fc.array(piece).map(pieces => pieces.join('')),
  )

  it('are never lost: every pasted row is returned once, in order', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom('\n', '\r\n', '\r'), (rows, ending) => {
        const clean = rows.map(text => text.replace(/[\r\n]/g, ''))
        const { rows: read, heading } = readPasted(clean.join(ending))
        const out = [...read, ...(heading ? [heading] : [])].sort((a, b) => a.row - b.row)
        const filled = (lines: string[]) => lines.filter(text => /[^\s\u200b\ufeff]/.test(text))
        expect(filled(out.flatMap(({ text }) => text.split('\n')))).toEqual(filled(clean))
        for (const { row, text } of out) expect(text.split('\n')[0]).toBe(clean[row - 1])
        for (const { qty, doubt, code, cas, words } of read) {
          expect(qty === null || (Number.isSafeInteger(qty) && qty > 0)).toBe(true)
          // A row that needs no review has a product and a quantity.
          if (doubt === null) expect(qty !== null && (code ?? cas ?? words) !== '').toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('return the code and quantity as written, with any separator and number grouping', () => {
    const code = fc.stringMatching(/^[A-Z]{2}-[A-Z0-9]{1,12}$/)
    const qty = fc.integer({ min: 1, max: 999_999_999 })
    const shown = [
      (n: number) => String(n),
      (n: number) => n.toLocaleString('en-IN'),
      (n: number) => n.toLocaleString('en-US'),
      (n: number) => `"${n}"`,
    ]
    fc.assert(
      fc.property(code, qty, fc.constantFrom(...shown), fc.constantFrom('\t', ';'), (wanted, units, text, between) => {
        expect(sure(`${wanted}${between}${text(units)}`)).toEqual([`${wanted} ${units * 1000}`])
      }),
    )
  })
})
