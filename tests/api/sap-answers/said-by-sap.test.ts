import { describe, expect, it } from 'vitest'
import { faultWords, saidBySap } from '../../../api/sap/http/said-by-sap.ts'
import { answerError } from '../../../api/sap/http/sap-error.ts'
import { warningsIn } from '../../../api/sap/http/sap-message.ts'
import { nodeAt, readXml } from '../../../api/sap/http/xml.ts'
import { demandTaken } from '../../../api/sap/sending/clearing-request.ts'
import { journalEntryAnswer } from '../../../api/sap/sending/journal-entry.ts'
import { warningText } from '../../../resources/orders/sap/warning-text.ts'

const detail = (more: object) => ({ code: 'V1/312', message: 'Enter a value', severity: 'error', target: '', ...more })
const json = (...errordetails: object[]) =>
  JSON.stringify({ error: { code: 'SY/530', message: { value: 'It failed.' }, innererror: { errordetails } } })

const xml = `<?xml version="1.0" encoding="utf-8"?><error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>SY/530</code><message xml:lang="en">It failed.</message><innererror><transactionid>0A</transactionid><errordetails><errordetail><code>SY/100</code><message>Only a note</message><propertyref/><severity>info</severity><target/></errordetail><errordetail><code>V1/312</code><message>A field that must have a value is empty.</message><propertyref>to_Item(SalesOrder='',SalesOrderItem='000010')/Material</propertyref><severity>error</severity><target/></errordetail></errordetails></innererror></error>`

const soap = (fault: string) =>
  `<soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Body>${fault}</soap-env:Body></soap-env:Envelope>`
const fault = soap(
  '<soap-env:Fault><faultcode>soap-env:Server</faultcode><faultstring xml:lang="en">Web service processing error</faultstring><detail><n0:ExceptionFault xmlns:n0="http://sap.com/x"><faultText>Ledger 0L is locked</faultText><faultDetail><text>by user MEHTA</text></faultDetail></n0:ExceptionFault></detail></soap-env:Fault>',
)

const asked = { host: 'sap.example', path: '/sap/opu/odata/sap/API_PRODUCT_SRV/A_Product', isChange: true } as const
const refusal = (status: number, text: string, wants: 'json' | 'xml' = 'json') =>
  answerError(
    { status, text, contentType: '', location: null, isTokenRefused: false, retryAfter: null },
    { ...asked, wants },
    [],
  )!

describe('what SAP says of an error', () => {
  it('is the first detail of severity error, with the field that it is about', () => {
    const info = detail({ severity: 'info', message: 'Only a note' })
    expect(saidBySap(json(info, detail({ propertyref: 'Material' })))).toEqual({
      code: 'V1/312',
      message: 'Enter a value: Material.',
    })
    expect(saidBySap(json(detail({ target: "to_Item(SalesOrder='1',SalesOrderItem='000010')/Plant" })))?.message).toBe(
      'Enter a value: Plant of item 10.',
    )
  })

  it('names a field once, and is the summary where no detail is an error', () => {
    expect(saidBySap(json(detail({ message: 'Material is empty.', target: '/Material' })))?.message).toBe(
      'Material is empty.',
    )
    expect(saidBySap(json(detail({ severity: 'warning' })))).toEqual({ code: 'SY/530', message: 'It failed.' })
    expect(saidBySap('{"error":{"code":"","message":"As plain text"}}')?.message).toBe('As plain text')
  })

  it('is read in XML too, though JSON was asked for', () => {
    const error = refusal(400, xml)
    expect([error.errorClass, error.sapMessageClass, error.sapMessageNo]).toEqual(['BUSINESS', 'V1', '312'])
    expect(error.message).toBe('SAP refused it: A field that must have a value is empty: Material of item 10. (V1/312)')
  })

  it('is no more than 300 characters, and nothing where the answer is no error of SAP', () => {
    expect(saidBySap(json(detail({ message: 'x'.repeat(900) })))?.message).toHaveLength(300)
    for (const text of ['', '<html></html>', '{"d":{}}', '<error', 'Bad gateway']) expect(saidBySap(text)).toBeNull()
  })
})

describe('a SOAP fault', () => {
  it('is its reason, then its detail', () => {
    expect(refusal(500, fault, 'xml').message).toBe(
      'SAP could not answer now (500): Web service processing error: Ledger 0L is locked by user MEHTA',
    )
    const long = soap(
      `<soap-env:Fault><faultstring>No</faultstring><detail>${'y'.repeat(900)}</detail></soap-env:Fault>`,
    )
    expect(faultWords(nodeAt(readXml(long), 'Body', 'Fault')!)).toHaveLength(300)
  })

  it('comes with 200 as well, from journal entries and from clearing', () => {
    expect(() => journalEntryAnswer(fault, [])).toThrow(
      'SAP refused it: Web service processing error: Ledger 0L is locked by user MEHTA',
    )
    expect(() => demandTaken(fault)).toThrow('Web service processing error: Ledger 0L is locked by user MEHTA')
  })
})

describe('the header sap-message', () => {
  const first = { code: 'V1/555', message: 'The document is incomplete', severity: 'warning', target: 'SoldToParty' }
  const second = { code: 'V4/083', message: 'Item 10 is late', severity: 'info', target: null }

  it('is read as JSON, with its details', () => {
    const header = JSON.stringify({ ...first, details: [{ ...second, target: '' }] })
    expect(warningsIn(header)).toEqual([first, second])
    expect(warningsIn(null)).toEqual([])
    expect(warningsIn(JSON.stringify({ code: 'A/1', message: 'Saved', severity: 'success', details: [] }))).toEqual([])
  })

  it('is read as XML, with its details', () => {
    const header = `<notification xmlns:d="x"><code>V1/555</code><message>The document is incomplete</message><severity>warning</severity><target>SoldToParty</target><details><detail><code>V4/083</code><message>Item 10 is late</message><target/><severity>info</severity></detail></details></notification>`
    expect(warningsIn(header)).toEqual([first, second])
  })

  it('keeps letters beyond ASCII, and what it cannot read as it came', () => {
    const header = Buffer.from(JSON.stringify({ ...first, message: 'Menge fehlt für 5 m²' })).toString('latin1')
    expect(warningsIn(header)[0]!.message).toBe('Menge fehlt für 5 m²')
    expect(warningsIn('Order is incomplete')).toEqual([
      { code: '', message: 'Order is incomplete', severity: 'warning', target: null },
    ])
  })

  it('is told as a sentence, with the field where the sentence does not name it', () => {
    expect(warningText(first)).toBe('The document is incomplete (SoldToParty).')
    expect(warningText(second)).toBe('Item 10 is late.')
  })
})
