import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimValue } from '../../resources/dispatches/pods/claim-value.ts'
import { lettersOf, numbersWrittenAs, readFileName } from '../../resources/dispatches/pods/pod-file-name.ts'
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
  const readings = (name: string) =>
    readFileName(name).numbers.map(
      ({ lrNo, transporterCode, pageNo }) =>
        `${lrNo}${transporterCode ? ` of ${transporterCode}` : ''}${pageNo ? ` page ${pageNo}` : ''}`,
    )

  it.each([
    ['VRL47.jpg', 'VRL47'],
    ['scans/vrl47.PDF', 'VRL47'],
    ['C:\\scans\\VRL47_vrl.jpeg', 'VRL47 of VRL'],
    ['POD KOP0068.jpg', 'KOP0068'],
    ['LR-KOP0068 signed.jpeg', 'KOP0068'],
    ['lr no KOP0068.pdf', 'KOP0068'],
    ['KOP0068.jpg.jpeg', 'KOP0068'],
    ['KOP0067 (1).jpg', 'KOP0067 page 2'],
    ['KOP0067-page2.jpg', 'KOP0067 page 2'],
    ['kop0068_2.pdf', 'KOP0068 page 2'],
    ['KOP0068 pod page 2 signed.jpg', 'KOP0068 page 2'],
    ['KOP0068 back.jpg', 'KOP0068 page 2'],
    ['INV 90001234 POD.pdf', '90001234'],
    ['IMG_20261120_101433 KOP0068.jpg', 'KOP0068'],
  ])('%s certainly may mean %s', (name, meant) => {
    const { numbers } = readFileName(name)
    expect(readings(name)).toContain(meant)
    const at = readings(name).indexOf(meant)
    expect(numbers[at]).toMatchObject({ isCertain: true })
  })

  it('begins with what it is as a whole, so that a number with such an ending is found first', () => {
    expect(readings('kop0068_2.pdf').slice(0, 3)).toEqual(['KOP0068_2', 'KOP0068 of 2', 'KOP0068 page 2'])
    expect(readings('VRL-26-12.jpg')[0]).toBe('VRL-26-12')
    expect(readFileName('VRL-26-12.jpg').numbers.find(({ lrNo }) => lrNo === 'VRL-26')).toMatchObject({
      isCertain: false,
    })
  })

  it.each([
    'WhatsApp Image 2026-11-20 at 10.14.33.jpeg',
    'WhatsApp Image 2026-11-20 at 10.14.33 AM (1).jpeg',
    'IMG-20261120-WA0003.jpg',
    'IMG_0001.jpg',
    'PXL_20261120_101433123.jpg',
    'CamScanner 20-11-2026 10.14.pdf',
  ])('%s is that of a camera and proposes nothing', name => {
    expect(readFileName(name)).toMatchObject({ isOfCamera: true })
    expect(readFileName(name).numbers.filter(({ isCertain }) => !isCertain)).toEqual([])
  })

  it('among other words is likely the number alone, and may be that of an invoice', () => {
    const { numbers, invoiceNos } = readFileName('Sharma Traders KOP0068 Pune.jpg')
    expect(numbers.filter(({ lrNo }) => lrNo === 'KOP0068')).toMatchObject([{ isCertain: false }])
    expect(readFileName('Sharma 90001234.jpg').invoiceNos).toContain('90001234')
    expect(invoiceNos).toContain('KOP0068')
    expect(readFileName('KOP 0068.jpg').numbers.map(({ lrNo }) => lettersOf(lrNo))).toContain('KOP0068')
    expect(readFileName('.jpg').numbers).toEqual([])
  })

  const part = fc.stringMatching(/^[A-Z0-9]{1,4}$/)
  const number = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .chain(parts =>
      fc
        .array(fc.constantFrom('/', '-'), { minLength: 3, maxLength: 3 })
        .map(signs => parts.reduce((begun, one, at) => `${begun}${signs[at - 1]}${one}`)),
    )

  it('means the LR it was named after, whatever strokes its number holds', () => {
    fc.assert(
      fc.property(number, lrNo => {
        const [{ lrNo: written } = { lrNo: '' }] = readFileName(`${lrNo.replaceAll('/', '-')}.jpg`).numbers
        expect(numbersWrittenAs(written)).toContain(lrNo)
      }),
    )
  })

  it('means it with a clerk’s words and a page around it, too, and knows the page', () => {
    const before = fc.constantFrom('', 'POD ', 'LR-', 'pod_', 'Signed POD ', 'scan ')
    const after = fc.constantFrom('', ' pod', ' signed', '_copy', ' signed copy')
    const page = fc.constantFrom(['', null], [' (1)', 2], ['-page3', 3], ['_2', 2], [' pg 4', 4]) as fc.Arbitrary<
      [string, number | null]
    >
    const plain = fc.stringMatching(/^[A-Z]{2,4}[0-9]{3,6}$/)
    fc.assert(
      fc.property(before, plain, after, page, (head, lrNo, tail, [mark, pageNo]) => {
        const { numbers } = readFileName(`${head}${lrNo.toLowerCase()}${tail}${mark}.jpeg`)
        expect(numbers).toContainEqual({ lrNo, transporterCode: null, pageNo, isCertain: true })
      }),
    )
  })
})
