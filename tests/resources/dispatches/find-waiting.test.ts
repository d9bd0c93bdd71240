import { describe, expect, it } from 'vitest'
import { countText, firstHit } from '../../../admin/dispatches/booking/chosen.ts'
import type { WaitingGroup } from '../../../resources/dispatches/commands/booking-desk.ts'
import { typedDay } from '../../../resources/dispatches/goods/typed-day.ts'

describe('a word of a search for waiting goods', () => {
  it.each([
    ['28-11', '2026-11-28'],
    ['28/11', '2026-11-28'],
    ['28nov', '2026-11-28'],
    ['28-Nov-26', '2026-11-28'],
    ['1.12.2026', '2026-12-01'],
    ['2026-11-28', '2026-11-28'],
    // The last one that has been.
    ['24-12', '2025-12-24'],
  ])('%s is a day', (word, day) => expect(typedDay(word, '2026-12-01')).toBe(day))

  it.each(['2811', '31-11', '28-13', 'nov', 'IN2627000081', '1-2-3-4'])('%s is none', word =>
    expect(typedDay(word, '2026-12-01')).toBeUndefined(),
  )
})

describe('what Enter takes of a search', () => {
  const row = (id: number, invoiceNo: string, orderNo = 'OR1') => ({
    ...{ id, deliveryId: null, invoiceNo, invoiceDate: '2026-11-28', soldTo: 'Buyer', orderNo },
    ...{ freightTerms: 'FOR' as const, weightKg: 1, value: 1, packages: 1, isPart: false },
  })
  const [first, second, third] = [row(1, 'IN0420'), row(2, 'IN1042'), row(3, 'IN7000', 'OR42')] as const
  const groups = (...invoices: WaitingGroup['invoices']): WaitingGroup[] => [
    { shipToId: 1, shipTo: 'Works', city: 'Pune', deliveryWindow: null, invoices },
  ]
  const taken = (typed: string, chosen: readonly (typeof first)[] = []) =>
    firstHit(groups(first, second, third), typed, chosen).hit?.invoiceNo

  it('is the invoice of that number, else the one whose number ends in it, has it in it, or its order', () => {
    expect(taken('in0420')).toBe('IN0420')
    expect(taken('42')).toBe('IN1042')
    expect(taken('42', [second])).toBe('IN0420')
    expect(taken('42', [first, second])).toBe('IN7000')
    expect(taken('pune')).toBe('IN0420')
  })

  it('is nothing more once all of it is taken, and a number again where it is', () => {
    expect(taken('42', [first, second, third])).toBeUndefined()
    expect(taken('IN0420', [first])).toBe('IN0420')
  })

  it('is counted in words', () => {
    expect(countText([first])).toBe('one invoice')
    expect(countText([first, second, { id: null, deliveryId: 7 }])).toBe('2 invoices and one delivery free of charge')
  })
})
