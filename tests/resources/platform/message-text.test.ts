import { describe, expect, it } from 'vitest'
import { fillPlaceholders } from '../../../resources/platform/message-text.ts'

describe('the text of a message', () => {
  it('is filled in, and shows a placeholder that has no value', () => {
    expect(fillPlaceholders('Order {orderNo} of {name}.', { orderNo: 'OR1' })).toBe('Order OR1 of {name}.')
  })

  it('has one full stop after a sentence that somebody wrote with one', () => {
    const text = 'It was rejected: {reason}. Send it again.'
    expect(fillPlaceholders(text, { reason: 'Wrong price.' })).toBe('It was rejected: Wrong price. Send it again.')
    expect(fillPlaceholders(text, { reason: 'Wrong price' })).toBe('It was rejected: Wrong price. Send it again.')
    expect(fillPlaceholders(text, { reason: 'Is it yours?' })).toBe('It was rejected: Is it yours? Send it again.')
  })
})
