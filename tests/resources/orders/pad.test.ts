import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placeFaults, sendableLines, unfinishedLineFaults } from '../../../admin/orders/lines/line-bodies.ts'
import { isBlank, LineStore, padLine } from '../../../admin/orders/lines/line-store.ts'
import { quoting } from '../../../admin/orders/pad/quoting.ts'
import { pasteRows } from '../../../admin/orders/paste/paste-rows.ts'
import { isList } from '../../../admin/orders/paste/tray-rows.ts'
import { createSendOnce } from '../../../admin/shell/idempotency-key.ts'
import type { OrderBody } from '../../../resources/orders/order-input.ts'
import type { Matched } from '../../../resources/orders/pad/commands.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'

const product = (code: string): OfferedProduct => ({
  id: Number(code.replace(/\D/g, '')) || 1,
  code,
  name: `Product ${code}`,
  packSize: null,
  uom: 'EA',
  hsnCode: '29152100',
  sbuId: 1,
  packQty: 1000,
  minOrderQty: 0,
  maxOrderQty: null,
  casNo: null,
  sbu: 'LS',
})
const line = (code: string, qty: number | string | null = 1000) => padLine({ product: product(code), qty })
/** The server's answer for the rows of `keys`. */
function answerOf(netPrices: number[], keys: readonly string[]) {
  const lines = netPrices.map((netPrice, index) => ({ index, netPrice }))
  const quote = { lines, totals: null, orders: [], faults: [], approvals: [] } as unknown as Quote
  return { state: 'known', quote, request: { body: {} as OrderBody, keys } } as const
}

describe('the rows of the order pad', () => {
  it('always end with one empty row for the next product', () => {
    const store = new LineStore()
    expect(store.keys()).toHaveLength(1)
    store.change(store.keys()[0]!, { typed: 'LS-1001' })
    expect(store.keys()).toHaveLength(2)
    expect(isBlank(store.lines().at(-1)!)).toBe(true)
  })

  it('change one at a time: the others stay the same objects, and so do the keys', () => {
    const store = new LineStore([line('LS-1'), line('LS-2')])
    const [first, second] = store.keys()
    const [keys, other] = [store.keys(), store.line(second!)]
    store.change(first!, { qty: 5000 })
    expect(store.keys()).toBe(keys)
    expect(store.line(second!)).toBe(other)
    expect(store.line(first!)?.qty).toBe(5000)
  })

  it('insert a pasted list at its row, which is replaced when empty', () => {
    const store = new LineStore([line('LS-1'), padLine(), line('LS-4')])
    store.add([line('LS-2'), line('LS-3')], store.keys()[1])
    expect(store.filled().map(({ typed }) => typed)).toEqual(['LS-1', 'LS-2', 'LS-3', 'LS-4'])
  })

  it('never lose a filled row, whatever is added and removed', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ add: fc.boolean(), at: fc.nat(20) }), { maxLength: 30 }), acts => {
        const store = new LineStore()
        const expected = new Set<string>()
        for (const { add, at } of acts) {
          const key = store.keys()[at % store.keys().length]!
          if (add) {
            const more = line('LS-1')
            expected.add(more.key)
            store.add([more], key)
          } else {
            expected.delete(key)
            store.remove(key)
          }
        }
        expect(new Set(store.filled().map(({ key }) => key))).toEqual(expected)
        expect(store.lines().filter(isBlank)).toHaveLength(1)
      }),
    )
  })

  it('assign each line of the answer to its row, also with incomplete rows in between', () => {
    const store = new LineStore([line('LS-1'), line('LS-2', null), line('LS-3')])
    const { keys, bodies } = sendableLines(store.lines())
    expect(bodies.map(({ productId }) => productId)).toEqual([1, 3])
    store.applyQuote(answerOf([100, 300], keys))
    const netPrices = store.keys().map(key => store.quotedLine(key)?.netPrice)
    expect(netPrices).toEqual([100, undefined, 300, undefined])
  })

  it('keep their prices when only the faults are refreshed', () => {
    const store = new LineStore([line('LS-1')])
    store.applyQuote(answerOf([100], [store.keys()[0]!]))
    store.applyQuote({ faults: [] })
    expect(store.quotedLine(store.keys()[0]!)?.netPrice).toBe(100)
  })

  it('are rendered again only when their answer changed, also when a row above was removed', () => {
    const store = new LineStore([line('LS-1'), line('LS-2'), line('LS-3')])
    const [first, second, third] = store.keys() as [string, string, string]
    store.applyQuote(answerOf([100, 200, 300], [first, second, third]))
    const [before, changed] = [store.quotedLine(third), store.quotedLine(second)]
    store.remove(first)
    store.applyQuote(answerOf([250, 300], [second, third]))
    expect(store.quotedLine(third)).toBe(before)
    expect(store.quotedLine(second)).not.toBe(changed)
  })
})

