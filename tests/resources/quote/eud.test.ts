import { describe, expect, it } from 'vitest'
import { documentText } from '../../../resources/orders/documents/document-text.ts'
import { findingsOf } from '../../../resources/orders/quote/checks.ts'
import {
  type EudBlockFacts,
  type EudDocumentFacts,
  type EudFacts,
  type EudRule,
  eudOf,
  lastValidDay,
} from '../../../resources/orders/quote/eud.ts'
import { always, checkFacts, checkLine, ORDER_DATE } from '../../support/orders/order-rows.ts'

const rule = (more: Partial<EudRule> = {}): EudRule => ({
  ...always(),
  productId: 1,
  documentType: 'NDPS_REGISTRATION',
  frequency: 'ONCE_VALID',
  validityMonths: 12,
  qtyControlled: false,
  templateAttachmentId: null,
  ...more,
})

const paper = (more: Partial<EudDocumentFacts> = {}): EudDocumentFacts => ({
  id: 7,
  eudNo: 'EU2627000007',
  customerId: 1,
  productId: 1,
  documentType: 'NDPS_REGISTRATION',
  issueDate: '2026-04-01',
  validTo: '2027-03-31',
  permittedQty: null,
  usedQty: 0,
  reservedQty: 0,
  ownQty: 0,
  orderId: null,
  status: 'APPROVED',
  ...more,
})

const stop = (more: Partial<EudBlockFacts> = {}): EudBlockFacts => ({
  id: 9,
  rowVersion: 1,
  blockNo: 'EB2627000001',
  customerId: 1,
  productId: 1,
  reason: 'EXPIRED',
  status: 'ACTIVE',
  ...more,
})

const asked = (more: Partial<EudFacts> = {}) =>
  eudOf({
    rules: [rule()],
    papers: [],
    stops: [],
    orderDate: ORDER_DATE,
    orderId: 5,
    customerId: 1,
    productId: 1,
    qty: 10_000,
    chosenId: null,
    ...more,
  })
const statusOf = (more: Partial<EudFacts>) => asked(more).eudStatus

describe('the end-user documents of a line', () => {
  it('are not required when no rule names the product on the day', () => {
    expect(statusOf({ rules: [] })).toBe('NOT_REQUIRED')
    expect(statusOf({ rules: [rule({ productId: 2 })] })).toBe('NOT_REQUIRED')
    expect(statusOf({ rules: [rule({ validTo: '2026-10-11' })] })).toBe('NOT_REQUIRED')
    expect(statusOf({ rules: [rule({ validFrom: '2026-10-13' })] })).toBe('NOT_REQUIRED')
    expect(statusOf({ rules: [rule({ isActive: false })] })).toBe('NOT_REQUIRED')
  })

  it('are required by a rule from its first to its last day, both included', () => {
    const on = (more: Partial<EudRule>) => statusOf({ rules: [rule(more)] })
    expect(on({ validFrom: ORDER_DATE, validTo: ORDER_DATE })).toBe('REQUIRED')
    expect(on({ validFrom: '2026-10-13' })).toBe('NOT_REQUIRED')
    expect(on({ validTo: '2026-10-11' })).toBe('NOT_REQUIRED')
    expect(on({ isActive: false })).toBe('NOT_REQUIRED')
  })

  it('are missing, submitted, or on file', () => {
    expect(asked()).toMatchObject({ eudStatus: 'REQUIRED', eudDocumentId: null, needs: [{ onFile: false }] })
    expect(asked({ papers: [paper({ status: 'SUBMITTED' })] })).toMatchObject({
      eudStatus: 'SUBMITTED',
      eudDocumentId: 7,
    })
    expect(asked({ papers: [paper()] })).toMatchObject({
      eudStatus: 'APPROVED',
      eudDocumentId: 7,
      needs: [{ onFile: true }],
    })
  })

  it('are not covered by another customer’s document, or one for another product or of another kind', () => {
    for (const other of [{ customerId: 2 }, { productId: 2 }, { documentType: 'OTHER' }] as const)
      expect(statusOf({ papers: [paper(other)] })).toBe('REQUIRED')
  })

  it('are valid from the day of issue to the last day, both included', () => {
    expect(statusOf({ papers: [paper({ validTo: ORDER_DATE })] })).toBe('APPROVED')
    expect(asked({ papers: [paper({ validTo: '2026-10-11' })] }).needs[0]!.missing).toContain('ended on 11-10-2026')
    expect(statusOf({ papers: [paper({ issueDate: ORDER_DATE })] })).toBe('APPROVED')
    expect(statusOf({ papers: [paper({ issueDate: '2026-10-13' })] })).toBe('REQUIRED')
  })

  it('are not covered by a rejected, revoked or expired document', () => {
    for (const status of ['REJECTED', 'REVOKED', 'EXPIRED'] as const)
      expect(statusOf({ papers: [paper({ status })] })).toBe('REQUIRED')
  })

  it('cover the rest of the permitted quantity, without counting the order’s own reservation', () => {
    const rules = [rule({ qtyControlled: true })]
    const left = (more: Partial<EudDocumentFacts>) =>
      asked({ rules, papers: [paper({ permittedQty: 50_000, ...more })] })
    expect(left({ usedQty: 30_000, reservedQty: 10_000 })).toMatchObject({ eudStatus: 'APPROVED', counted: [7] })
    expect(left({ usedQty: 30_000, reservedQty: 10_001 }).needs[0]!.missing).toBe(
      'needs a NDPS registration of the end user (of EU2627000007 only 9.999 are left)',
    )
    expect(left({ usedQty: 30_000, reservedQty: 20_000, ownQty: 10_000 }).eudStatus).toBe('APPROVED')
    expect(left({ permittedQty: null }).eudStatus).toBe('REQUIRED')
    expect(asked({ papers: [paper({ permittedQty: 1 })] })).toMatchObject({ eudStatus: 'APPROVED', counted: [] })
  })

  it('are required with every order where the rule says so', () => {
    const rules = [rule({ frequency: 'PER_ORDER' })]
    expect(statusOf({ rules, papers: [paper()] })).toBe('REQUIRED')
    expect(statusOf({ rules, papers: [paper()], chosenId: 7 })).toBe('APPROVED')
    expect(statusOf({ rules, papers: [paper({ orderId: 5 })] })).toBe('APPROVED')
    expect(statusOf({ rules, papers: [paper({ orderId: 6 })], chosenId: 7 })).toBe('REQUIRED')
  })

  it('are complete only with every kind', () => {
    const rules = [rule({ qtyControlled: true }), rule({ documentType: 'END_USE_DECLARATION' })]
    const registered = paper({ permittedQty: 50_000 })
    const declared = paper({ id: 8, documentType: 'END_USE_DECLARATION', status: 'SUBMITTED' })
    expect(statusOf({ rules, papers: [registered] })).toBe('REQUIRED')
    expect(asked({ rules, papers: [registered, declared] })).toMatchObject({
      eudStatus: 'SUBMITTED',
      eudDocumentId: 8,
      counted: [7],
    })
    expect(asked({ rules, papers: [registered, { ...declared, status: 'APPROVED' }] })).toMatchObject({
      eudStatus: 'APPROVED',
      eudDocumentId: 7,
    })
  })

  it('are covered by the chosen document, else by the approved one with the latest end', () => {
    const papers = [paper(), paper({ id: 8, validTo: '2028-03-31' }), paper({ id: 9, status: 'SUBMITTED' })]
    expect(asked({ papers }).eudDocumentId).toBe(8)
    expect(asked({ papers, chosenId: 7 }).eudDocumentId).toBe(7)
    expect(asked({ papers, chosenId: 9 })).toMatchObject({ eudStatus: 'SUBMITTED', eudDocumentId: 9 })
  })
})

