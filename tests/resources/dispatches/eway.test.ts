import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../api/dispatches/eway/ciphers.ts'
import { errorCodesIn, instantSaid } from '../../../api/dispatches/eway/wire.ts'
import { dayOf, instantOf } from '../../../resources/define/dates.ts'
import { kindOfPlate } from '../../../resources/define/official/vehicle.ts'
import { distanceFault, eitherWay, kmSaid } from '../../../resources/dispatches/eway/distance.ts'
import { actorOf } from '../../../resources/dispatches/eway/holder.ts'
import { deedOf, isTransin, partyState, transactionType } from '../../../resources/dispatches/eway/kinds.ts'
import { handlingOf, portalError, portalErrors, sentencesOf } from '../../../resources/dispatches/eway/portal-errors.ts'
import { rupees, sentLrNo, sentText, sentVehicle } from '../../../resources/dispatches/eway/sent-texts.ts'
import {
  cancelUntil,
  documentFrom,
  lastExtension,
  rejectUntil,
} from '../../../resources/dispatches/eway/time-limits.ts'
import { ewayEnd, extensionWindow } from '../../../resources/dispatches/eway.ts'

describe('the times of an e-way bill', () => {
  const at = instantOf('2026-11-28', '10:15')

  it.each([
    [200, 200, '2026-11-29'],
    [201, 200, '2026-11-30'],
    [656, 200, '2026-12-02'],
    [21, 20, '2026-11-30'],
  ])('for %i km at %i km a day ends at 23:59 of %s', (km, kmADay, day) => {
    expect(ewayEnd(at, km, kmADay)).toBe(instantOf(day, '23:59'))
  })

  it('are 8 hours before and after its end to extend, 24 hours to cancel, 72 to reject, 180 days for its document', () => {
    const window = extensionWindow(instantOf('2026-11-29', '23:59'), 8)
    expect(window).toEqual({ from: instantOf('2026-11-29', '15:59'), to: instantOf('2026-11-30', '07:59') })
    expect(cancelUntil(at)).toBe(instantOf('2026-11-29', '10:15'))
    expect(rejectUntil(at)).toBe(instantOf('2026-12-01', '10:15'))
    expect(documentFrom('2026-11-28')).toBe('2026-06-01')
    expect(lastExtension(at)).toBe('2027-11-23')
  })
})

describe('what is sent to the portal', () => {
  it('has only its signs, the last 15 of an LR number and plates in its form', () => {
    expect(sentText('Plot 12; “B” Block – Pune | 411001', 120)).toBe('Plot 12 B Block - Pune 411001')
    expect(sentText('Straße 5', 120)).toBe('Stra e 5')
    expect(sentText('x'.repeat(130), 120)).toHaveLength(120)
    expect(sentLrNo('VRL/2026/PUN/0012345')).toBe('026/PUN/0012345')
    expect(sentVehicle('DL1A123')).toBe('DL01A0123')
    expect(sentVehicle(null)).toBe('')
    expect(rupees(295_050)).toBe(2950.5)
  })

  it.each([
    'MH12AB1234',
    'DL1A123',
    'KA011234',
    'MH123A1234',
    'GJA1234',
    'DF12345',
    'TM12345',
    'BP12345',
    'NP12345',
    '22BH1234AB',
  ])('takes the plate %s', plate => expect(kindOfPlate(plate)).toBeDefined())

  it('names the kind of document, the transaction and the state of each party', () => {
    expect(deedOf('SALE')).toEqual({ supplyType: 'O', subSupplyType: '1', docType: 'INV' })
    expect(deedOf('TRANSFER')).toEqual({ supplyType: 'O', subSupplyType: '5', docType: 'CHL' })
    expect(deedOf('RETURN')).toEqual({ supplyType: 'I', subSupplyType: '7', docType: 'CHL' })
    const seller = '27AAPFU0939F1ZV'
    const other = '29AAPFU0939F1ZR'
    expect(transactionType({ seller, dispatchFrom: seller, buyer: other, shipTo: other })).toBe(1)
    expect(transactionType({ seller, dispatchFrom: null, buyer: other, shipTo: null })).toBe(1)
    expect(transactionType({ seller, dispatchFrom: null, buyer: null, shipTo: other })).toBe(2)
    expect(transactionType({ seller, dispatchFrom: other, buyer: other, shipTo: other })).toBe(3)
    expect(transactionType({ seller, dispatchFrom: other, buyer: null, shipTo: other })).toBe(4)
    expect(partyState(other, '27', false)).toBe(29)
    expect(partyState(null, '27', false)).toBe(27)
    expect(partyState(other, '27', true)).toBe(96)
    expect(isTransin('88AAACB1234C1Z5')).toBe(true)
  })
})

