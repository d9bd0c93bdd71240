import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Format, formatProblem, formats, isCas, normalise } from '../../../resources/define/formats.ts'
import { hasCheckSign } from '../../../resources/define/official/gstin.ts'
import { endsBeforeLong } from '../../support/hang-limit.ts'

const gstins = [
  '27AAPFU0939F1ZV',
  '27AAACD1234F1Z7',
  '29AABCE5678G1ZB',
  '07AAACX9999K1ZA',
  '24AAGCS4321H1ZM',
  '33AAFCT2468L2Z1',
  '06AABCM1357P1Z8',
]
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letter = fc.constantFrom(...ALPHABET.slice(10))
const digit = fc.constantFrom(...ALPHABET.slice(0, 10))
const letters = (length: number) => fc.array(letter, { minLength: length, maxLength: length }).map(all => all.join(''))
const digits = (length: number) => fc.array(digit, { minLength: length, maxLength: length }).map(all => all.join(''))

/** The first fourteen characters of a GSTIN: state, PAN, registration and Z. */
const gstinStem = fc
  .tuple(
    fc.integer({ min: 1, max: 38 }).map(state => String(state).padStart(2, '0')),
    letters(3),
    fc.constantFrom(...'ABCEFGHJKLPT'),
    letter,
    digits(4),
    letter,
    fc.constantFrom(...ALPHABET.slice(1)),
  )
  .map(([state, start, holder, initial, number, last, registration]) =>
    [state, start, holder, initial, number, last, registration, 'Z'].join(''),
  )

describe('a GSTIN', () => {
  it.each(gstins)('takes %s', gstin => {
    expect(formatProblem('gstin', gstin)).toBeUndefined()
  })

  it('is refused with any other check character', () => {
    fc.assert(
      fc.property(fc.constantFrom(...gstins), fc.constantFrom(...ALPHABET), (gstin, other) => {
        fc.pre(other !== gstin[14])
        expect(formatProblem('gstin', gstin.slice(0, 14) + other)).toBe(formats.gstin.description)
      }),
    )
  })

  it('has exactly one right check character', () => {
    fc.assert(
      fc.property(gstinStem, stem => {
        expect([...ALPHABET].filter(check => hasCheckSign(stem + check))).toHaveLength(1)
      }),
    )
  })

  it('is refused when a digit of it is mistyped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...gstins), fc.constantFrom(7, 8, 9, 10), digit, (gstin, place, other) => {
        fc.pre(other !== gstin[place])
        expect(formatProblem('gstin', gstin.slice(0, place) + other + gstin.slice(place + 1))).toBe(
          formats.gstin.description,
        )
      }),
    )
  })

  it('may be typed in small letters, with spaces and hyphens', () => {
    expect(normalise('gstin', ' 27aapfu0939f 1zv ')).toBe('27AAPFU0939F1ZV')
    expect(normalise('gstin', '27-AAPFU0939F-1ZV')).toBe('27AAPFU0939F1ZV')
  })

  it('is refused for a state that does not exist', () => {
    expect(formatProblem('gstin', '00AAPFU0939F1ZV')).toBe(formats.gstin.description)
    expect(formatProblem('gstin', '39AAPFU0939F1ZV')).toBe(formats.gstin.description)
  })
})

describe('a CAS number', () => {
  it.each(['50-00-0', '64-17-5', '67-56-1', '7732-18-5', '75-05-8', '10043-35-3'])('takes %s', cas => {
    expect(formatProblem('cas', cas)).toBeUndefined()
  })

  it('has exactly one right check digit', () => {
    const stem = fc
      .tuple(fc.integer({ min: 10, max: 9_999_999 }), digits(2))
      .map(([first, second]) => `${first}-${second}-`)
    fc.assert(
      fc.property(stem, start => {
        const right = [...'0123456789'].filter(check => isCas(start + check))
        expect(right).toHaveLength(1)
        expect(formatProblem('cas', `${start}${(Number(right[0]) + 1) % 10}`)).toBe(formats.cas.description)
      }),
    )
  })
})

describe('the other forms', () => {
  const right: [Format, string][] = [
    ['pan', 'AAPFU0939F'],
    ['pincode', '400001'],
    ['mobile', '9820012345'],
    ['email', 'orders@sahyadri.example'],
    ['emails', 'a@b.example,c@d.example'],
    ['hsn', '2901'],
    ['hsn', '290110'],
    ['hsn', '29011000'],
    ['ifsc', 'HDFC0001234'],
    ['vehicle', 'MH12AB1234'],
    ['vehicle', 'DL1CAA1111'],
    ['vehicle', '22BH1234AA'],
    ['eway', '331000123456'],
    ['irn', '0123456789abcdef'.repeat(4)],
    ['drugLicence', 'MH/20B-123456'],
    ['code', 'CH47970A-2.5L'],
    ['sapNumber', 'D000015'],
    ['time', '15:00'],
    ['url', 'https://transporter.example/track?lr={lr_no}'],
  ]
  it.each(right)('%s takes %s', (format, text) => {
    expect(formatProblem(format, text)).toBeUndefined()
  })

  const wrong: [Format, string][] = [
    ['pan', 'AAPDU0939F'],
    ['pincode', '040001'],
    ['pincode', '40001'],
    ['mobile', '5820012345'],
    ['email', 'orders@sahyadri'],
    ['email', 'two@at@signs.example'],
    ['emails', Array(11).fill('a@b.example').join(',')],
    ['hsn', '29011'],
    ['ifsc', 'HDFC1001234'],
    ['vehicle', 'MH12'],
    ['eway', '33100012345'],
    ['irn', '0123456789abcdef'],
    ['drugLicence', 'MH/1'],
    ['code', '-LEADING'],
    ['time', '24:00'],
    ['url', 'http://transporter.example'],
    ['url', 'javascript:alert(1)'],
  ]
  it.each(wrong)('%s refuses %s', (format, text) => {
    expect(formatProblem(format, text)).toBe(formats[format].description)
  })

  it('drops the country code and the leading zero of a mobile number', () => {
    for (const typed of ['+91 98200 12345', '919820012345', '09820012345', '98200-12345']) {
      expect(normalise('mobile', typed)).toBe('9820012345')
    }
  })

  it('drops leading zeros of a SAP number, but not of a code with letters', () => {
    expect(normalise('sapNumber', '0000100001')).toBe('100001')
    expect(normalise('sapNumber', '0')).toBe('0')
    expect(normalise('sapNumber', 'd000015')).toBe('D000015')
  })

  it('cleans a text the same when cleaned twice', () => {
    const format = fc.constantFrom(...(Object.keys(formats) as Format[]))
    fc.assert(
      fc.property(format, fc.string({ unit: 'binary-ascii', maxLength: 60 }), (name, text) => {
        const once = normalise(name, text)
        if (formatProblem(name, once) === undefined) expect(normalise(name, once)).toBe(once)
      }),
    )
  })

  it('checks very long nonsense in a time that grows with it', () => {
    const nonsense = ['a', 'a@b.', '1-', 'a,'].map(part => part.repeat(1_000_000 / part.length))
    for (const format of Object.keys(formats) as Format[]) {
      for (const text of nonsense) {
        const check = () => formatProblem(format, normalise(format, text))
        expect(() => endsBeforeLong(check), `${format} ${text.slice(0, 8)}`).not.toThrow()
      }
    }
  })
})
