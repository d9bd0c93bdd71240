import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readXml, textAt, type XmlNode } from '../../../api/sap/http/xml.ts'
import { type SimulatedSap, salesOrderOf, simulatedSap } from '../../support/sap/simulated-sap.ts'

let sap: SimulatedSap

beforeEach(async () => {
  sap = await simulatedSap({ billAfterMs: 60_000 })
})
afterEach(() => sap.close())

const ITEMS = 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'
const PATH = '/sap/bc/srt/scs_ext/sap/journalentrycreaterequestconfi'

interface Line {
  amount: string
  account?: string
  assignment?: string
}

function line({ amount, account, assignment = '' }: Line): string {
  const side = amount.startsWith('-') ? 'H' : 'S'
  const on = account ? `<GLAccount>${account}</GLAccount>` : '<Debtor>0000100123</Debtor>'
  const name = account ? 'Item' : 'DebtorItem'
  return `<${name}>${on}<AmountInTransactionCurrency currencyCode="INR">${amount}</AmountInTransactionCurrency>
    <DebitCreditCode>${side}</DebitCreditCode><AssignmentReference>${assignment}</AssignmentReference></${name}>`
}

const requestOf = (lines: readonly Line[], reference = 'T2627000000000087') => `<?xml version="1.0" encoding="utf-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:sfin="http://sap.com/xi/SAPSCORE/SFIN">
<soapenv:Header/><soapenv:Body><sfin:JournalEntryBulkCreateRequest><JournalEntryCreateRequest><JournalEntry>
<AccountingDocumentType>DZ</AccountingDocumentType><DocumentReferenceID>${reference.slice(-16)}</DocumentReferenceID>
<CompanyCode>1000</CompanyCode><DocumentDate>2026-11-20</DocumentDate><PostingDate>2026-11-20</PostingDate>
${lines.map(line).join('')}
</JournalEntry></JournalEntryCreateRequest></sfin:JournalEntryBulkCreateRequest></soapenv:Body></soapenv:Envelope>`

/** What SAP confirms: the document, and the notes of its log. */
async function post(lines: readonly Line[], reference?: string) {
  const { status, text } = await sap.call('POST', PATH, { 'Content-Type': 'text/xml' }, requestOf(lines, reference))
  const bulk = readXml(text).children.find(({ name }) => name === 'Body')!.children[0]!
  const confirmation = bulk.children.find(({ name }) => name === 'JournalEntryCreateConfirmation')
  const notes = (node: XmlNode): string[] => node.children.map(item => textAt(item, 'Note'))
  return {
    status,
    document: textAt(confirmation, 'JournalEntryCreateConfirmation', 'AccountingDocument'),
    year: textAt(confirmation, 'JournalEntryCreateConfirmation', 'FiscalYear'),
    notes: confirmation ? notes(confirmation.children.find(({ name }) => name === 'Log')!) : [],
  }
}

const found = async (filter: string) => (await sap.get(`${ITEMS}?$filter=${filter}`)).body.d.results
const openInvoices = () =>
  found(`FinancialAccountType eq 'D' and AccountingDocumentType eq 'RV' and ClearingAccountingDocument eq ''`)
const keyOf = (row: Record<string, string>) => `${row.AccountingDocument}${row.FiscalYear}${row.AccountingDocumentItem}`

/** An invoice of 5,310.00 that is open; the key of its item as an assignment. */
async function owed(): Promise<string> {
  await sap.change('POST', 'API_SALES_ORDER_SRV/A_SalesOrder', salesOrderOf('A'))
  sap.pass(60_000)
  const [item] = await openInvoices()
  return keyOf(item)
}

