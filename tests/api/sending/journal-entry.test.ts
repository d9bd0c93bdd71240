import { describe, expect, it } from 'vitest'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { nodeAt, readXml, textAt, type XmlNode } from '../../../api/sap/http/xml.ts'
import {
  journalEntryAnswer,
  journalEntryRequest,
  netCreditOf,
  type PaymentMessage,
  reversalRequest,
} from '../../../api/sap/sending/journal-entry.ts'

const payment = (over: Partial<PaymentMessage> = {}): PaymentMessage => ({
  txnNo: 'PT2627000000000087',
  companyCode: null,
  clearingAccount: null,
  customer: '100123',
  postingDate: '2026-11-23',
  amount: 11_800_000,
  allocations: [
    { accountingDocument: '1800000017', fiscalYear: '2026', item: '1', amount: 11_000_000, tds: 100_000 },
    { accountingDocument: '1800000018', fiscalYear: '2026', item: '001', amount: 700_000, tds: 0 },
  ],
  unallocated: 100_000,
  ...over,
})
const terms = {
  documentType: 'DZ',
  transferType: 'DA',
  companyCode: '1000',
  clearingAccount: '113100',
  tdsAccount: '125600',
  createdBy: 'BILTY',
}
const at = '2026-11-23T06:30:00.000Z'

const entryOf = (request: string) =>
  nodeAt(readXml(request), 'Body', 'JournalEntryBulkCreateRequest', 'JournalEntryCreateRequest', 'JournalEntry')!

const lineOf = (node: XmlNode) => [
  node.name,
  textAt(node, 'GLAccount') || textAt(node, 'Debtor'),
  textAt(node, 'AmountInTransactionCurrency'),
  textAt(node, 'DebitCreditCode'),
  textAt(node, 'AssignmentReference'),
]

describe('the journal entry of a payment', () => {
  it('debits gateway clearing and deducted tax, and credits the customer for each document and on account', () => {
    const entry = entryOf(journalEntryRequest(payment(), terms, at))
    expect([
      textAt(entry, 'AccountingDocumentType'),
      textAt(entry, 'CompanyCode'),
      textAt(entry, 'PostingDate'),
    ]).toEqual(['DZ', '1000', '2026-11-23'])
    expect(textAt(entry, 'DocumentReferenceID')).toBe('2627000000000087')
    expect(entry.children.filter(({ name }) => name.endsWith('Item')).map(lineOf)).toEqual([
      ['Item', '0000113100', '118000.00', 'S', ''],
      ['Item', '0000125600', '1000.00', 'S', ''],
      ['DebtorItem', '0000100123', '-111000.00', 'H', '18000000172026001'],
      ['DebtorItem', '0000100123', '-7000.00', 'H', '18000000182026001'],
      ['DebtorItem', '0000100123', '-1000.00', 'H', ''],
    ])
  })

  it('debits the customer for a credit note that is set off, and leaves out what is zero', () => {
    const allocations = [
      { accountingDocument: '1800000017', fiscalYear: '2026', item: '001', amount: 1_000_000, tds: 0 },
      { accountingDocument: '1800000020', fiscalYear: '2026', item: '001', amount: -400_000, tds: 0 },
    ]
    const entry = entryOf(journalEntryRequest(payment({ amount: 600_000, allocations, unallocated: 0 }), terms, at))
    expect(entry.children.filter(({ name }) => name.endsWith('Item')).map(lineOf)).toEqual([
      ['Item', '0000113100', '6000.00', 'S', ''],
      ['DebtorItem', '0000100123', '-10000.00', 'H', '18000000172026001'],
      ['DebtorItem', '0000100123', '4000.00', 'S', '18000000202026001'],
    ])
  })

  it('of a move sets the lines off whose place others take, under a type of its own', () => {
    const item = { accountingDocument: '1800000017', fiscalYear: '2026', item: '001', amount: 99_000, tds: 1_000 }
    const move = payment({
      ...{ txnNo: 'PT262700000087D1', amount: 0, isTransfer: true, allocations: [item], unallocated: 19_050 },
      instead: { allocations: [], unallocated: 118_050 },
    })
    const entry = entryOf(journalEntryRequest(move, terms, at))
    expect([textAt(entry, 'AccountingDocumentType'), textAt(entry, 'DocumentReferenceID')]).toEqual([
      'DA',
      'PT262700000087D1',
    ])
    expect(entry.children.filter(({ name }) => name.endsWith('Item')).map(lineOf)).toEqual([
      ['Item', '0000125600', '10.00', 'S', ''],
      ['DebtorItem', '0000100123', '1180.50', 'S', ''],
      ['DebtorItem', '0000100123', '-1000.00', 'H', '18000000172026001'],
      ['DebtorItem', '0000100123', '-190.50', 'H', ''],
    ])
    expect(netCreditOf(move)).toBe(1_000)
  })

  it('of a return credits gateway clearing and debits the customer', () => {
    const back = payment({
      ...{ txnNo: 'PR26270000001', amount: -50_000, allocations: [], unallocated: 0 },
      instead: { allocations: [], unallocated: 50_000 },
    })
    const entry = entryOf(journalEntryRequest(back, terms, at))
    expect(entry.children.filter(({ name }) => name.endsWith('Item')).map(lineOf)).toEqual([
      ['Item', '0000113100', '-500.00', 'H', ''],
      ['DebtorItem', '0000100123', '500.00', 'S', ''],
    ])
    expect(textAt(entry, 'AccountingDocumentType')).toBe('DZ')
  })

  it('that is taken back names its document, company code and year, and has no lines', () => {
    const document = { accountingDocument: '1400000012', companyCode: '1000', fiscalYear: '2026' }
    const entry = entryOf(reversalRequest({ payment: payment(), document }, terms, at))
    expect(textAt(entry, 'ReversalReferenceDocument')).toBe('140000001210002026')
    expect(entry.children.filter(({ name }) => name.endsWith('Item'))).toEqual([])
  })

  it('is never written where it does not balance', () => {
    expect(() => journalEntryRequest(payment({ unallocated: 0 }), terms, at)).toThrow('does not balance')
  })

  it('keeps the signs of a text that XML reserves', () => {
    const request = journalEntryRequest(payment({ txnNo: `A&B<"1">` }), terms, at)
    expect(textAt(entryOf(request), 'DocumentReferenceID')).toBe(`A&B<"1">`)
  })
})

