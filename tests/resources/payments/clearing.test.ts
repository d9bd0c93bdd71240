import { describe, expect, it } from 'vitest'
import { clearingOf } from '../../../resources/payments/clearing.ts'

const open = { isOpen: true, balance: 100_000, isCleared: false, residual: 0, isListedSince: true }
const gone = { ...open, isOpen: false, balance: 0 }
const whole = { settled: 100_000, balanceBefore: 100_000 }

describe('what became of a settlement', () => {
  it.each([
    ['waits while the item is open as before', whole, open, { status: 'OPEN' }],
    [
      'waits while no list was taken since',
      { ...whole, settled: 1 },
      { ...open, balance: 0, isListedSince: false },
      { status: 'OPEN' },
    ],
    [
      'waits where an item is gone from a list before the posting',
      whole,
      { ...gone, isListedSince: false },
      { status: 'OPEN' },
    ],
    ['is cleared where SAP says so', whole, { ...gone, isListedSince: false, isCleared: true }, { status: 'CLEARED' }],
    ['is cleared where a later list lacks the item', whole, gone, { status: 'CLEARED' }],
    [
      'is short by the rest that the clearing left',
      whole,
      { ...gone, isCleared: true, residual: 1 },
      { status: 'SHORT', short: 1 },
    ],
    [
      'of a part is cleared by the paisa',
      { ...whole, settled: 40_000 },
      { ...open, balance: 60_000 },
      { status: 'CLEARED' },
    ],
    [
      'of a part is short by a paisa',
      { ...whole, settled: 40_000 },
      { ...open, balance: 60_001 },
      { status: 'SHORT', short: 1 },
    ],
    [
      'of a credit counts like that of a debit',
      { settled: -40_000, balanceBefore: -100_000 },
      { ...open, balance: -60_000 },
      { status: 'CLEARED' },
    ],
    [
      'waits where nobody noted what was open',
      { ...whole, balanceBefore: null },
      { ...open, balance: 1 },
      { status: 'OPEN' },
    ],
  ])('%s', (_, settlement, item, expected) => {
    expect(clearingOf(settlement, item)).toEqual(expected)
  })
})
