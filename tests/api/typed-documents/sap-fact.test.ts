import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { AskedFact } from '../../../api/sap/facts/fact.ts'
import { sapFact } from '../../../api/sap/facts/sap-fact.ts'
import { emptyPortal } from '../../support/portal.ts'
import { documentsInSap } from '../../support/sap/typed-documents.ts'

const portal = await emptyPortal()
const sap = documentsInSap(portal)
afterAll(() => portal.close())
afterEach(() => sap.comesBack())

const [ours, others] = ['100101', '100202']
const asked = (kind: AskedFact['kind'], number: string, amount: number | null, more: Partial<AskedFact> = {}) =>
  sapFact(portal.db, { kind, companyCode: null, year: null, number, customer: ours, amount, ...more })
const of2026 = { year: '2026' }

describe('a credit note that a person types', () => {
  it('is confirmed by SAP under the reference of accounting, whichever of its numbers was typed', async () => {
    await sap.billing('LS26CRN1', ours, 7_316_00, { BillingDocument: '0090001001' })
    for (const number of ['LS26CRN1', 'ls26crn1', '90001001'])
      expect(await asked('CREDIT_NOTE', number, 7_316_00)).toEqual({ is: 'CONFIRMED', number: 'LS26CRN1' })
    expect(await asked('SETTLEMENT', 'LS26CRN1', null)).toMatchObject({ is: 'CONFIRMED' })
  })

  it('is denied where SAP has none, one of another customer, or of another amount', async () => {
    expect(await asked('CREDIT_NOTE', 'NOSUCH77', 7_316_00)).toEqual({
      is: 'NOT_FOUND',
      why: 'SAP has no document NOSUCH77 in company code 1000: correct its number',
    })
    expect(await asked('CREDIT_NOTE', "X' or 1 eq 1", 7_316_00)).toMatchObject({ is: 'NOT_FOUND' })
    await sap.billing('LS26CRN2', others, 500_00)
    expect(await asked('CREDIT_NOTE', 'LS26CRN2', 500_00)).toMatchObject({ is: 'OTHER_CUSTOMER' })
    await sap.billing('LS26CRN3', ours, 500_00)
    expect(await asked('CREDIT_NOTE', 'LS26CRN3', 7_316_00)).toEqual({
      is: 'OTHER_AMOUNT',
      why: 'SAP has ₹ 500.00 instead of ₹ 7,316.00 in LS26CRN3',
    })
    await sap.billing('LS26CRN4', ours, 500_00, { TransactionCurrency: 'USD' })
    expect(await asked('CREDIT_NOTE', 'LS26CRN4', 500_00)).toMatchObject({ is: 'OTHER_AMOUNT' })
  })

  it('is denied where it is an invoice, a payment, or was cancelled', async () => {
    await sap.billing('LS26INV1', ours, 500_00, { SDDocumentCategory: 'M' })
    expect(await asked('CREDIT_NOTE', 'LS26INV1', 500_00)).toMatchObject({ is: 'OTHER_KIND' })
    await sap.billing('LS26CRN5', ours, 500_00, { BillingDocumentIsCancelled: true })
    expect(await asked('CREDIT_NOTE', 'LS26CRN5', 500_00)).toMatchObject({ is: 'OTHER_KIND' })
    await sap.entry({ no: '1400000001', customer: ours, paise: -500_00 })
    expect(await asked('CREDIT_NOTE', '1400000001', 500_00)).toMatchObject({ is: 'OTHER_KIND' })
  })

  it('may be one of accounting, whatever its year', async () => {
    await sap.entry({ no: '1700000001', customer: others, paise: -300_00, year: '2025', type: 'DG', key: '11' })
    await sap.entry({ no: '1700000001', customer: ours, paise: -500_00, type: 'DG', key: '11' })
    expect(await asked('CREDIT_NOTE', '1700000001', 500_00)).toEqual({ is: 'CONFIRMED', number: '1700000001' })
    expect(await asked('CREDIT_NOTE', '1700000001', 500_00, { year: '2025' })).toMatchObject({ is: 'OTHER_CUSTOMER' })
  })

  it('of billing is found by the document under which accounting has it, and is whose the goods were', async () => {
    await sap.billing('LS26CRN6', ours, 500_00, { BillingDocument: '0090001006', PayerParty: '0000100999' })
    const more = { BillingDocument: '0090001006' }
    await sap.entry({ no: '1700000002', customer: '100999', paise: -500_00, type: 'RV', key: '11', more })
    expect(await asked('CREDIT_NOTE', '1700000002', 500_00)).toEqual({ is: 'CONFIRMED', number: 'LS26CRN6' })
  })

  it('waits while SAP is away, or has not posted it to accounting yet', async () => {
    await sap.billing('LS26CRN7', ours, 500_00, { AccountingPostingStatus: 'A' })
    expect(await asked('CREDIT_NOTE', 'LS26CRN7', 500_00)).toMatchObject({ is: 'TO_BE_CHECKED', isSapAway: false })
    await sap.goesAway()
    expect(await asked('CREDIT_NOTE', 'LS26CRN1', 7_316_00)).toMatchObject({ is: 'TO_BE_CHECKED', isSapAway: true })
    await sap.comesBack()
    expect(await asked('CREDIT_NOTE', 'LS26CRN1', 7_316_00)).toMatchObject({ is: 'CONFIRMED' })
  })
})

