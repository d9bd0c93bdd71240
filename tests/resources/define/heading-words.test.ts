import { describe, expect, it } from 'vitest'
import { alikeColumns, headingWords } from '../../../resources/define/sheet/heading-words.ts'

const words = (heading: string) => [...headingWords(heading)].sort().join(' ')

describe('the words of a heading', () => {
  it.each([
    ['Rate (Rs.)', 'Price'],
    ['New Rate / kg (Rs.)', 'Price'],
    ['Net price [INR]', 'net_price'],
    ['w.e.f.', 'Valid from'],
    ['W.E.F', 'validFrom'],
    ['Effective from', 'Valid from'],
    ['Upto', 'Valid to'],
    ['Qty.', 'Quantity'],
    ['Amt', 'Amount'],
    ['Disc %', 'Discount'],
    ['Cust. code', 'Customer code'],
    ['Item Code', 'Product code'],
    ['Transp. name', 'Transporter name'],
  ])('are the same for «%s» and «%s»', (office, ours) => {
    expect(words(office)).toBe(words(ours))
  })

  it('are none where nothing but a unit stands', () => {
    expect(['', '(Rs.)', '%', 'Kg'].map(words)).toEqual(['', '', '', ''])
  })
})

describe('columns that headings name in other words', () => {
  const columns = [
    ['netPrice', 'Net price'],
    ['validFrom', 'Valid from'],
    ['transMode', 'Mode of transport'],
    ['fromCity', 'From city'],
  ]

  it('are those with the same words, else with some that no other column has', () => {
    expect(alikeColumns(['Rate (Rs.)', 'Mode', 'w.e.f.', 'Remark'], columns)).toEqual([0, 2, 1, null])
  })

  it('are none where several fit, or two headings mean one', () => {
    const prices = [['netPrice'], ['listPrice'], ['validFrom']]
    expect(alikeColumns(['Rate', 'w.e.f.'], prices)).toEqual([null, 2])
    expect(alikeColumns(['Rate', 'Price'], columns)).toEqual([null, null])
    expect(alikeColumns(['List rate', 'Rate'], prices)).toEqual([1, 0])
  })
})
