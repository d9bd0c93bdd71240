import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimValue } from '../../resources/dispatches/pods/claim-value.ts'
import { lrsInFileName, numbersWrittenAs } from '../../resources/dispatches/pods/pod-file-name.ts'
import {
  contradictionOf,
  contradictionText,
  type LrForPod,
  type PodFacts,
  podFaults,
  podNotice,
  statusByPod,
} from '../../resources/dispatches/pods/pod-rules.ts'

const lr: LrForPod = {
  lrNo: 'VRL/26/47',
  lrDate: '2026-11-10',
  packages: 10,
  deliveryStatus: 'IN_TRANSIT',
  deliveredOn: null,
  podStatus: 'NONE',
  loggerNo: null,
  since: '2026-11-12',
}
const whole: PodFacts = {
  ...{ deliveredOn: '2026-11-14', packagesReceived: 10, shortagePackages: 0, damagePackages: 0 },
  refusedPackages: 0,
  temperature: null,
}
const faultsOf = (of: Partial<LrForPod>, pod: Partial<PodFacts> = {}) =>
  podFaults({ ...lr, ...of }, { ...whole, ...pod }, '2026-11-20').map(({ field, code }) => `${field} ${code}`)

describe('the POD of cold goods', () => {
  it('says how cold they arrived', () => {
    expect(faultsOf({ loggerNo: 'TL-9' })).toEqual(['temperature REQUIRED'])
    expect(faultsOf({ loggerNo: 'TL-9' }, { temperature: 0 })).toEqual([])
    expect(faultsOf({}, { temperature: null })).toEqual([])
  })
})