describe('the faults on the pad', () => {
  it('name rows that cannot be sent, by the number a person sees', () => {
    const wrong = unfinishedLineFaults([
      line('LS-1'),
      line('LS-2', null),
      padLine({ typed: 'NOPE', lookedUp: 'none', qty: 1000 }),
      padLine({ typed: 'acid', lookedUp: 'several', qty: 1000 }),
      line('LS-4', '1.2345'),
      padLine(),
    ])
    expect(wrong.map(({ message }) => message)).toEqual([
      'Row 2: enter a quantity of LS-2',
      'Row 3: “NOPE” is not a product this customer can order: correct it or remove the row',
      'Row 4: “acid” fits several products: choose one from the list',
      'Row 5: “1.2345” is not a quantity: at most 3 decimals',
    ])
  })

  it('put the server’s faults at their cells, with the row numbers of the pad', () => {
    const rows = [line('LS-1'), line('LS-2', null), line('LS-3')]
    const { keys } = sendableLines(rows)
    const faults = placeFaults(
      [
        { field: 'lines[1].qty', code: 'QTY_MULTIPLE', message: 'Line 20 (LS-3): order 5 or 10' },
        {
          field: 'lines[1].manualDiscountPct',
          code: 'DISCOUNT_OVER_CAP',
          message: 'Line 20 (LS-3) has too much; see line 10',
        },
        { field: 'customerPoNo', code: 'PO_REQUIRED', message: 'PO number is missing' },
        { field: 'customerPoNo', code: 'PO_REQUIRED', message: 'PO number is missing' },
      ],
      keys,
      rows,
    )
    expect(faults.map(({ key, column, message }) => [key, column, message])).toEqual([
      [rows[2]!.key, 'qty', 'Row 3 (LS-3): order 5 or 10'],
      [rows[2]!.key, 'discount', 'Row 3 (LS-3) has too much; see row 1'],
      [null, null, 'PO number is missing'],
    ])
  })
})

