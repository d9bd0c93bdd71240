import { expect, it } from 'vitest'
import { approvableAt } from '../../../resources/orders/approvals/approve-at.ts'
import type { TaskToDecide } from '../../../resources/orders/approvals/decision.ts'

const task = { step: 'MY_APPROVAL', measuredValue: 1200, over: 700, lineNos: [1, 2] } as unknown as TaskToDecide
const line = { lineNo: 1, lineStatus: 'OPEN', listPrice: 145_000, netPrice: 127_600, discountPct: 1200 } as const

it('an order that waits for a discount can be approved at what its seller may give', () => {
  const others = [
    { ...line, lineNo: 2, netPrice: 140_000, discountPct: 345 },
    { ...line, lineNo: 3 },
  ]
  expect(approvableAt(task, [line, ...others])).toEqual({ pct: 500, lines: [{ lineNo: 1, netPrice: 137_750 }] })
})

it('nothing is offered where the order waits for something else than a discount from the list price', () => {
  for (const [asked, lines] of [
    [{ ...task, step: 'LIMIT' }, [line]],
    [{ ...task, over: null }, [line]],
    // Measured against the average price.
    [{ ...task, measuredValue: 1500 }, [line]],
    [task, [{ ...line, lineStatus: 'CANCELLED' }]],
    [task, [{ lineNo: 1 }]],
  ] as [TaskToDecide, Partial<typeof line>[]][])
    expect(approvableAt(asked, lines)).toBeNull()
})
