import { describe, expect, it } from 'vitest'
import { type Format, formatProblem, normalise } from '../../../resources/define/formats.ts'
import { gstinKind, panOfGstin, stateOfGstin } from '../../../resources/define/official/gstin.ts'
import {
  otherForms,
  publishedGstins,
  publishedNumbers,
  publishedPlates,
} from '../../../resources/define/official/published.ts'
import {
  army,
  bharat,
  diplomatic,
  kindOfPlate,
  listed,
  old,
  ordinary,
  temporary,
} from '../../../resources/define/official/vehicle.ts'

const plates = { army, bharat, diplomatic, listed, old, ordinary, temporary }
const isSound = (format: Format, text: string) => formatProblem(format, normalise(format, text)) === undefined
const fitsForm = (name: string, text: string) =>
  name in otherForms ? otherForms[name as keyof typeof otherForms].test(text) : isSound(name as Format, text)

describe('official numbers', () => {
  it.each(Object.entries(publishedNumbers))('of %s are told from those that are none', (format, { fits, fitsNot }) => {
    expect(fits.filter(text => !fitsForm(format, text))).toEqual([])
    expect(fitsNot.filter(text => fitsForm(format, text))).toEqual([])
  })

  it('name where each kind is published', () => {
    for (const { source } of [publishedNumbers, publishedGstins, publishedPlates].flatMap(Object.values))
      expect(source.length).toBeGreaterThan(10)
  })
})

describe('a GSTIN', () => {
  it.each(Object.entries(publishedGstins))('of the kind %s is known by its form', (name, { fits, fitsNot }) => {
    expect(fits.map(gstinKind)).toEqual(fits.map(() => name))
    expect(fitsNot.filter(text => gstinKind(text) === name)).toEqual([])
    expect(fits.filter(text => !isSound('gstin', text))).toEqual([])
    expect(fitsNot.filter(text => isSound('gstin', text))).toEqual([])
  })

  it('with another check sign is refused where its kind has one', () => {
    for (const [name, { fits }] of Object.entries(publishedGstins)) {
      const isChecked = !['OIDAR', 'TAX_COLLECTOR', 'GOVERNMENT'].includes(name)
      const [right] = fits
      const other = right!.slice(0, 14) + (right!.endsWith('2') ? '3' : '2')
      expect([name, gstinKind(other) === undefined]).toEqual([name, isChecked])
    }
  })

  it('holds state and PAN only where its kind does', () => {
    const held = (gstin: string) => [stateOfGstin(gstin), panOfGstin(gstin)]
    expect(held('27AAPFU0939F1ZV')).toEqual(['27', 'AAPFU0939F'])
    expect(held('29ZZACE4455P1CB')).toEqual(['29', 'ZZACE4455P'])
    expect(held('29ZZAGD1234F1D0')).toEqual(['29', 'ZZAGD1234F'])
    expect(held('27ZZDB14521C1DP')).toEqual(['27', null])
    expect(held('21ZZBC54321D1Z4')).toEqual(['21', null])
    for (const gstin of ['0719UNO00104UNV', '0920ZZA00031NRX', '9919ZZB00044OS3'])
      expect(held(gstin)).toEqual([null, null])
  })
})

describe('a number plate', () => {
  it.each(Object.entries(publishedPlates))('of the kind %s is taken as it is written', (name, { fits, fitsNot }) => {
    expect(fits.filter(plate => !plates[name as keyof typeof plates].test(plate))).toEqual([])
    expect(fits.filter(plate => !isSound('vehicle', plate))).toEqual([])
    expect(fitsNot.filter(plate => isSound('vehicle', plate))).toEqual([])
    for (const plate of fits) expect(kindOfPlate(plate)).toBeDefined()
  })

  it('is read with spaces, hyphens, dots, small letters and the arrow of the army', () => {
    expect(normalise('vehicle', ' ka-05 mk.1234 ')).toBe('KA05MK1234')
    expect(normalise('vehicle', '⇧ 07 c 123456 x')).toBe('↑07C123456X')
  })

  it('has at most fifteen signs', () => {
    expect(isSound('vehicle', 'TRMH12345678901')).toBe(true)
    expect(isSound('vehicle', 'TRMH123456789012')).toBe(false)
  })
})
