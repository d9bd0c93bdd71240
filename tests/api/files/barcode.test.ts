import { expect, it } from 'vitest'
import { code128 } from '../../../api/files/barcode.ts'

/** How many modules wide a barcode is, without the quiet zones: 11 for each symbol, 13 for the end. */
const modulesOf = (svg: string) => (Number(/viewBox="0 0 (\d+) /.exec(svg)![1]) - 40) / 2

it('draws a number as lines without a picture, and the same one twice', async () => {
  const svg = await code128('GP2627000001')
  expect(svg).toMatch(/^<svg /)
  expect(svg).not.toContain('<image')
  // Start, G, P, change to pairs of digits, five pairs, check symbol.
  expect(modulesOf(svg)).toBe(10 * 11 + 13)
  expect(await code128('GP2627000001')).toBe(svg)
  expect(await code128('GP2627000002')).not.toBe(svg)
})

it('draws every number of an LR, slashes too', async () => {
  for (const text of ['VRL/26/4711', 'a', '1'.repeat(30)])
    expect([text, await code128(text)]).toEqual([text, expect.stringMatching(/^<svg /)])
})

it('refuses what no scanner reads back', async () => {
  for (const text of ['', 'पुणे', 'A\nB', 'x'.repeat(31)])
    await expect(code128(text)).rejects.toThrow('1 to 30 printable')
})
