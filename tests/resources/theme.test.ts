import { describe, expect, it } from 'vitest'
import { brand, contrastPairs, theme } from '../../admin/theme.ts'

/** The contrast of two colours as WCAG 2.x computes it, 1 to 21. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

describe('the theme', () => {
  it('computes contrast as the accessibility rules do', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast(brand.pink, '#ffffff')).toBeCloseTo(3.82, 2)
    expect(contrast(brand.purple, brand.yellow)).toBeCloseTo(6.25, 2)
  })

  it.each(contrastPairs)('can be read: $name', ({ ink, paper, needs }) => {
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(needs)
  })

  it('has the colours and measures that were agreed', () => {
    expect([brand.pink, brand.teal, brand.yellow, brand.purple]).toEqual(['#eb3696', '#2dbecd', '#ffcb05', '#503291'])
    expect(theme.token).toMatchObject({
      colorPrimary: brand.pink,
      fontSize: 12,
      borderRadius: 0,
      colorLink: brand.purple,
    })
    expect(theme.token?.fontFamily).toMatch(/^Verdana/)
    expect(theme.components?.Table).toMatchObject({ cellPaddingBlock: 8, cellPaddingInline: 8 })
    expect(theme.components?.Spin).toMatchObject({ colorPrimary: brand.purple, dotSizeLG: 48 })
  })
})