describe('the distance', () => {
  const pins = { fromPin: '421302', toPin: '411001', portalKm: null }
  it('holds either way, and is 1 to 100 km within one PIN code, never 0', () => {
    expect(eitherWay('421302', '411001')).toEqual(eitherWay('411001', '421302'))
    const same = { fromPin: '411001', toPin: '411001', portalKm: null }
    expect(distanceFault(0, same)).toBe('must be 1 to 100 km, for both places have the PIN code 411001')
    expect(distanceFault(100, same)).toBeNull()
    expect(distanceFault(101, same)).not.toBeNull()
  })

  it('is at most 4,000 km, and at most 10 % above what the portal knows', () => {
    expect(distanceFault(4_000, pins)).toBeNull()
    expect(distanceFault(4_001, pins)).toBe('must be at most 4,000 km')
    expect(distanceFault(110, { ...pins, portalKm: 100 })).toBeNull()
    expect(distanceFault(111, { ...pins, portalKm: 100 })).toBe(
      'must be at most 110 km: the portal knows 100 km, and takes 10 % more',
    )
  })

  it('is read from what the portal says beside an e-way bill', () => {
    expect(kmSaid(', The distance between the PIN codes 421302 and 411001 is 1,151 kms')).toBe(1151)
    expect(kmSaid('The distance between the given pincodes is 656 km')).toBe(656)
    expect(kmSaid(null)).toBeNull()
    expect(kmSaid('Duplicate')).toBeNull()
  })
})

describe('who may act on an e-way bill', () => {
  const bill = { madeByUs: true, transporterId: null, partBBy: null }
  it('is who made it while it names no transporter; then the transporter extends, and after its Part B does all', () => {
    expect(actorOf('EXTEND', bill)).toBe('US')
    const named = { ...bill, transporterId: '27AAACV1234C1Z5' }
    expect([actorOf('EXTEND', named), actorOf('PART_B', named), actorOf('CONSOLIDATE', named)]).toEqual([
      'TRANSPORTER',
      'US',
      'US',
    ])
    const entered = { ...named, partBBy: 'TRANSPORTER' as const }
    expect([actorOf('PART_B', entered), actorOf('CANCEL', entered)]).toEqual(['TRANSPORTER', 'US'])
    expect(actorOf('PART_B', { ...bill, madeByUs: false })).toBe('UNKNOWN')
  })
})

describe('an error of the portal', () => {
  it('has a sentence and what is done about it, 165 of them', () => {
    expect(portalErrors.size).toBe(165)
    for (const [code, { sentence }] of portalErrors)
      expect([code, sentence]).toEqual([code, expect.stringMatching(/\.$/)])
    expect(portalError('702')).toMatchObject({ field: 'transDistance', handling: 'FINAL' })
    expect(portalError('9999').sentence).toContain('error 9999')
  })

  it('comes as Base64 of a list, of which what nothing else mends comes first', () => {
    expect(errorCodesIn('eyJlcnJvckNvZGVzIjoiMjM4LCJ9')).toEqual(['238'])
    expect(errorCodesIn(Buffer.from('{"errorCodes":"206,820,"}').toString('base64'))).toEqual(['206', '820'])
    expect(errorCodesIn({ errorCodes: '118' })).toEqual(['118'])
    expect(handlingOf(['118', '206'])).toBe('FINAL')
    expect(handlingOf(['238'])).toBe('RELOGIN')
    expect(handlingOf(['604'])).toBe('FETCH')
    expect(sentencesOf(['103', '104'])).toBe('The key of the GSP is wrong.')
  })
})

describe('the cipher of the portal', () => {
  it('is AES-256 in ECB, as NIC’s example', () => {
    const sek = Buffer.from(Array.from({ length: 32 }, (_, index) => 0x20 + index))
    const plain = '{"ewbNo":391010000001,"cancelRsnCode":2,"cancelRmrk":"Order cancelled"}'
    const sealed =
      'XGBN0gbOPrPklIG5c0jgIo4VRlSFWu23GkhPpMfiLsxWU+XSppwlsDlNZX8w5odqpUkIHG/508x8wvKH5jajR4fc8dwPFRfcts1+rkRzEjA='
    expect(seal(plain, sek)).toBe(sealed)
    expect(unseal(sealed, sek).toString()).toBe(plain)
  })

  it('comes with times of India in three forms', () => {
    const end = instantOf('2026-11-28', '23:59')
    expect(instantSaid('28/11/2026 23:59:00')).toBe(end)
    expect(instantSaid('28/11/2026 11:59:00 PM')).toBe(end)
    expect(instantSaid('2026-11-28 23:59:00')).toBe(end)
    expect(dayOf(instantSaid('28/11/2026 12:05:00 AM')!)).toBe('2026-11-28')
    expect(instantSaid(null)).toBeNull()
  })
})