describe('a journal entry for a payment', () => {
  it('is posted without a CSRF token, found by its reference, and clears nothing: that is another service', async () => {
    const assignment = await owed()
    const { status, document, year, notes } = await post([
      { amount: '5310.00', account: '0000113100' },
      { amount: '-5310.00', assignment },
    ])
    expect([status, year, notes]).toEqual([200, '2026', ['Document posted successfully.']])
    const filter = `CompanyCode eq '1000' and Customer eq '0000100123' and DocumentReferenceID eq '2627000000000087' and AccountingDocumentType eq 'DZ'`
    const line = { AccountingDocument: document, AmountInCompanyCodeCurrency: '-5310.00', InvoiceReference: '' }
    expect(await found(filter)).toMatchObject([{ ...line, ClearingAccountingDocument: '' }])
    expect(await openInvoices()).toHaveLength(1)
  })

  it('that settles less stays open beside the item that it names, and one on account beside none', async () => {
    const assignment = await owed()
    await post([
      { amount: '2000.00', account: '0000113100' },
      { amount: '-1500.00', assignment },
      { amount: '-500.00' },
    ])
    const open = await found(`AccountingDocumentType eq 'DZ' and FinancialAccountType eq 'D'`)
    expect(open.map((row: Record<string, string>) => [row.AmountInCompanyCodeCurrency, row.InvoiceReference])).toEqual([
      ['-1500.00', assignment.slice(0, 10)],
      ['-500.00', ''],
    ])
    expect(await openInvoices()).toHaveLength(1)
  })

  it('is refused with a log that says why, and leaves nothing', async () => {
    const assignment = await owed()
    const whole = [
      { amount: '5310.00', account: '0000113100' },
      { amount: '-5310.00', assignment },
    ]
    await sap.control('entity', {
      entitySet: 'A_OperationalAcctgDocItemCube',
      key: {
        ...{ CompanyCode: '1000', AccountingDocument: assignment.slice(0, 10) },
        ...{ FiscalYear: assignment.slice(10, 14), AccountingDocumentItem: assignment.slice(14) },
      },
      set: { ClearingAccountingDocument: '1400000001' },
    })
    const before = await found(`CompanyCode eq '1000'`)
    const unbalanced = await post([{ amount: '10.00', account: '0000113100' }, { amount: '-9.00' }])
    expect([unbalanced.document, unbalanced.notes.at(-1)]).toEqual([
      '0000000000',
      'Balance in transaction currency is not zero.',
    ])
    expect((await post(whole, 'OTHER')).notes.at(-1)).toContain('is cleared already')
    const unknown = { amount: '-1.00', assignment: '18999999992026001' }
    expect((await post([{ amount: '1.00', account: '0000113100' }, unknown])).notes.at(-1)).toContain('does not exist')
    const nonsense = await sap.call('POST', PATH, { 'Content-Type': 'text/xml' }, '<half')
    expect([nonsense.status, nonsense.text]).toEqual([500, expect.stringContaining('faultstring')])
    expect(await found(`CompanyCode eq '1000'`)).toEqual(before)
  })

  it('is reversed once, by a document that clears it; not while something else has cleared it', async () => {
    const { document } = await post([{ amount: '10.00', account: '0000113100' }, { amount: '-10.00' }])
    const reverse = async () => {
      const request = requestOf([]).replace(
        '<CompanyCode>',
        `<ReversalReason>01</ReversalReason><ReversalReferenceDocument>${document}10002026</ReversalReferenceDocument><CompanyCode>`,
      )
      const { text } = await sap.call('POST', PATH, { 'Content-Type': 'text/xml' }, request)
      return text
    }
    const key = { CompanyCode: '1000', FiscalYear: '2026', AccountingDocument: document, AccountingDocumentItem: '002' }
    const clearing = (number: string) =>
      sap.control('entity', {
        entitySet: 'A_OperationalAcctgDocItemCube',
        key,
        set: { ClearingAccountingDocument: number },
      })
    await clearing('0100000001')
    expect(await reverse()).toContain('contains cleared items: reset the clearing first.')
    await clearing('')
    expect(await reverse()).toContain('Document posted successfully.')
    expect(await found(`AccountingDocument eq '${document}'`)).toMatchObject([
      { IsReversed: true, ReverseDocument: expect.stringMatching(/^\d{10}$/) },
      { IsReversed: true },
    ])
    expect(await found(`IsReversal eq true`)).toMatchObject([
      { AmountInCompanyCodeCurrency: '-10.00' },
      { AmountInCompanyCodeCurrency: '10.00' },
    ])
    expect(await reverse()).toContain('has already been reversed.')
  })

  it('is saved minutes after its caller gave up, like any other change', async () => {
    await sap.control('behaviour', { mode: 'commit-after-timeout', only: { service: 'journal-entry' }, times: 1 })
    const lines = [{ amount: '10.00', account: '0000113100' }, { amount: '-10.00' }]
    await expect(sap.call('POST', PATH, { 'Content-Type': 'text/xml' }, requestOf(lines), 100)).rejects.toThrow()
    expect(await found(`DocumentReferenceID eq '2627000000000087'`)).toEqual([])
    sap.pass(120_000)
    expect(await found(`DocumentReferenceID eq '2627000000000087'`)).toHaveLength(2)
  })
})
