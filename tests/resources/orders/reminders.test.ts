import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import { reminderDue } from '../../../resources/orders/documents/reminders.ts'

const END = '2027-03-31'

it('no reminder is due earlier than sixty days before the end, nor after it', () => {
  expect(reminderDue(addDays(END, -61), END, null)).toBe(false)
  expect(reminderDue(addDays(END, -60), END, null)).toBe(true)
  expect(reminderDue(END, END, null)).toBe(true)
  expect(reminderDue(addDays(END, 1), END, null)).toBe(false)
})

it('whatever nights are missed, each stage reminds at most once and the last one always', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 70 })), nights => {
      const sent: number[] = []
      for (const left of [...nights].sort((a, b) => b - a)) {
        const last = sent.at(-1)
        if (reminderDue(addDays(END, -left), END, last === undefined ? null : addDays(END, -last))) sent.push(left)
      }
      const stage = (left: number) => [7, 30, 60].findIndex(days => left <= days)
      expect(new Set(sent.map(stage)).size).toBe(sent.length)
      expect(sent.some(left => left <= 7)).toBe(nights.some(left => left <= 7))
    }),
  )
})
