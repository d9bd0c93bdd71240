import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDarkAlgorithm } from '../../admin/theme/dark-algorithm.ts'
import { contrastPairs, dark, light } from '../../admin/theme/palettes.ts'
import { themeOf } from '../../admin/theme/theme.ts'

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

const modes = { light, dark }
const pairs = Object.entries(modes).flatMap(([mode, palette]) =>
  contrastPairs.map(pair => ({ ...pair, mode, ink: palette[pair.ink], paper: palette[pair.paper] })),
)
const root = join(import.meta.dirname, '../..')

describe('the theme', () => {
  it('computes contrast as the accessibility rules do', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast(light.pink, '#ffffff')).toBeCloseTo(3.82, 2)
    expect(contrast(light.purple, light.yellow)).toBeCloseTo(6.25, 2)
  })

  it.each(pairs)('can be read in the $mode mode: $name', ({ ink, paper, needs }) => {
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(needs)
  })

  it('has the colours and measures that were agreed', () => {
    const theme = themeOf({ mode: 'light', size: 12 }, true)
    expect([light.pink, light.teal, light.yellow, light.purple]).toEqual(['#eb3696', '#2dbecd', '#ffcb05', '#503291'])
    expect(theme.token).toMatchObject({
      colorPrimary: light.pink,
      fontSize: 12,
      borderRadius: 0,
      colorLink: light.purple,
    })
    expect(theme.token?.fontFamily).toMatch(/^Verdana/)
    expect(theme.components?.Table).toMatchObject({ cellPaddingBlock: 8, cellPaddingInline: 8 })
    expect(theme.components?.Spin).toMatchObject({ colorPrimary: light.purple, dotSizeLG: 48 })
  })

  it('keeps pink, teal and yellow in the dark mode, and the text size a person chose in both', async () => {
    await loadDarkAlgorithm()
    expect([dark.pink, dark.teal, dark.yellow]).toEqual([light.pink, light.teal, light.yellow])
    expect(themeOf({ mode: 'dark', size: 14 }, false).token).toMatchObject({
      fontSize: 14,
      fontSizeSM: 13,
      motion: false,
    })
  })

  it.each(globSync('admin/**/*.css', { cwd: root }))('has its colours and text sizes in one place: %s', file => {
    const css = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    // The black of a shadow is the same in both modes.
    expect(css.replaceAll(/rgb\(0 0 0 \/ \d+%\)/g, '')).not.toMatch(/#[\da-f]{3,8}\b|rgba?\(|hsla?\(/i)
    expect(css).not.toMatch(/font(-size)?:[^;]*\b\d+px\b(?!\))/)
  })
})
