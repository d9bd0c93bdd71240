import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberInWords, rupeesInWords } from '../../../resources/define/in-words.ts'

it('writes amounts by lakh and crore', () => {
  expect(rupeesInWords(2_11_574_00)).toBe('Rupees two lakh eleven thousand five hundred seventy-four only')
  expect(rupeesInWords(1_00_00_000_50)).toBe('Rupees one crore and fifty paise only')
  expect(rupeesInWords(0)).toBe('Rupees zero only')
  expect(rupeesInWords(-1_05)).toBe('Minus rupees one and five paise only')
  expect(numberInWords(12_00_34_00_019)).toBe('one thousand two hundred crore thirty-four lakh nineteen')
})

it('writes every number in words, and no two alike', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.nat(1e12), (one, other) => {
      expect(numberInWords(one)).toMatch(/^[a-z]+([ -][a-z]+)*$/)
      expect(numberInWords(one) === numberInWords(other)).toBe(one === other)
    }),
  )
})
