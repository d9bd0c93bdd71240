import { describe, expect, it } from 'vitest'
import { groupByFlashPoint } from '../../../resources/dispatches/hazards/classes.ts'
import { gateWords, type HazardousGoods, type Leaving } from '../../../resources/dispatches/hazards/hazard-of-goods.ts'
import { clashesOf, type SegregationRule, type Sorted } from '../../../resources/dispatches/hazards/segregation.ts'

const sorted = (code: string, more: Partial<Sorted>): Sorted => ({
  ...{ code, hazardClass: null, subRisk: null, packingGroup: 'II', traits: [], isDrug: false },
  ...more,
})
const acetonitrile = sorted('LS-1101', { hazardClass: '3', traits: ['LIQUID'] })
const acid = sorted('PS-2003', { hazardClass: '8', traits: ['LIQUID', 'ACID'] })
const rule = (
  first: SegregationRule['first'],
  second: SegregationRule['second'],
  verdict: SegregationRule['verdict'],
) => ({
  ...{ first, second, verdict },
})

describe('segregation', () => {
  it('keeps cyanides from acids, whichever comes first', () => {
    const cyanide = sorted('PS-9', { hazardClass: '6.1', traits: ['CYANIDE'] })
    const rules = [rule('CYANIDE', 'ACID', 'REFUSE')]
    expect(clashesOf([acid, cyanide], rules)).toMatchObject([{ first: 'PS-2003', second: 'PS-9' }])
    expect(clashesOf([cyanide, acid], rules)).toHaveLength(1)
    expect(clashesOf([acetonitrile, acid], rules)).toEqual([])
  })

  it('counts subsidiary risks, and takes the strictest rule of a pair', () => {
    const peroxide = sorted('PS-2011', { hazardClass: '5.1', subRisk: '8', traits: ['LIQUID'] })
    const pyrophoric = sorted('PS-8', { hazardClass: '4.2' })
    const rules = [rule('C5', 'C42', 'WARN'), rule('C42', 'C8_LIQUID', 'REFUSE')]
    expect(clashesOf([peroxide, pyrophoric], rules).map(one => one.rule.verdict)).toEqual(['REFUSE'])
  })

  it('lets explosives travel with nothing else', () => {
    const explosive = sorted('PS-7', { hazardClass: '1' })
    expect(clashesOf([explosive, acetonitrile, acid], [rule('C1', 'ANY', 'REFUSE')])).toHaveLength(2)
  })
})

it('puts xylene of 27 °C into packing group III, and toluene of 4 °C into II', () => {
  expect([groupByFlashPoint(270), groupByFlashPoint(40), groupByFlashPoint(230)]).toEqual(['III', 'II', 'III'])
})

const goods = (more: Partial<HazardousGoods> = {}): HazardousGoods => ({
  ...{ productId: 1, code: 'LS-1101', name: 'Acetonitrile', unNo: 'UN1648', properName: 'Acetonitrile' },
  ...{
    technicalName: null,
    hazardClass: '3',
    subRisk: null,
    packingGroup: 'II',
    eac: null,
    traits: [],
  },
  ...{
    sdsDate: '2026-01-01',
    emergencyPhone: '1800 209 4477',
    hasCard: true,
    airAllowed: true,
    packages: 4,
    netKg: 40_000,
  },
  ...more,
})
const leaving = (more: Partial<Leaving> = {}): Leaving => ({
  ...{ goods: [goods()], drugs: [], rules: [], mode: 'SURFACE', papers: [] },
  ...{ transporter: { name: 'Konark', carriesHazard: true }, day: '2026-11-20', expectedDeliveryDate: '2026-11-25' },
  ...more,
})

describe('at the gate', () => {
  it('lets goods go whose papers are whole', () => {
    expect(gateWords(leaving())).toEqual({ refusals: [], warnings: [] })
  })

  const refusalOf = (more: Partial<Leaving>) => gateWords(leaving(more)).refusals
  it.each([
    ['has no UN number', { goods: [goods({ unNo: null })] }],
    ['is forbidden by air', { mode: 'AIR', goods: [goods({ airAllowed: false })] }],
    ['The TREM card of LS-1101 is not complete', { goods: [goods({ hasCard: false })] }],
    ['has no emergency telephone', { goods: [goods({ emergencyPhone: null })] }],
    ['does not carry hazardous goods', { transporter: { name: 'SwiftDak', carriesHazard: false } }],
    ['Fitness of MH04 ended on 19-11-2026', { papers: [{ label: 'Fitness of MH04', till: '2026-11-19' }] }],
  ] as [string, Partial<Leaving>][])('refuses goods: it %s', (words, more) => {
    expect(refusalOf(more)).toEqual([expect.stringContaining(words)])
  })

  it('warns of papers that end on the way, of an old data sheet and of packing group I', () => {
    const { refusals, warnings } = gateWords(
      leaving({
        goods: [goods({ packingGroup: 'I', sdsDate: '2023-11-01' })],
        papers: [{ label: 'PUC of MH04', till: '2026-11-22' }],
      }),
    )
    expect(refusals).toEqual([])
    expect(warnings).toHaveLength(3)
  })

  it('says which goods must not travel together, and which should not', () => {
    const two = [goods(), goods({ code: 'PS-2011', hazardClass: '5.1' })]
    const rules = [rule('C3', 'C51', 'WARN')]
    expect(gateWords(leaving({ goods: two, rules })).warnings).toEqual([
      'LS-1101 and PS-2011 should not travel together (class 3 and class 5.1)',
    ])
    const strict = [rule('C3', 'C51', 'REFUSE')]
    expect(refusalOf({ goods: two, rules: strict })).toEqual([expect.stringContaining('must not travel together')])
  })
})
