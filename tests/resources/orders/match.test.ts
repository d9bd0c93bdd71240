import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestMatches, plainWords, similarity, trigrams } from '../../../resources/orders/pad/match.ts'
import { toSalesUnit } from '../../../resources/orders/pad/units.ts'

const product = (code: string, name: string, packSize: string | null = null) => ({ code, name, packSize, casNo: null })
const shelf = [
  product('LS-1201', 'Acetonitrile, HPLC grade', '2.5 L'),
  product('LS-1202', 'Methanol, HPLC grade', '2.5 L'),
  product('LS-1101', 'Agarose LE', '500 g'),
  product('LS-1102', 'Agarose LE', '100 g'),
  product('PS-2001', 'Toluene', '160 kg drum'),
]
const codes = (text: string) => bestMatches(text, shelf).matches.map(({ code }) => code)

describe('a text that names a product', () => {
  it('finds it in spite of typing errors and other words for its pack', () => {
    expect(codes('acetonitril hplc 2.5ltr')[0]).toBe('LS-1201')
    expect(codes('agarose 500 gm')[0]).toBe('LS-1101')
    expect(codes('AGAROSE LE - 100 grams')[0]).toBe('LS-1102')
    expect(codes('tolune')[0]).toBe('PS-2001')
  })

  it('identifies the product only by its whole and unique name', () => {
    expect(bestMatches('Toluene', shelf).same).toBe(true)
    expect(bestMatches('agarose le 500g', shelf)).toMatchObject({
      same: true,
      matches: [{ code: 'LS-1101' }, { code: 'LS-1102' }],
    })
    expect(bestMatches('agarose le', shelf).same).toBe(false)
    expect(bestMatches('methanol', shelf).same).toBe(false)
  })

  it('has at most three matches, and none among unrelated products', () => {
    expect(codes('HPLC grade').length).toBeLessThanOrEqual(3)
    expect(codes('Regards, Ravi Kumar')).toEqual([])
  })

  it('is most similar to itself, and similarity is between zero and one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const [a, b] = [trigrams(one), trigrams(other)]
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0)
        expect(similarity(a, b)).toBeLessThanOrEqual(similarity(a, a) + 1e-9)
        expect(plainWords(plainWords(one))).toBe(plainWords(one))
      }),
    )
  })
})

describe('a quantity in another unit', () => {
  const bottle = { uom: 'EA', packQty: 1000, packSize: '2.5 L' }
  const drum = { uom: 'KG', packQty: 160_000, packSize: '160 kg drum' }
  const dozen = { uom: 'EA', packQty: 12_000, packSize: null }

  it('is taken as it is where the product is sold in that unit', () => {
    expect(toSalesUnit(5000, null, bottle)).toEqual({ qty: 5000, sure: true })
    expect(toSalesUnit(5000, 'EA', bottle)).toEqual({ qty: 5000, sure: true })
    expect(toSalesUnit(5000, 'BOTTLE', bottle)).toEqual({ qty: 5000, sure: true })
    expect(toSalesUnit(160_000, 'KG', drum)).toEqual({ qty: 160_000, sure: true })
  })

  it('is converted exactly between measures, and drums of so many kilograms by their number', () => {
    expect(toSalesUnit(500_000, 'G', drum)).toEqual({ qty: 500, sure: true })
    expect(toSalesUnit(1000, 'MT', drum)).toEqual({ qty: 1_000_000, sure: true })
    expect(toSalesUnit(1, 'G', drum)).toEqual({ qty: null, sure: false })
    expect(toSalesUnit(2000, 'DRUM', drum)).toEqual({ qty: 320_000, sure: true })
  })

  it('is only a guess, or nothing, when the units cannot be converted', () => {
    expect(toSalesUnit(2000, 'BOX', dozen)).toEqual({ qty: 24_000, sure: false })
    expect(toSalesUnit(2000, 'KG', bottle)).toEqual({ qty: null, sure: false })
    expect(toSalesUnit(2000, 'EA', drum)).toEqual({ qty: null, sure: false })
  })
})
