import { describe, expect, it } from 'vitest'
import { doubleRows, doubleText } from '../../../resources/orders/pad/double-rows.ts'
import { sharedInstruction } from '../../../resources/orders/pad/shared-instruction.ts'

describe('the shipping instruction above the lines', () => {
  it('is the one that most lines have, and says of how many', () => {
    expect(sharedInstruction(['Gate 2', null, 'On dry ice', 'Gate 2'])).toEqual({ text: 'Gate 2', lines: 2, of: 4 })
  })

  it('is of equals the one of the earliest line', () => {
    expect(sharedInstruction(['On dry ice', 'Gate 2'])?.text).toBe('On dry ice')
  })

  it('is none where no line has one', () => {
    expect([sharedInstruction([]), sharedInstruction([null, null])]).toEqual([null, null])
  })
})

describe('double rows of a list', () => {
  it('name the earlier row, or that the order has the product already', () => {
    expect(doubleRows([7, 8, null, 7, 9, null, 7], new Set([9]))).toEqual([null, null, null, 1, 'order', null, 1])
  })

  it('are told by the rows of the sheet', () => {
    expect(doubleText(1, row => row + 4)).toBe('Double: also in row 5')
    expect([doubleText('order'), doubleText(null)]).toEqual(['Already on the order', ''])
  })
})
