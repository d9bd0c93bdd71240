import { describe, expect, it } from 'vitest'
import { requiredText } from '../../../api/sap/http/odata.ts'
import { readAnswer } from '../../../api/sap/http/session.ts'
import { unreadable } from '../../../api/sap/http/what-came.ts'

describe('an answer of SAP that cannot be read', () => {
  it.each([
    ['', 'it is empty'],
    ['<!DOCTYPE html><title>Logon</title><input type="password">', 'it is a page for signing in'],
    ['<html><title>Service\n Unavailable</title>', 'it is a web page, “Service Unavailable”'],
    ['<?xml version="1.0"?><error/>', 'it is XML without the part that was expected'],
    ['{"d": {"results": [', 'it ends in the middle'],
    ['{"error": {}}', 'a part that was expected is missing'],
    ['Bad gateway', 'it begins with “Bad gateway”'],
  ])('%j says what came in place of data', (text, words) => {
    expect(unreadable(text, 'question')).toBe(`SAP’s answer could not be read: ${words}.`)
  })

  it('to a change says that SAP may have made it', () => {
    const read = () => readAnswer('<html><form>Sign in', () => null, 'change')
    expect(read).toThrow('it is a page for signing in. SAP may have done it.')
  })
})

it('a field that must have a value is named where SAP left it empty', () => {
  expect(requiredText('10', 'SalesOrderItem')).toBe('10')
  expect(() => requiredText('', 'SalesOrderItem')).toThrow('SalesOrderItem is empty: it must have a value in SAP')
})