describe('a document of accounting that a person types', () => {
  it('is a posting where it credits the customer with the amount, and is no credit note', async () => {
    await sap.entry({ no: '1400000002', customer: ours, paise: -500_00 })
    expect(await asked('POSTING', '1400000002', 500_00, of2026)).toEqual({ is: 'CONFIRMED', number: '1400000002' })
    expect(await asked('POSTING', '1400000002', 400_00, of2026)).toMatchObject({
      is: 'OTHER_AMOUNT',
      why: expect.stringContaining('₹ 500.00 instead of ₹ 400.00'),
    })
    expect(await asked('POSTING', '1400000002', 500_00, { year: '2025' })).toEqual({
      is: 'NOT_FOUND',
      why: 'SAP has no document 1400000002 of 2025 in company code 1000: correct its number or year',
    })
    expect(await asked('POSTING', '1400000002', 500_00, { customer: others, year: '2026' })).toMatchObject({
      is: 'OTHER_CUSTOMER',
    })
    await sap.entry({ no: '1700000003', customer: ours, paise: -500_00, type: 'DG', key: '11' })
    expect(await asked('POSTING', '1700000003', 500_00, of2026)).toMatchObject({ is: 'OTHER_KIND' })
  })

  it('is no posting any more once SAP has reversed it', async () => {
    await sap.entry({ no: '1400000003', customer: ours, paise: -500_00, more: { IsReversed: true } })
    expect(await asked('POSTING', '1400000003', 500_00, of2026)).toMatchObject({ is: 'OTHER_KIND' })
  })

  it('is a reversal where it debits the customer, and is no invoice', async () => {
    await sap.entry({ no: '1400000004', customer: ours, paise: 500_00, key: '05', more: { IsReversal: true } })
    expect(await asked('REVERSAL', '1400000004', 500_00, of2026)).toMatchObject({ is: 'CONFIRMED' })
    expect(await asked('REVERSAL', '1400000002', 500_00, of2026)).toMatchObject({ is: 'OTHER_KIND' })
    await sap.entry({ no: '1800000001', customer: ours, paise: 500_00, more: { BillingDocument: '0090001099' } })
    expect(await asked('REVERSAL', '1800000001', 500_00, of2026)).toMatchObject({ is: 'OTHER_KIND' })
  })

  it('is a clearing where items of the customer were cleared by it, for so much', async () => {
    const cleared = { ClearingAccountingDocument: '0100000009', ClearingDocFiscalYear: '2026', IsCleared: true }
    await sap.entry({ no: '1800000002', customer: ours, paise: 500_00, type: 'RV', more: cleared })
    await sap.entry({ no: '1400000005', customer: ours, paise: -500_00, more: cleared })
    expect(await asked('CLEARING', '100000009', 500_00, of2026)).toEqual({ is: 'CONFIRMED', number: '100000009' })
    expect(await asked('CLEARING', '100000009', 400_00, of2026)).toMatchObject({ is: 'OTHER_AMOUNT' })
    expect(await asked('CLEARING', '100000009', null, { customer: others })).toMatchObject({ is: 'OTHER_CUSTOMER' })
    expect(await asked('CLEARING', '100000010', null, of2026)).toMatchObject({ is: 'NOT_FOUND' })
  })
})
