/** The most characters that a scanner reads from a barcode as wide as a label. */
const LONGEST = 30

/**
 * The barcode of a number, Code 128, as SVG: lines that print sharp at every size. Throws for a text that is empty, has
 * more than 30 characters or others than printable ASCII. The drawing program is loaded with the first barcode.
 */
export async function code128(text: string): Promise<string> {
  if (!/^[\x20-\x7e]+$/.test(text) || text.length > LONGEST)
    throw new Error(`A barcode has 1 to ${LONGEST} printable characters of ASCII, which ${JSON.stringify(text)} is not`)
  const { toSVG } = await import('bwip-js/node')
  return toSVG({ bcid: 'code128', text, height: 12, paddingwidth: 10 })
}
