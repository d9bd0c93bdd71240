import { describe, expect, it } from 'vitest'
import { requiredText } from '../../../api/sap/http/odata.ts'
import { readAnswer } from '../../../api/sap/http/session.ts'
import { unreadable } from '../../../api/sap/http/what-came.ts'

describe('an answer of SAP that cannot be read', () => {
  it.each([
    ['', 'SAP answered nothing.'],
    ['{"d": {"results": [', 'SAP’s answer broke off.'],
    ['<soap:Envelope><soap:Bo', 'SAP’s answer broke off.'],
    ['<?xml version="1.0"?><error/>', 'SAP’s answer could not be read: a part that was expected is missing.'],
    ['{"error": {}}', 'SAP’s answer could not be read: a part that was expected is missing.'],
    ['Bad gateway', 'SAP’s answer could not be read: it begins with “Bad gateway”.'],
  ])('%j says what came in place of data', (text, sentence) => {
    expect(unreadable(text, 'question')).toBe(sentence)
  })

  it('to a change says that SAP may have made it', () => {
    expect(() => readAnswer('{"d":{"SalesOrder":', () => null, 'change')).toThrow(
      'SAP’s answer broke off. SAP may have done it.',
    )
  })

  it('names the field that SAP left empty, though it must have a value', () => {
    expect(requiredText('10', 'SalesOrderItem')).toBe('10')
    expect(() => requiredText('', 'SalesOrderItem')).toThrow('SalesOrderItem is empty in SAP')
    const read = () => readAnswer('{"d":{"SalesOrder":""}}', d => requiredText(d.SalesOrder, 'SalesOrder'), 'change')
    expect(read).toThrow('SAP’s answer could not be read: SalesOrder is empty in SAP. SAP may have done it.')
  })
})
