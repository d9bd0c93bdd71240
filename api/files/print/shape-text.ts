import { readOpenType } from './print-fonts.ts'

/** A font as the library of PDFs knows it: its glyphs, in units of a thousand to the height of a letter. */
export interface PdfFont {
  scale: number
  /** The glyphs that are embedded; a place in it is the number that the page says. */
  subset: { glyphs: number[] }
  widths: number[]
  unicode: number[][]
  layoutRun(text: string): GlyphRun
  layout(text: string): GlyphRun
  encode(text: string): [string[], GlyphRun['positions']]
  /** Set once this program draws its texts. */
  isShaped?: true
}

interface GlyphRun {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }[]
  advanceWidth: number
}

/** The shape of a font's texts. */
export interface Shaper {
  /** The code points that have a glyph. */
  has: ReadonlySet<number>
  /** The font, unpacked. */
  bytes: Buffer
  draw(font: PdfFont): void
}

const shapers = new Map<string, Promise<Shaper>>()

/**
 * Has HarfBuzz, which browsers use, choose and place the glyphs of a font: conjuncts, vowels before their consonant and
 * marks above and below. The program of half a megabyte is loaded with the first font.
 */
export function shaperOf(path: string): Promise<Shaper> {
  const shaper = shapers.get(path) ?? load(path)
  shapers.set(path, shaper)
  return shaper
}

async function load(path: string): Promise<Shaper> {
  const [{ Blob, Buffer: Text, Face, Font, shape }, bytes] = await Promise.all([
    import('harfbuzzjs'),
    readOpenType(path),
  ])
  const face = new Face(new Blob(bytes))
  const shaped = new Font(face)
  const draw = (font: PdfFont) => {
    if (font.isShaped) return
    font.isShaped = true
    encodeByText(font)
    const scale = 1000 / face.upem
    const widthOf = (glyph: number) => shaped.glyphHAdvance(glyph)
    font.layoutRun = text => {
      const line = new Text()
      line.addText(text)
      line.guessSegmentProperties()
      shape(shaped, line)
      const placed = line.getGlyphPositions()
      const infos = line.getGlyphInfos()
      const letters = lettersOf(
        text,
        infos.map(({ cluster }) => cluster),
      )
      return {
        glyphs: infos.map(({ codepoint: id }, at) => ({
          id,
          advanceWidth: widthOf(id),
          codePoints: letters[at]!,
        })),
        positions: placed.map(({ xAdvance, yAdvance, xOffset, yOffset }, at) => ({
          xAdvance: xAdvance * scale,
          yAdvance: yAdvance * scale,
          xOffset: xOffset * scale,
          yOffset: yOffset * scale,
          advanceWidth: widthOf(infos[at]!.codepoint) * scale,
        })),
        advanceWidth: placed.reduce((width, { xAdvance }) => width + xAdvance, 0) * scale,
      }
    }
  }
  return { has: new Set(face.collectUnicodes()), bytes, draw }
}

/**
 * What each glyph is copied and searched as: the letters of a cluster in the order in which they are written, one for each
 * of its glyphs, the rest with the last.
 */
function lettersOf(text: string, clusters: readonly number[]): number[][] {
  const begins = [...new Set(clusters)].sort((a, b) => a - b)
  return clusters.map((cluster, at) => {
    const first = clusters.indexOf(cluster)
    const isLast = at === clusters.lastIndexOf(cluster)
    const letters = [...text.slice(cluster, begins[begins.indexOf(cluster) + 1])]
    return letters.slice(at - first, isLast ? undefined : at - first + 1).map(letter => letter.codePointAt(0)!)
  })
}

/** Gives a glyph one number for each text that it is copied as: the same vowel sign is one letter here, none there. */
function encodeByText(font: PdfFont) {
  const numbers = new Map<string, number>()
  font.encode = text => {
    const { glyphs, positions } = font.layout(text)
    const codes = glyphs.map(({ id, advanceWidth, codePoints }) => {
      const key = `${id} ${codePoints.join()}`
      const known = numbers.get(key)
      const number = known ?? font.subset.glyphs.push(id) - 1
      if (known === undefined) {
        numbers.set(key, number)
        font.widths[number] = advanceWidth * font.scale
        font.unicode[number] = codePoints
      }
      return number.toString(16).padStart(4, '0')
    })
    return [codes, positions]
  }
}