describe('the day of a POD', () => {
  it.each([
    ['2026-11-21', ['deliveredOn RANGE']],
    ['2026-11-09', ['deliveredOn RANGE']],
    ['2026-11-10', []],
    ['2026-11-20', []],
  ])('%s fits an LR of the 10th as far as %j', (deliveredOn, faults) => {
    expect(faultsOf({}, { deliveredOn })).toEqual(faults)
  })

  it('is compared with what was reported, unless the rest arrives later or the desk has settled it', () => {
    const against = (of: Partial<LrForPod>, pod: Partial<PodFacts> = {}) =>
      contradictionOf({ ...lr, ...of }, { ...whole, ...pod })
    const reported = { deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-13', since: '2026-11-13' } as const
    expect(against(reported)).toEqual({ reportedStatus: 'DELIVERED', reportedOn: '2026-11-13' })
    expect(against(reported, { deliveredOn: '2026-11-13' })).toBe(null)
    const inPart = { ...reported, deliveryStatus: 'PARTIAL_DELIVERED' } as const
    expect(against(inPart)).toBe(null)
    const short = { packagesReceived: 9, shortagePackages: 1 }
    expect(against(inPart, short)).toEqual({ reportedStatus: 'PARTIAL_DELIVERED', reportedOn: '2026-11-13' })
    expect(against({ ...reported, isSettled: true }, short)).toBe(null)
    expect(against({}, { deliveredOn: '2026-11-11' })).toEqual({
      reportedStatus: 'IN_TRANSIT',
      reportedOn: '2026-11-12',
    })
    expect(against({ deliveryStatus: 'LOST' })).toEqual({ reportedStatus: 'LOST', reportedOn: '2026-11-12' })
  })

  it('and the reported one are both named in the question', () => {
    const says = { deliveredOn: '2026-11-14', reportedStatus: 'DELIVERED', reportedOn: '2026-11-13' } as const
    expect(contradictionText(says)).toBe(
      'The POD says delivered on 14-11-2026; “Delivered” was reported for 13-11-2026',
    )
  })
})

describe('the packages of a POD', () => {
  it('add up to those of the LR, and no more are damaged than received', () => {
    const count = fc.integer({ min: 0, max: 30 })
    fc.assert(
      fc.property(count, count, count, count, (packagesReceived, shortagePackages, damagePackages, refusedPackages) => {
        const faults = faultsOf({}, { packagesReceived, shortagePackages, damagePackages, refusedPackages })
        const all = packagesReceived + shortagePackages + refusedPackages
        expect(faults.includes('packagesReceived SUM')).toBe(all !== 10)
        expect(faults.includes('damagePackages RANGE')).toBe(damagePackages > packagesReceived)
      }),
    )
  })

  it('deliver in part when some are short, and damage alone delivers', () => {
    expect(statusByPod(lr, { ...whole, packagesReceived: 9, shortagePackages: 1 })).toBe('PARTIAL_DELIVERED')
    expect(statusByPod(lr, { ...whole, damagePackages: 10 })).toBe('DELIVERED')
    expect(statusByPod(lr, { ...whole, packagesReceived: 0, refusedPackages: 10 })).toBe('UNDELIVERED')
    expect(statusByPod(lr, { ...whole, packagesReceived: 6, refusedPackages: 4 })).toBe('PARTIAL_DELIVERED')
    expect(statusByPod({ ...lr, deliveryStatus: 'DELIVERED' }, whole)).toBe(null)
    expect(
      statusByPod({ ...lr, deliveryStatus: 'DELIVERED', isSettled: true }, { ...whole, shortagePackages: 1 }),
    ).toBe(null)
  })
})

it('what a POD takes the place of, or what the desk is asked, is said before it is uploaded', () => {
  for (const deliveryStatus of ['CANCELLED', 'RETURNED', 'LOST'] as const)
    expect(podNotice({ ...lr, deliveryStatus })).toMatch(/^LR VRL\/26\/47 is reported as/)
  for (const podStatus of ['UPLOADED', 'ACCEPTED'] as const)
    expect(podNotice({ ...lr, podStatus })).toMatch(/a new one takes its place$/)
  for (const podStatus of ['NONE', 'REJECTED'] as const) expect(podNotice({ ...lr, podStatus })).toBeUndefined()
})

describe('the claim for a POD', () => {
  const loss = { shortagePackages: 1, damagePackages: 1, refusedPackages: 0 }
  const of = { packages: 30, value: 1_000_001 }

  it('is the share of the invoices of the packages that are missing or damaged', () => {
    expect(claimValue(loss, of, null)).toBe(66_667)
    expect(claimValue({ ...loss, refusedPackages: 30 }, of, null)).toBe(1_000_001)
  })

  it('is the share of the goods where somebody named them', () => {
    const named = [
      { value: 500_000, qty: 25_000, lostQty: 1_000 },
      { value: 80_000, qty: 10_000, lostQty: 10_000 },
    ]
    expect(claimValue(loss, of, named)).toBe(100_000)
  })

  it('is never more than all is worth', () => {
    const count = fc.nat(50)
    fc.assert(
      fc.property(count, count, count, fc.nat(1_000_000_000), (shortagePackages, damagePackages, refused, value) => {
        const says = { shortagePackages, damagePackages, refusedPackages: refused }
        const claimed = claimValue(says, { packages: 30, value }, null)
        expect(claimed).toBeGreaterThanOrEqual(0)
        expect(claimed).toBeLessThanOrEqual(value)
      }),
    )
  })
})

describe('the name of a file', () => {
  it.each([
    ['VRL47.jpg', ['VRL47']],
    ['scans/vrl47.PDF', ['VRL47']],
    ['C:\\scans\\VRL47_vrl.jpeg', ['VRL47_VRL', 'VRL47 of VRL']],
    ['.jpg', []],
  ])('%s means %j', (name, meant) => {
    const texts = lrsInFileName(name).map(({ lrNo, transporterCode }) =>
      transporterCode ? `${lrNo} of ${transporterCode}` : lrNo,
    )
    expect(texts).toEqual(meant)
  })

  it('means the LR it was named after, whatever strokes its number holds', () => {
    const part = fc.stringMatching(/^[A-Z0-9]{1,4}$/)
    const number = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .chain(parts =>
        fc
          .array(fc.constantFrom('/', '-'), { minLength: 3, maxLength: 3 })
          .map(signs => parts.reduce((begun, one, at) => `${begun}${signs[at - 1]}${one}`)),
      )
    fc.assert(
      fc.property(number, lrNo => {
        const [{ lrNo: written } = { lrNo: '' }] = lrsInFileName(`${lrNo.replaceAll('/', '-')}.jpg`)
        expect(numbersWrittenAs(written)).toContain(lrNo)
      }),
    )
  })
})
