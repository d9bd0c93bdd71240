import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import { attemptWords, failureWords } from '../../../resources/orders/sap/failure-words.ts'
import { linesInReply, namedInReply } from '../../../resources/orders/sap/named-in-reply.ts'
import { sapTopic } from '../../../resources/orders/sap/sap-words.ts'
import { nextInWords } from '../../../resources/orders/sap/waiting.ts'
import { resourceAt } from '../../../resources/registry.ts'

describe('a refusal by SAP', () => {
  it.each([
    ['V1/384', 'Material LS-1001 is not released for sales organization 1000.', 'product'],
    ['V1/302', 'Material 104530 is not defined for sales org. 1000, distr. channel 11.', 'product'],
    ['V1/045', 'Unit of measure KAR is not defined for material LS-1001.', 'unit'],
    ['VP/204', 'Customer 0000100101 is not maintained for sales area 1000 11 10.', 'customer'],
    ['VP/199', 'Ship-to party 200101 is not defined.', 'shipTo'],
    ['V1/042', 'Sales document 5000000123 is currently being processed by user SCHMIDT.', 'inUse'],
    ['VK/001', 'Pricing procedure could not be determined.', 'price'],
    ['ME/006', 'Contract 40000012 does not contain item 20.', 'contract'],
    ['VL/046', 'Goods issue has been posted.', 'dispatched'],
    ['F5/201', 'Posting period 008 2026 is not open.', 'posting'],
    ['/IWBEP/CM_MGW_RT/021', "Property 'YY1_X' is invalid for the sales order.", 'landscape'],
    ['/IWFND/CM_BEC/026', null, 'landscape'],
    ['/CM_MGW_RT/021', null, 'landscape'],
    ['FND/CM_MGW/429', null, 'landscape'],
    ['VP/001', null, 'customer'],
    ['M3/305', null, 'product'],
    ['F5/001', null, 'posting'],
    ['ZZ/001', 'Something else.', 'unknown'],
  ])('%s “%s” is about: %s', (code, text, topic) => expect(sapTopic(code, text)).toBe(topic))

  it('is always a sentence, and leads to no master that does not exist', () => {
    const any = fc.option(fc.oneof(fc.string(), fc.constantFrom('constructor', 'V1/384', 'VP/1', '/IWFND/X/1', 'F5/2')))
    fc.assert(
      fc.property(any, any, (code, text) => {
        const { means, mend } = errorWords(code, text)
        expect(means).toMatch(/^[A-Z].*\.$/s)
        if (mend) expect(resourceAt(mend.resource)).toBeDefined()
      }),
    )
  })

  it('by a rule of ours keeps its own words, whatever its text says', () =>
    expect(errorWords('NO_PRICE', 'Material X').means).toBe('A product has no price for this customer.'))

  it('names master rows by the codes of the portal, without the zeros of SAP', () => {
    expect(namedInReply('SAP refused it: Material 000000000000104530 is not released for plant 1201.')).toEqual([
      { resource: 'masters/products', code: '104530' },
      { resource: 'settings/plant', code: '1201' },
    ])
    expect(namedInReply('Customer 0000100123 does not exist.')).toEqual([
      { resource: 'access-control/customer', code: '100123' },
    ])
    expect(namedInReply('Ship-to party 200101 is not assigned to sold-to party 100101')).toEqual([
      { resource: 'access-control/ship-to', code: '200101' },
      { resource: 'access-control/customer', code: '100101' },
    ])
    expect(namedInReply('The material is not released, nor the customer.')).toEqual([])
  })

  it('names lines by their numbers', () => {
    expect(linesInReply('Enter a quantity for item 000010, and for Item 20.')).toEqual([10, 20])
    expect(linesInReply('No item was found.')).toEqual([])
  })
})

describe('a technical failure', () => {
  it.each([
    [{ errorClass: 'AUTH', httpStatus: 401 }, /user or password/],
    [{ errorClass: 'AUTH', httpStatus: 403 }, /authorisation/],
    [{ errorClass: 'TECH', httpStatus: 429 }, /too many requests/],
    [{ errorClass: 'TECH', httpStatus: 503 }, /down for a while/],
    [{ errorClass: 'TECH', errorText: 'SAP did not answer within 30 seconds.' }, /too long/],
    [{ errorClass: 'TECH', errorText: 'SAP could not be reached (CERT_HAS_EXPIRED).' }, /certificate/],
    [{ errorClass: 'TECH', errorText: 'SAP could not be reached (ECONNREFUSED).' }, /switched off/],
    [{ errorClass: 'TECH', errorText: 'SAP could not be reached (ENOTFOUND).' }, /SAP_URL/],
    [{ errorClass: 'TECH', httpStatus: 423, errorText: 'SAP has the document in use: x' }, /document is open/],
    [{ errorClass: 'TECH', httpStatus: 412, errorText: 'changed in SAP meanwhile' }, /read and sent again/],
    [{ errorClass: 'UNKNOWN' }, /may have it already/],
    [{ errorClass: 'UNKNOWN', httpStatus: 201, errorText: 'its answer could not be read.' }, /could not be read/],
    [
      {
        errorClass: 'UNKNOWN',
        httpStatus: 200,
        errorText: 'A sign-in page came from sap.example/sap/opu in place of data.',
      },
      /sign-in page: the IT administrator/,
    ],
    [{ errorClass: 'AUTH', httpStatus: 403, errorText: 'CSRF token validation failed.' }, /security token/],
    [{ errorClass: null }, /not been asked/],
  ])('%o is said in words', (failure, words) => expect(failureWords(failure)).toMatch(words))
})

describe('an attempt', () => {
  const asked = (requests: string | null, ended: boolean, errorClass: string | null = null) =>
    attemptWords({ asked: requests, errorClass }, ended)

  it('that only searched says whether SAP had it, and is not taken for one that was sent', () => {
    expect(asked('GET A_SalesOrder 200', true)).toBe('SAP had it already from an earlier attempt.')
    expect(asked('GET A_SalesOrder 200', false)).toBe('SAP was asked for it, and does not show it yet.')
    expect(asked('GET A_SalesOrder 200, POST A_SalesOrder 201', true)).toBe('SAP took it.')
    expect(asked('POST A_SalesOrder 400', false, 'BUSINESS')).toBe('SAP refused it: its own words say why.')
  })
})

describe('a waiting message', () => {
  const now = '2026-11-23T09:00:00.000Z'
  const next = (more: object) =>
    nextInWords(
      { status: 'RETRY', attempts: 1, nextAttemptAt: '2026-11-23T09:02:00.000Z', uncertainSince: now, ...more },
      now,
      instant => instant.slice(11, 16),
    )

  it('says when it is searched for and sent again, and when nobody does anything more', () => {
    expect(next({})).toBe('SAP may have it: it is searched for there at 09:02, and sent again if it is not found.')
    expect(next({ uncertainSince: null })).toBe('It is sent again at 09:02.')
    expect(next({ status: 'READY', attempts: 0, nextAttemptAt: now })).toBe(
      'It is sent for the first time in a moment.',
    )
    expect(next({ status: 'FAILED_TECH', attempts: 8 })).toBe('Nothing: given up after 8 attempts. Retry it by hand.')
    expect(next({ status: 'SENDING' })).toBe('It is being sent now.')
    expect(next({ status: 'FAILED_BUSINESS' })).toMatch(/Fix the cause/)
  })
})