const answer = (
  document: string,
  log: string,
) => `<soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/">
  <soap-env:Header/><soap-env:Body><n0:JournalEntryBulkCreateConfirmation xmlns:n0="http://sap.com/xi/SAPSCORE/SFIN">
  <JournalEntryCreateConfirmation><JournalEntryCreateConfirmation><AccountingDocument>${document}</AccountingDocument>
  <CompanyCode>1000</CompanyCode><FiscalYear>2026</FiscalYear></JournalEntryCreateConfirmation>
  <Log>${log}</Log></JournalEntryCreateConfirmation></n0:JournalEntryBulkCreateConfirmation></soap-env:Body></soap-env:Envelope>`
const note = (type: string, severity: string, text: string) =>
  `<Item><TypeID>${type}</TypeID><SeverityCode>${severity}</SeverityCode><Note>${text}</Note></Item>`

const refused = (text: string) => {
  try {
    journalEntryAnswer(text, ['F5/356'])
  } catch (error) {
    if (error instanceof SapError) return error
  }
  return expect.unreachable('SAP posted nothing')
}

describe("SAP's answer to a journal entry", () => {
  it('names the accounting document, its company code and its year', () => {
    expect(journalEntryAnswer(answer('1400000031', note('605(RW)', '1', 'Document posted')), [])).toEqual({
      accountingDocument: '1400000031',
      companyCode: '1000',
      fiscalYear: '2026',
    })
  })

  it('is a refusal with the first error that says why, where SAP posted no document', () => {
    const log = `${note('605(RW)', '2', 'A warning')}${note('609(RW)', '3', 'Error in document: BKPFF $ X')}${note('702(F5)', '3', 'Posting period 008 2026 is not open')}`
    for (const none of ['0000000000', ' ']) {
      const error = refused(answer(none, log))
      expect([error.errorClass, error.message]).toEqual([
        'BUSINESS',
        'SAP refused it: Posting period 008 2026 is not open (F5/702)',
      ])
      expect(error).toMatchObject({ sapMessageClass: 'F5', sapMessageNo: '702' })
    }
  })

  it('is worth another try where the account is locked, and unknown where it is cut off', () => {
    expect(refused(answer('0000000000', note('356(F5)', '3', 'Account is locked'))).errorClass).toBe('TECH')
    expect(refused(answer('1400000031', '').slice(0, 300)).errorClass).toBe('UNKNOWN')
    expect(refused('<html><body>Welcome</body></html>').errorClass).toBe('UNKNOWN')
  })
})