describe('a pasted list', () => {
  /** A catalogue of everything that begins with LS; “agar” is most like two of its products. */
  const known = async (rows: { code: string | null; words: string }[]): Promise<Matched[]> =>
    rows.map(({ code, words }) => {
      const sold = code?.startsWith('LS') ? product(code) : null
      if (sold) return { by: 'code', product: sold, matches: [sold] }
      return { by: null, product: null, matches: words === 'agar' ? [product('LS-8'), product('LS-9')] : [] }
    })

  it('is distinguished from a word by its tabs and lines', () => {
    expect([isList('LS-1001'), isList('LS-1001\n'), isList('LS-1001\t5'), isList('A\nB')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('puts clear rows on the pad and keeps the others, in order, for a person', async () => {
    const { lines, tray } = await pasteRows('LS-1\t20\nwhat is this\nNOPE-9\t4\nLS-2;7\nagar 3 nos\nLS-3 2 kg', known)
    expect(lines.map(({ typed, qty }) => [typed, qty])).toEqual([
      ['LS-1', 20_000],
      ['LS-2', 7000],
    ])
    expect(tray.map(({ text, code, matches }) => [text, code, matches.length])).toEqual([
      ['what is this', '', 0],
      ['NOPE-9\t4', 'NOPE-9', 0],
      ['agar 3 nos', '', 2],
      ['LS-3 2 kg', 'LS-3', 1],
    ])
    expect(tray.at(-1)!.reason).toBe('2 kg: LS-3 is sold by EA, so how much is it?')
  })

  it('loses no row, whatever is pasted', async () => {
    const row = fc.oneof(
      fc.constantFrom('LS-1\t2', 'NOPE-1\t3', 'LS-2 5', '"open'),
      fc.string({ maxLength: 20 }).map(text => text.replace(/["\r\n]/g, '')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async rows => {
        const { lines, tray } = await pasteRows(rows.join('\n'), known)
        const filled = rows.filter(
          text =>
            text
              .replace(/[\u200b\ufeff]/g, '')
              .replace(/[^\S\t]/g, ' ')
              .trim() !== '',
        )
        expect(lines.length + tray.length).toBe(filled.length)
      }),
    )
  })
})

describe('requesting prices', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const desk = (ask: (question: string, signal: AbortSignal) => Promise<string>) => {
    const heard: string[] = []
    const state = { question: 'a' as string | null }
    const asked = quoting<string, string>({
      question: () => state.question,
      ask,
      onChanged: () => undefined,
      onAsking: () => heard.push('asking'),
      onNothing: () => heard.push('nothing'),
      onAnswer: answer => heard.push(answer),
      onFailure: () => heard.push('failed'),
    })
    return { heard, state, ...asked }
  }

  it('requests once for a burst of changes', async () => {
    const { heard, changed } = desk(async question => `price of ${question}`)
    for (let keystroke = 0; keystroke < 5; keystroke++) {
      changed()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(heard).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(heard).toEqual(['asking', 'price of a'])
  })

  it('aborts an outdated request and ignores its answer', async () => {
    const signals: AbortSignal[] = []
    const { heard, state, changed } = desk(async (question, signal) => {
      signals.push(signal)
      await new Promise(answered => setTimeout(answered, 1000))
      return question
    })
    changed()
    await vi.advanceTimersByTimeAsync(300)
    state.question = 'b'
    changed()
    expect(signals[0]!.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(3000)
    expect(heard).toEqual(['asking', 'asking', 'b'])
  })

  it('requests nothing when there is nothing to price', async () => {
    const ask = vi.fn()
    const { heard, state, changed } = desk(ask)
    state.question = null
    changed()
    await vi.advanceTimersByTimeAsync(300)
    expect(ask).not.toHaveBeenCalled()
    expect(heard).toEqual(['nothing'])
  })
})

describe('the idempotency key of a button', () => {
  const lost = { name: 'Refusal', statusCode: 0 }
  const refused = { name: 'Refusal', statusCode: 422 }

  async function keysOf(...tries: ['ok' | 'lost' | 'refused', string][]) {
    const press = createSendOnce()
    const keys: string[] = []
    for (const [end, words] of tries) {
      await press(words, async headers => {
        keys.push(headers['Idempotency-Key'])
        if (end !== 'ok') throw end === 'lost' ? lost : refused
      }).catch(() => undefined)
    }
    return keys
  }

  it('is different for each press', async () => {
    const [first, second] = await keysOf(['ok', 'submit'], ['ok', 'submit'])
    expect(first).toMatch(/^[\w-]{8,64}$/)
    expect(second).not.toBe(first)
  })

  it('stays the same until an answer came, so that the order is placed once', async () => {
    const [first, second, third] = await keysOf(['lost', 'submit'], ['ok', 'submit'], ['ok', 'submit'])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('is new after a refusal, and for another body', async () => {
    const [first, second, third] = await keysOf(['refused', 'submit'], ['lost', 'submit'], ['ok', 'other'])
    expect(new Set([first, second, third]).size).toBe(3)
  })
})