describe('a block', () => {
  it('applies to its product, or to every product that needs a document', () => {
    expect(asked({ stops: [stop()] }).stop).toMatchObject({ blockNo: 'EB2627000001' })
    expect(asked({ stops: [stop({ productId: 2 })] }).stop).toBeNull()
    expect(asked({ stops: [stop({ customerId: 2 })] }).stop).toBeNull()
    expect(asked({ stops: [stop({ productId: null })] }).stop).not.toBeNull()
    expect(asked({ rules: [], stops: [stop({ productId: null })] }).stop).toBeNull()
  })

  it('applies until it is released', () => {
    const blocking = (status: EudBlockFacts['status']) => asked({ stops: [stop({ status })] }).stop !== null
    expect(blocking('RELEASE_REQUESTED')).toBe(true)
    expect(blocking('RELEASE_DENIED')).toBe(true)
    expect(blocking('RELEASED')).toBe(false)
  })
})

it('an order without the documents is refused line by line, and so is an order of a blocked customer', () => {
  const eud = asked({ stops: [stop()] })
  const found = findingsOf(checkFacts({ lines: [checkLine(), checkLine({ lineNo: 20, requestedBatchNo: 'B1', eud })] }))
  expect(found.map(({ rule: of, code, field }) => [of, code, field])).toEqual([
    ['V9', 'EUD_BLOCKED', 'lines[1].productId'],
    ['V9', 'EUD_MISSING', 'lines[1].eudDocumentId'],
  ])
  expect(found[1]!.message).toBe('Line 20 (LS-1001) needs a NDPS registration of the end user: upload it')
})

it('a document is valid for the months of its rule, and where the rule says so only within its financial year', () => {
  const last = (frequency: EudRule['frequency'], issued: string, months = 12) =>
    lastValidDay({ frequency, validityMonths: months }, issued, ORDER_DATE)
  expect(last('ONCE_VALID', '2026-10-12')).toBe('2027-10-11')
  expect(last('ONCE_VALID', '2026-10-31', 4)).toBe('2027-02-27')
  expect(last('PER_FY', '2026-10-12')).toBe('2027-03-31')
  expect(last('PER_FY', '2026-03-20')).toBe('2027-03-19')
  expect(last('PER_FY', '2027-03-31')).toBe('2027-03-31')
  expect(last('PER_FY', '2027-04-01')).toBe('2028-03-31')
  expect(last('PER_ORDER', '2026-10-12', 1)).toBe('2026-11-11')
})

describe('an end-user document in words', () => {
  const told = { ...paper(), documentRef: 'NCB/2026/4471', endUse: 'Reference standards' }

  it('names its kind, its last day and its product', () => {
    expect(documentText(told)).toBe(
      'EU2627000007, NDPS registration NCB/2026/4471, valid to 31-03-2027, for: Reference standards',
    )
  })

  it('gives the rest of its permitted quantity, without what is used and reserved by orders', () => {
    const some = { ...told, permittedQty: 600_000, usedQty: 100_000, reservedQty: 24_000 }
    expect(documentText(some)).toContain('476 of 600 left')
  })
})
