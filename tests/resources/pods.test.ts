import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lrsInFileName, numbersWrittenAs } from '../../resources/dispatches/pods/pod-file-name.ts'
import {
  type LrForPod,
  type PodFacts,
  podFaults,
  podRefusal,
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
    ['2026-11-11', ['deliveredOn TOO_OLD']],
    ['2026-11-12', []],
    ['2026-11-20', []],
  ])('%s fits an LR of the 10th that moved on the 12th as far as %j', (deliveredOn, faults) => {
    expect(faultsOf({}, { deliveredOn })).toEqual(faults)
  })

  it('is that of the delivery that was reported, unless the rest arrives later or the desk has settled it', () => {
    const reported = { deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-13', since: '2026-11-13' } as const
    expect(faultsOf(reported)).toEqual(['deliveredOn CONTRADICTION'])
    expect(faultsOf(reported, { deliveredOn: '2026-11-13' })).toEqual([])
    const inPart = { ...reported, deliveryStatus: 'PARTIAL_DELIVERED' } as const
    expect(faultsOf(inPart)).toEqual([])
    expect(faultsOf(inPart, { packagesReceived: 9, shortagePackages: 1 })).toEqual(['deliveredOn CONTRADICTION'])
    expect(faultsOf({ ...reported, isSettled: true }, { packagesReceived: 9, shortagePackages: 1 })).toEqual([])
  })
})

describe('the packages of a POD', () => {
  it('add up to those of the LR, and no more are damaged than received', () => {
    const count = fc.integer({ min: 0, max: 30 })
    fc.assert(
      fc.property(count, count, count, (packagesReceived, shortagePackages, damagePackages) => {
        const faults = faultsOf({}, { packagesReceived, shortagePackages, damagePackages })
        expect(faults.includes('packagesReceived SUM')).toBe(packagesReceived + shortagePackages !== 10)
        expect(faults.includes('damagePackages RANGE')).toBe(damagePackages > packagesReceived)
      }),
    )
  })

  it('deliver in part when some are short, and damage alone delivers', () => {
    expect(statusByPod(lr, { ...whole, packagesReceived: 9, shortagePackages: 1 })).toBe('PARTIAL_DELIVERED')
    expect(statusByPod(lr, { ...whole, damagePackages: 10 })).toBe('DELIVERED')
    expect(statusByPod({ ...lr, deliveryStatus: 'DELIVERED' }, whole)).toBe(null)
    expect(
      statusByPod({ ...lr, deliveryStatus: 'DELIVERED', isSettled: true }, { ...whole, shortagePackages: 1 }),
    ).toBe(null)
  })
})

it('an LR takes one POD at a time, and none once it is cancelled, returned or lost', () => {
  for (const deliveryStatus of ['CANCELLED', 'RETURNED', 'LOST'] as const)
    expect(podRefusal({ ...lr, deliveryStatus })).toMatch(/^LR VRL\/26\/47 /)
  for (const podStatus of ['UPLOADED', 'ACCEPTED'] as const) expect(podRefusal({ ...lr, podStatus })).toBeDefined()
  for (const podStatus of ['NONE', 'REJECTED'] as const) expect(podRefusal({ ...lr, podStatus })).toBeUndefined()
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
